"""Changing a profile, and changing an account's email."""

from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Invalid, RuleBroken
from marketplace.db.database import read_only
from marketplace.domain import audit, consents, display_names, effects, media
from marketplace.domain.accounts import account_mails, attempts, codes, messages, profiles, queries, rules, usernames
from marketplace.domain.accounts.credentials import prepare_replacement
from marketplace.domain.accounts.schemas import OwnAccount, ProfileDraft
from marketplace.domain.effects import Event, Occasion
from marketplace.domain.phases import Finish, run_first_phase, two_phase
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountKind, CodePurpose, ConsentWay, SellerType
from marketplace.settings import get_settings


@two_phase
def update_profile(
    actor: Actor, account_id: str, draft: ProfileDraft, *, kind: AccountKind | None = None
) -> Finish[OwnAccount]:
    """Change the given fields. A new email takes effect once `confirm_email` gets the mailed code.

    Raises:
        NotSignedIn, Forbidden, NotFound: as for `get_profile`.
        Invalid: invalid fields.
        Conflict: the new email is taken, or the username or one that looks like it.
        RuleBroken: a new password without the current one.
        TooMany: too many codes, or too many wrong passwords.
    """
    profiles.check_may_edit(actor, account_id)
    with read_only() as db:
        credentials = attempts.credentials_of(profiles.get_editable(db, actor, account_id, kind))
    columns = rules.check_profile(draft, credentials.kind)
    email = None if draft.email is None else rules.get_email(draft.email)
    replacement = (
        prepare_replacement(actor, credentials, draft.current_password, draft.password) if draft.password else None
    )

    def finish(db: Session, actor: Actor) -> OwnAccount:
        account = profiles.get_editable(db, actor, account_id, kind, lock=True)
        _record_consents(db, actor, account, columns)
        _change(db, account, draft, columns)
        if replacement:
            replacement.apply(db, actor, account)
        if email is not None:
            _request_email_change(db, actor, account, email)
        if not actor.owns(account.id):
            # Field names only: the audit log is permanent and must not contain personal data.
            changed = sorted(name for name, value in draft.model_dump().items() if value not in (None, ""))
            audit.write(db, actor, "account.update", "account", account.id, {}, {"fields": changed})
        events.record(db, "account", account.id)
        return profiles.make_for(db, actor, account)

    return finish


@two_phase
def update_own_profile(actor: Actor, draft: ProfileDraft) -> Finish[OwnAccount]:
    """Change the caller's own account, as `update_profile` does."""
    account_id = actor.require(AccountKind.BUYER, AccountKind.SELLER)
    return run_first_phase(update_profile, lambda: actor, account_id, draft)


def _change(db: Session, account: Account, draft: ProfileDraft, columns: dict[str, Any]) -> None:
    _check_business(account, columns)
    rules.check_not_reserved(columns, account)
    usernames.check_free(db, columns, account.kind, account=account)
    if columns.get("username") == account.username:
        # Of two that looked alike before this was checked, one has no skeleton.
        del columns["username_skeleton"]
    former_name = display_names.of_account(account)
    if draft.images is not None:
        queries.replace_photos(db, account.id, _own_uploads(db, account, draft.images))
    try:
        with db.begin_nested():
            for name, value in columns.items():
                setattr(account, name, value)
            account.updated_at = clock.now()
    except IntegrityError:
        raise Conflict(t(messages.USERNAME_TAKEN)) from None
    if display_names.of_account(account) != former_name:
        effects.fire(db, Occasion(Event.RENAMED, account.id, account.id, other_id=former_name))


def _record_consents(db: Session, actor: Actor, account: Account, columns: dict[str, Any]) -> None:
    for name, purpose in consents.PREFERENCES.items():
        if name not in columns or columns[name] == getattr(account, name):
            continue
        if not columns[name]:
            consents.withdraw(db, purpose, account_id=account.id)
        elif actor.owns(account.id):
            consents.give(db, purpose, ConsentWay.SETTINGS, account_id=account.id)


def _check_business(account: Account, columns: dict[str, Any]) -> None:
    kept = {name: columns.get(name, getattr(account, name)) for name in ("seller_type", "business_id")}
    if kept["seller_type"] is SellerType.BUSINESS and not kept["business_id"]:
        label = messages.LABELS["business_id"]
        raise Invalid(t("{field} is required", field=t(label)), "businessId")


def _own_uploads(db: Session, account: Account, refs: list[str]) -> list[str]:
    refs = list(dict.fromkeys(refs))
    most = get_settings().profile_images
    uploads = media.find_uploads(db, account.id, refs) if refs else []
    message = ""
    if len(refs) > most:
        message = t("A profile can have at most {count} photos.", count=most)
    elif len(uploads) != len(refs):
        message = t("Photos must be your own uploads.")
    if message:
        raise Invalid(message, "images")
    return [upload.id for upload in uploads]


def _request_email_change(db: Session, actor: Actor, account: Account, email: str) -> None:
    if email == account.email:
        return
    if queries.find_by_email(db, email, account.kind):
        raise Conflict(t(messages.EMAIL_TAKEN))
    codes.spend_limits(actor, email, account.kind, CodePurpose.EMAIL_CHANGE)
    codes.send(db, email, account.kind, CodePurpose.EMAIL_CHANGE, account_id=account.id)


def confirm_email(db: Session, actor: Actor, code: str) -> OwnAccount:
    """Change the caller's email, with the code mailed to the new address.

    Raises:
        NotSignedIn: the caller is anonymous.
        RuleBroken: the code is wrong, used, blocked, replaced or expired; the attempt counts.
        Conflict: the email was taken meanwhile.
    """
    account = queries.lock(db, actor.require())
    row = codes.try_code(db, code, CodePurpose.EMAIL_CHANGE, account_id=account.id) if account else None
    if account is None or row is None:
        raise RuleBroken(t(messages.BAD_CODE), commits=True)
    old = account.email
    try:
        with db.begin_nested():
            account.email, account.updated_at = row.email, clock.now()
    except IntegrityError:
        raise Conflict(t(messages.EMAIL_TAKEN)) from None
    account_mails.mail_email_changed(db, account, old)
    events.record(db, "account", account.id)
    return profiles.make_own(db, account)

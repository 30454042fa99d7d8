"""Changing a profile, and moving an account to another email."""

from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace import clock, events
from marketplace.actor import Actor
from marketplace.domain import audit
from marketplace.domain.accounts import codes, credentials, letters, messages, profiles, queries, rules
from marketplace.domain.accounts.schemas import OwnAccount, ProfileDraft
from marketplace.errors import Conflict, Invalid, RuleBroken
from marketplace.models import Account, AccountKind, CodePurpose, SellerType
from marketplace.settings import get_settings
from marketplace.texts import t


def update_profile(
    db: Session, actor: Actor, account_id: str, draft: ProfileDraft, *, kind: AccountKind | None = None
) -> OwnAccount:
    """Change what is given. A new email counts once `confirm_email` got the code that is mailed to it.

    Raises:
        NotSignedIn, Forbidden, NotFound: as for `get_profile`.
        Invalid: fields are wrong.
        Conflict: the username or the new email is taken.
        RuleBroken: a new password without the current one.
        TooMany: too many codes, or too many wrong passwords.
    """
    account = profiles.get_editable(db, actor, account_id, kind, lock=True)
    columns = rules.check_profile(draft, account.kind)
    _check_business(account, columns)
    key = columns.get("username_key")
    if key and queries.is_username_taken(db, key, account.kind, besides=account.id):
        raise Conflict(t(messages.USERNAME_TAKEN))
    if draft.images is not None:
        queries.replace_photos(db, account.id, _own_uploads(db, account, draft.images))
    try:
        with db.begin_nested():
            for name, value in columns.items():
                setattr(account, name, value)
            account.updated_at = clock.now()
    except IntegrityError:
        raise Conflict(t(messages.USERNAME_TAKEN)) from None
    if draft.password:
        credentials.check_current(db, actor, account, draft.current_password)
        credentials.replace_password(db, actor, account, draft.password)
    if draft.email is not None:
        _ask_new_email(db, actor, account, rules.get_email(draft.email))
    if not actor.owns(account.id):
        # Which fields, not what stands in them: the log is for ever, personal data is not.
        changed = sorted(name for name, value in draft.model_dump().items() if value not in (None, ""))
        audit.write(db, actor, "account.update", "account", account.id, {}, {"fields": changed})
    events.record(db, "account", account.id)
    return profiles.make_own(db, account)


def _check_business(account: Account, columns: dict[str, Any]) -> None:
    kept = {name: columns.get(name, getattr(account, name)) for name in ("seller_type", "business_id")}
    if kept["seller_type"] is SellerType.BUSINESS and not kept["business_id"]:
        label = messages.LABELS["business_id"]
        message = t("{field} is required", field=t(label))
        raise Invalid(message, errors=[{"field": "businessId", "message": message}])


def _own_uploads(db: Session, account: Account, refs: list[str]) -> list[str]:
    from marketplace.domain import media  # knows accounts itself

    refs = list(dict.fromkeys(refs))
    most = get_settings().profile_images
    uploads = media.find_uploads(db, account.id, refs) if refs else []
    message = ""
    if len(refs) > most:
        message = t("A profile can have at most {count} photos.", count=most)
    elif len(uploads) != len(refs):
        message = t("Photos must be your own uploads.")
    if message:
        raise Invalid(message, errors=[{"field": "images", "message": message}])
    return [upload.id for upload in uploads]


def _ask_new_email(db: Session, actor: Actor, account: Account, email: str) -> None:
    if email == account.email:
        return
    if queries.find_by_email(db, email, account.kind):
        raise Conflict(t(messages.EMAIL_TAKEN))
    codes.spend_limits(actor, email, account.kind, CodePurpose.EMAIL_CHANGE)
    codes.send(db, email, account.kind, CodePurpose.EMAIL_CHANGE, account_id=account.id)


def confirm_email(db: Session, actor: Actor, code: str) -> OwnAccount:
    """Move the caller's account to the new email, with the code that was mailed there.

    Raises:
        NotSignedIn: nobody is signed in.
        RuleBroken: wrong, used, burnt, replaced or expired; the try counts.
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
    letters.tell_email_changed(db, account, old)
    events.record(db, "account", account.id)
    return profiles.make_own(db, account)

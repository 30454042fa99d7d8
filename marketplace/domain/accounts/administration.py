"""Account administration for admins and the command line."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import Conflict, Invalid, NotFound, RuleBroken
from marketplace.core.text import clean_line
from marketplace.domain import audit, effects, listings
from marketplace.domain.accounts import (
    account_mails,
    last_admin,
    messages,
    passwords,
    queries,
    rules,
    second_factor,
    sessions,
    usernames,
)
from marketplace.domain.accounts.schemas import FactorSetup, SessionView
from marketplace.domain.effects import Event, Occasion
from marketplace.domain.site_time import format_time
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountKind, AccountStatus
from marketplace.settings import get_settings

SUSPENSION_DAYS = (1, 7, 30)
_REASON_LENGTH = 500
# Accounts per transaction of the job.
_STEP = 50
_SUSPENDED = {AccountKind.SELLER: Event.SELLER_SUSPENDED, AccountKind.BUYER: Event.BUYER_SUSPENDED}
_RESTORED = {AccountKind.SELLER: Event.SELLER_RESTORED, AccountKind.BUYER: Event.BUYER_RESTORED}


def suspend(db: Session, actor: Actor, account_id: str, reason: str, *, days: int | None = None) -> None:
    """Suspend an account: its sessions end, its ads leave the lists, and sign-in shows the reason.

    Args:
        days: one of `SUSPENSION_DAYS`, after which `end_suspensions` restores the account; None for no end.

    Raises:
        NotSignedIn, Forbidden: not a moderator, or a moderator who names a moderator or admin.
        Invalid: the reason is missing or too long, or no such number of days.
        NotFound: no such account.
        RuleBroken: the caller's own account, or the last administrator.
        Conflict: it is already suspended or deleted.
    """
    actor.require(AccountKind.ADMIN)
    reason = _check_reason(reason)
    if days is not None and days not in SUSPENSION_DAYS:
        raise Invalid(t(messages.UNKNOWN_DAYS), "days")
    if actor.owns(account_id):
        raise RuleBroken(t(messages.OWN_ACCOUNT))
    if actor.is_admin:
        last_admin.keep_an_admin(db, account_id)
    account = _get(db, actor, account_id)
    if account.status is not AccountStatus.ACTIVE:
        raise Conflict(t(messages.NOT_ACTIVE))
    account.status, account.suspended_reason, account.suspended_at = AccountStatus.SUSPENDED, reason, clock.now()
    account.suspended_until = account.suspended_at + timedelta(days=days) if days else None
    _apply(db, actor, account, "account.suspend", AccountStatus.ACTIVE)
    queries.end_sessions(db, account_id, clock.now())
    sessions.renew_generation(db, account_id)
    account_mails.mail_suspended(db, account)
    if event := _SUSPENDED.get(account.kind):
        # The account knows of it by mail.
        effects.fire_later(db, Occasion(event, account_id, account_id))


def describe_suspension(db: Session, actor: Actor, account_id: str) -> str:
    """Say in a sentence what suspending an account will end, for the question before it; empty if nothing.

    Raises:
        NotSignedIn, Forbidden, NotFound: as for `suspend`.
    """
    actor.require(AccountKind.ADMIN)
    account = _get(db, actor, account_id, lock=False)
    event = _SUSPENDED.get(account.kind)
    return effects.describe(db, actor, Occasion(event, account_id)) if event else ""


def restore(db: Session, actor: Actor, account_id: str, *, note: str = "") -> None:
    """End the suspension of an account, with a note for its owner, and send the alerts for its ads that were held back.

    Raises:
        NotSignedIn, Forbidden: as for `suspend`.
        NotFound: no such account.
        Conflict: it is not suspended.
    """
    actor.require(AccountKind.ADMIN)
    account = _get(db, actor, account_id)
    if account.status is not AccountStatus.SUSPENDED:
        raise Conflict(t(messages.NOT_SUSPENDED))
    _restore(db, actor, account)
    account_mails.mail_restored(db, account, note=note)


def end_suspensions(db: Session) -> int:
    """Restore accounts whose suspension has ended, and mail their owners; returns their number. A scheduled job."""
    due = queries.list_suspended_until(db, clock.now(), _STEP)
    for account_id in due:
        account = queries.lock(db, account_id)
        # A moderator may have restored it, or suspended it again, since the ids were read.
        if account is None or account.status is not AccountStatus.SUSPENDED:
            continue
        if account.suspended_until and account.suspended_until <= clock.now():
            _restore(db, ANONYMOUS, account)
            account_mails.mail_restored(db, account, by_time=True)
    return len(due)


def _restore(db: Session, actor: Actor, account: Account) -> None:
    since = account.suspended_at
    account.status, account.suspended_reason = AccountStatus.ACTIVE, ""
    account.suspended_at = account.suspended_until = None
    _apply(db, actor, account, "account.restore", AccountStatus.SUSPENDED)
    if event := _RESTORED.get(account.kind):
        effects.fire(db, Occasion(event, account.id, since=since.isoformat() if since else ""))


def end_sessions_of(db: Session, actor: Actor, account_id: str) -> int:
    """Sign an account out everywhere; returns the number of sessions that ended.

    Raises:
        NotSignedIn, Forbidden, NotFound: as for `suspend`.
        RuleBroken: the caller's own account.
    """
    actor.require(AccountKind.ADMIN)
    if actor.owns(account_id):
        raise RuleBroken(t(messages.OWN_SESSIONS))
    account = _get(db, actor, account_id)
    ended = queries.end_sessions(db, account.id, clock.now())
    sessions.renew_generation(db, account.id)
    audit.write(db, actor, "account.end_sessions", "account", account.id, {"sessions": ended}, {"sessions": 0})
    return ended


def list_sessions_of(db: Session, actor: Actor, account_id: str) -> list[SessionView]:
    """List the running sessions of another account for staff, without their network addresses.

    Raises:
        NotSignedIn, Forbidden, NotFound: as for `suspend`.
    """
    actor.require(AccountKind.ADMIN)
    account = _get(db, actor, account_id, lock=False)
    return [session.model_copy(update={"address": ""}) for session in sessions.list_of_account(db, actor, account.id)]


def _get(db: Session, actor: Actor, account_id: str, *, lock: bool = True) -> Account:
    account = (queries.lock(db, account_id) if lock else db.get(Account, account_id)) if ids.is_id(account_id) else None
    if account is None:
        raise NotFound(t(messages.NO_ACCOUNT))
    if account.kind is AccountKind.ADMIN:
        actor.require_admin()
    return account


def _check_reason(reason: str) -> str:
    reason = clean_line(reason)
    message = ""
    if not reason:
        message = t(messages.REASON_NEEDED)
    elif len(reason) > _REASON_LENGTH:
        message = t("{field} can have at most {count} characters.", field=t("Reason"), count=_REASON_LENGTH)
    if message:
        raise Invalid(message, "reason")
    return reason


def _apply(db: Session, actor: Actor, account: Account, action: str, before: AccountStatus) -> None:
    account.updated_at = clock.now()
    db.flush()
    if account.kind is AccountKind.SELLER:
        listings.refresh_seller(db, account.id)
    audit.write(
        db,
        actor,
        action,
        "account",
        account.id,
        {"status": before.value},
        {"status": account.status.value, "reason": account.suspended_reason} | _name_end(account),
    )


def _name_end(account: Account) -> dict[str, str]:
    return {"until": format_time(account.suspended_until)} if account.suspended_until else {}


@dataclass(frozen=True, slots=True, repr=False)
class NewAdmin:
    """An administrator made on the command line, or given a new password; the second factor and its recovery codes are shown only once."""

    email: str
    created: bool
    factor: FactorSetup | None
    recovery_codes: tuple[str, ...]


def create_admin(db: Session, email: str, password: str) -> NewAdmin:
    """Create an administrator, or reset the password and second factor of an existing one.

    For the command line only: whoever can run it has access to the database, so there is no actor to check.

    Raises:
        Invalid: no email, or an invalid password.
    """
    email = rules.get_email(email)
    rules.check_password(password, AccountKind.ADMIN)
    account = queries.find_by_email(db, email, AccountKind.ADMIN)
    created = account is None
    if account is None:
        account = add_staff(db, email)
    account.moderates_only = False
    account.password_hash = passwords.make_hash(password)
    account.status, account.suspended_reason = AccountStatus.ACTIVE, ""
    account.suspended_at = account.suspended_until = None
    queries.end_sessions(db, account.id, clock.now())
    second_factor.remove(db, account)
    sessions.renew_generation(db, account.id)
    audit.write(db, ANONYMOUS, "account.create_admin", "account", account.id, {}, {"created": created})
    if not second_factor.is_compulsory(account.kind):
        return NewAdmin(email, created, None, ())
    factor = second_factor.create_secret(db, account)
    return NewAdmin(email, created, factor, tuple(second_factor.enable(db, account)))


def add_staff(db: Session, email: str) -> Account:
    """Add an account of the kind admin that can't sign in yet."""
    columns = _find_username(db, email)
    account = Account(
        kind=AccountKind.ADMIN, email=email, password_hash=passwords.UNUSABLE, name=columns["username"], **columns
    )
    db.add(account)
    db.flush()
    return account


def _find_username(db: Session, email: str) -> dict[str, Any]:
    wanted = usernames.make_columns(email.partition("@")[0][:30])
    try:
        usernames.check_free(db, wanted, AccountKind.ADMIN)
    except Conflict:
        return usernames.make_columns(f"{wanted['username']}-{ids.new_id()[-8:].lower()}")
    return wanted


def forget_expired(db: Session) -> int:
    """Delete expired codes and sessions that ended long ago; returns the number of rows. A scheduled job."""
    now, settings = clock.now(), get_settings()
    # Sessions are kept for long, because they show known devices and unused accounts.
    sessions_before = now - max(timedelta(days=settings.device_days), rules.find_dormant_period())
    return queries.delete_stale(db, codes_before=now - timedelta(days=1), sessions_before=sessions_before)

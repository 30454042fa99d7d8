"""New passwords: by a mailed code for who forgot the old one, or in place of it."""

from sqlmodel import Session

from marketplace import clock
from marketplace.actor import Actor
from marketplace.domain.accounts import attempts, codes, letters, messages, passwords, queries, rules, sessions
from marketplace.errors import Forbidden, Invalid, NotFound, RuleBroken
from marketplace.models import Account, AccountKind, CodePurpose
from marketplace.texts import t


def request_reset_code(db: Session, actor: Actor, email: str, *, kind: AccountKind) -> None:
    """Mail a code that allows a new password. Unknown emails get none, and nobody can tell from outside.

    Raises:
        Invalid: no email.
        TooMany: too often, for unknown emails alike.
    """
    _check_kind(kind)
    email = rules.get_email(email)
    codes.spend_limits(actor, email, kind, CodePurpose.RESET)
    account = queries.find_by_email(db, email, kind)
    account_id = account.id if account else None
    codes.send(db, email, kind, CodePurpose.RESET, account_id=account_id, deliver=account is not None)


def reset_password(db: Session, actor: Actor, email: str, code: str, new_password: str, *, kind: AccountKind) -> None:
    """Set a new password with a mailed code, and end the account's other sessions.

    Raises:
        Invalid: something is missing, or the password can't be taken; no try is counted.
        RuleBroken: the code is wrong, used, burnt, replaced or expired; the try counts.
    """
    _check_kind(kind)
    address = rules.get_email(email)
    _check_given(code, new_password)
    rules.check_password(new_password, "newPassword")
    row = codes.try_code(db, code, CodePurpose.RESET, kind=kind, email=address)
    account = queries.lock(db, row.account_id) if row and row.account_id else None
    # An email that moved to another account since the code was sent must not open this one.
    if account is None or account.email != address:
        raise RuleBroken(t(messages.BAD_CODE), commits=True)
    replace_password(db, actor, account, new_password)


def change_password(db: Session, actor: Actor, current: str, new: str) -> None:
    """Set a new password in place of the current one, and end the account's other sessions.

    Raises:
        NotSignedIn: nobody is signed in.
        Invalid: the new one can't be taken.
        RuleBroken: the current one is missing or wrong.
        TooMany: too many wrong ones.
    """
    account_id = actor.require()
    rules.check_password(new, "newPassword")
    account = queries.lock(db, account_id)
    if account is None:
        raise NotFound(t(messages.NO_ACCOUNT))
    check_current(db, actor, account, current)
    replace_password(db, actor, account, new)


def check_current(db: Session, actor: Actor, account: Account, current: str) -> None:
    """Ask for the password that is to be replaced.

    Raises:
        RuleBroken: it is missing or wrong.
        TooMany: too many wrong ones.
    """
    if not current:
        raise RuleBroken(t(messages.CURRENT_NEEDED))
    attempts.confirm(db, actor, account, current, message=messages.WRONG_CURRENT)


def replace_password(db: Session, actor: Actor, account: Account, new: str) -> None:
    """Set a checked password; the caller's own session goes on, the account's others end, and its owner is told."""
    account.password_hash = passwords.make_hash(new)
    account.updated_at = clock.now()
    own = actor.session_id if actor.owns(account.id) else None
    queries.end_sessions(db, account.id, clock.now(), besides=own)
    sessions.renew_generation(db, account.id)
    letters.tell_password_changed(db, account)


def _check_given(code: str, new_password: str) -> None:
    missing = [name for name, value in (("otp", code.strip()), ("newPassword", new_password)) if not value]
    if missing:
        message = t(messages.RESET_NEEDS)
        raise Invalid(message, errors=[{"field": name, "message": message} for name in missing])


def _check_kind(kind: AccountKind) -> None:
    if kind is AccountKind.ADMIN:
        raise Forbidden(t("An administrator's password is reset on the command line only."))

"""Password reset by mailed code, and password change."""

from dataclasses import dataclass

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, RuleBroken
from marketplace.domain import audit
from marketplace.domain.accounts import account_mails, attempts, codes, messages, passwords, queries, rules, sessions
from marketplace.domain.phases import Finish, two_phase
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountKind, CodePurpose


@two_phase
def request_reset_code(actor: Actor, email: str, *, kind: AccountKind) -> Finish[None]:
    """Mail a code for a password reset. Unknown emails and administrators get none but cost the same work, so timing
    reveals nothing.

    Args:
        kind: admin for moderators. Administrators reset their password on the command line.

    Raises:
        Invalid: no email.
        TooMany: too many requests, counted for unknown emails as well.
    """
    codes.check_address(actor)
    address = rules.get_email(email)
    codes.spend_limits(actor, address, kind, CodePurpose.RESET)

    def finish(db: Session, _actor: Actor) -> None:
        account = queries.find_by_email(db, address, kind)
        if account and not _has_mailed_reset(account):
            account = None
        account_id = account.id if account else None
        codes.send(db, address, kind, CodePurpose.RESET, account_id=account_id, deliver=account is not None)

    return finish


@two_phase
def reset_password(actor: Actor, email: str, code: str, new_password: str, *, kind: AccountKind) -> Finish[None]:
    """Set a new password with a mailed code, and end the account's other sessions.

    Raises:
        Invalid: a value is missing, or the password is invalid; no attempt is counted.
        RuleBroken: the code is wrong, used, blocked, replaced or expired; the attempt counts.
        TooMany: too many new passwords from the network address.
    """
    passwords.check_limit(actor)
    address = rules.get_email(email)
    _check_given(code, new_password)
    rules.check_password(new_password, kind, "newPassword")
    passwords.spend_limit(actor)
    # Hashed even for a wrong code, to keep the slow work out of the transaction that tries the code.
    new_hash = passwords.make_hash(new_password)

    def finish(db: Session, actor: Actor) -> None:
        row = codes.try_code(db, code, CodePurpose.RESET, kind=kind, email=address)
        account = queries.lock(db, row.account_id) if row and row.account_id else None
        # Since the code was sent, the email may have moved to another account, or the moderator become an administrator.
        if account is None or account.email != address or not _has_mailed_reset(account):
            raise RuleBroken(t(messages.BAD_CODE), commits=True)
        replace_password(db, actor, account, new_hash)
        if account.kind is AccountKind.ADMIN:
            audit.write(db, actor, "account.reset_password", "account", account.id)

    return finish


@two_phase
def change_password(actor: Actor, current: str, new: str) -> Finish[None]:
    """Replace the caller's password, and end the account's other sessions.

    Raises:
        NotSignedIn: the caller is anonymous.
        Invalid: the new password is invalid.
        RuleBroken: the current password is missing or wrong.
        TooMany: too many wrong passwords.
    """
    actor.require()
    credentials = attempts.find_own(actor)
    rules.check_password(new, credentials.kind, "newPassword")
    replacement = prepare_replacement(actor, credentials, current, new)

    def finish(db: Session, actor: Actor) -> None:
        replacement.apply(db, actor, attempts.lock_own(db, actor))

    return finish


@dataclass(frozen=True, slots=True, repr=False)
class Replacement:
    """A new password hash and the proof of the old password, both computed before the transaction that stores them."""

    proof: attempts.Proof
    new_hash: str

    def apply(self, db: Session, actor: Actor, account: Account) -> None:
        """Store the password, as `replace_password` does.

        Raises:
            Unavailable: the password changed meanwhile.
        """
        self.proof.use(account)
        replace_password(db, actor, account, self.new_hash)


def prepare_replacement(actor: Actor, credentials: attempts.Credentials, current: str, new: str) -> Replacement:
    """Check the current password, and hash the new one, which must be validated already.

    Raises:
        RuleBroken: the current password is missing or wrong.
        TooMany: too many wrong passwords, or new ones from the network address.
    """
    if not current:
        raise RuleBroken(t(messages.CURRENT_NEEDED))
    passwords.check_limit(actor)
    proof = attempts.confirm(actor, credentials, current, message=messages.WRONG_CURRENT)
    passwords.spend_limit(actor)
    return Replacement(proof, passwords.make_hash(new))


def replace_password(db: Session, actor: Actor, account: Account, new_hash: str) -> None:
    """Set a password, end the account's other sessions, and mail its owner."""
    account.password_hash = new_hash
    account.updated_at = clock.now()
    own = actor.session_id if actor.owns(account.id) else None
    queries.end_sessions(db, account.id, clock.now(), besides=own)
    sessions.renew_generation(db, account.id)
    account_mails.mail_password_changed(db, account)


def _check_given(code: str, new_password: str) -> None:
    missing = [name for name, value in (("otp", code.strip()), ("newPassword", new_password)) if not value]
    if missing:
        raise Invalid(t(messages.RESET_NEEDS), *missing)


def _has_mailed_reset(account: Account) -> bool:
    return account.kind is not AccountKind.ADMIN or account.moderates_only

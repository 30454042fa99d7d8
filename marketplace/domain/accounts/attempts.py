"""Rate limit for wrong passwords, by account and by network address; at the limit even the right one is refused.

A login compares the password with both accounts of an email, buyer and seller, so their attempts are counted together.
"""

from dataclasses import dataclass

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound, NotSignedIn, RuleBroken, Unavailable
from marketplace.db.database import read_only
from marketplace.domain.accounts import messages, passwords, queries
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import Account, AccountKind, AccountStatus
from marketplace.settings import get_settings


def _rules(actor: Actor, kind: AccountKind, email: str) -> list[tuple[str, tuple[str, ...]]]:
    settings = get_settings()
    door = "staff" if kind is AccountKind.ADMIN else "member"
    rules: list[tuple[str, tuple[str, ...]]] = [(settings.limit_login_account, ("login", door, email))]
    if actor.address:
        rules.append((settings.limit_login_address, ("login", actor.address)))
    return rules


def check(actor: Actor, kind: AccountKind, email: str) -> None:
    """Check that another password may be tried.

    Raises:
        TooMany: the limit is reached.
    """
    for rule, key in _rules(actor, kind, email):
        limits.check(rule, *key)


def count_failure(actor: Actor, kind: AccountKind, email: str) -> None:
    """Count a wrong password.

    Raises:
        TooMany: concurrent failures reached the limit.
    """
    for rule, key in reversed(_rules(actor, kind, email)):
        limits.hit(rule, *key)


def check_address(actor: Actor) -> None:
    """Check that the network address may try another password; called before any other work.

    Raises:
        TooMany: the limit is reached.
    """
    if actor.address:
        limits.check(get_settings().limit_login_address, "login", actor.address)


@dataclass(frozen=True, slots=True, repr=False)
class Credentials:
    """Data to compare a password with, read in a short transaction and used outside of any.

    Attributes:
        email: of the account, or as typed if there is none; failures are counted for it.
        stored: the password's hash, UNUSABLE if there is no account.
    """

    kind: AccountKind
    email: str
    stored: str


@dataclass(frozen=True, slots=True, repr=False)
class Proof:
    """A verified password, compared before the transaction that relies on it."""

    stored: str
    renewed: str

    def use(self, account: Account) -> None:
        """Rely on the proof in a transaction, and store a renewed hash.

        Raises:
            Unavailable: the password changed meanwhile; the caller should retry.
        """
        if account.password_hash != self.stored:
            raise Unavailable()
        if self.renewed:
            account.password_hash = self.renewed


def credentials_of(account: Account) -> Credentials:
    """Return an account's credentials."""
    return Credentials(account.kind, account.email, account.password_hash)


OTHER_KINDS = {AccountKind.BUYER: AccountKind.SELLER, AccountKind.SELLER: AccountKind.BUYER}
_OTHER_ACCOUNT = {
    AccountKind.BUYER: ("user", messages.OTHER_BUYER),
    AccountKind.SELLER: ("seller", messages.OTHER_SELLER),
}


def find_proof(
    actor: Actor, credentials: Credentials, password: str, *, other: Credentials | None = None
) -> Proof | None:
    """Compare a password outside of any transaction; a wrong one is counted and returns None.

    Args:
        other: of the account of the other kind with this email, or UNUSABLE, with which a wrong password is compared too. So
            timing does not tell which accounts there are.

    Raises:
        NotSignedIn: the password is that of `other`, whose kind `otherKind` in `extra` names.
        TooMany: too many wrong passwords, including concurrent ones.
    """
    check(actor, credentials.kind, credentials.email)
    found = passwords.compare(credentials.stored, password)
    if not found.matches:
        if other and passwords.compare(other.stored, password).matches:
            check(actor, other.kind, other.email)
            name, message = _OTHER_ACCOUNT[other.kind]
            raise NotSignedIn(t(message), extra={"otherKind": name})
        count_failure(actor, credentials.kind, credentials.email)
        return None
    # Concurrent guesses must not be answered once the limit is reached.
    check(actor, credentials.kind, credentials.email)
    return Proof(credentials.stored, found.renewed)


def confirm(actor: Actor, credentials: Credentials, password: str, *, message: str = "") -> Proof:
    """Check a signed-in person's password before a sensitive action.

    Raises:
        RuleBroken: wrong password.
        TooMany: too many wrong passwords.
    """
    proof = find_proof(actor, credentials, password)
    if proof is None:
        raise RuleBroken(t(message or messages.PASSWORD_WRONG))
    return proof


def find_own(actor: Actor) -> Credentials:
    """Load the caller's credentials in a transaction of its own.

    Raises:
        NotSignedIn: the caller is anonymous.
        NotFound: the account was deleted.
    """
    account_id = actor.require()
    with read_only() as db:
        account = db.get(Account, account_id)
        if account is None:
            raise NotFound(t(messages.NO_ACCOUNT))
        return credentials_of(account)


def lock_own(db: Session, actor: Actor) -> Account:
    """Lock the caller's account until the transaction ends.

    Raises:
        NotSignedIn: the caller is anonymous.
        NotFound: the account was deleted.
    """
    account = queries.lock(db, actor.require())
    if account is None or account.status is AccountStatus.DELETED:
        raise NotFound(t(messages.NO_ACCOUNT))
    return account

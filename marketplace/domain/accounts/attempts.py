"""Failed passwords are counted, for the account and for the network address; at the limit even a right one waits."""

from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain.accounts import messages, passwords
from marketplace.errors import RuleBroken
from marketplace.integrations import limits
from marketplace.models import Account, AccountKind
from marketplace.settings import get_settings
from marketplace.texts import t


def _rules(actor: Actor, kind: AccountKind, email: str) -> list[tuple[str, tuple[str, ...]]]:
    settings = get_settings()
    rules: list[tuple[str, tuple[str, ...]]] = [(settings.limit_login_account, ("login", kind.value, email))]
    if actor.address:
        rules.append((settings.limit_login_address, ("login", actor.address)))
    return rules


def check(actor: Actor, kind: AccountKind, email: str) -> None:
    """Whether another password may be tried.

    Raises:
        TooMany: no, not for a while.
    """
    for rule, key in _rules(actor, kind, email):
        limits.check(rule, *key)


def count_failure(actor: Actor, kind: AccountKind, email: str) -> None:
    """Count a wrong password.

    Raises:
        TooMany: parallel failures reached the limit meanwhile.
    """
    for rule, key in reversed(_rules(actor, kind, email)):
        limits.spend(rule, *key)


def is_password(actor: Actor, account: Account | None, kind: AccountKind, email: str, password: str) -> bool:
    """Whether it is the account's password; a wrong one is counted.

    Raises:
        TooMany: too many wrong ones, before this or, by parallel callers, during it.
    """
    check(actor, kind, email)
    if not passwords.verify(account, password):
        count_failure(actor, kind, email)
        return False
    # Of many guesses at once, none may be answered after the limit was reached.
    check(actor, kind, email)
    return True


def confirm(db: Session, actor: Actor, account: Account, password: str, *, message: str = "") -> None:
    """Ask a signed-in person for the account's password again, before something grave.

    Raises:
        RuleBroken: it is not the password.
        TooMany: too many wrong ones.
    """
    if not is_password(actor, account, account.kind, account.email, password):
        raise RuleBroken(t(message or messages.PASSWORD_WRONG))
    db.flush()

"""Hashing passwords with argon2id, and raising old hashes when the parameters rise."""

from functools import lru_cache

from passlib.context import CryptContext
from passlib.exc import UnknownHashError

from marketplace.models import Account
from marketplace.settings import get_settings

UNUSABLE = "!"


@lru_cache
def _context(time_cost: int, memory_kib: int, parallelism: int) -> CryptContext:
    return CryptContext(
        schemes=["argon2"],
        argon2__type="ID",
        argon2__time_cost=time_cost,
        argon2__memory_cost=memory_kib,
        argon2__parallelism=parallelism,
    )


def _current() -> CryptContext:
    settings = get_settings()
    return _context(settings.argon2_time_cost, settings.argon2_memory_kib, settings.argon2_parallelism)


@lru_cache
def _hash_of_nothing(context: CryptContext) -> str:
    return context.hash("nobody has this password")


def make_hash(password: str) -> str:
    """A salted hash under the present parameters."""
    return _current().hash(password)


def verify(account: Account | None, password: str) -> bool:
    """Whether it is the account's password. Takes the same time when there is no account, or none that can sign in.

    A hash under lower parameters is replaced on the way.
    """
    context = _current()
    # Longer than any that was taken, so never right; and a lone surrogate is no reason to fail.
    secret = password[: get_settings().password_max_length + 1].encode(errors="surrogatepass")
    stored = account.password_hash if account else UNUSABLE
    try:
        valid, raised = context.verify_and_update(secret, stored)
    except UnknownHashError:
        context.verify(secret, _hash_of_nothing(context))
        return False
    if valid and raised and account:
        account.password_hash = raised
    return valid

"""Password hashing with argon2id, and rehashing when the parameters are raised."""

import os
from functools import lru_cache
from threading import BoundedSemaphore
from typing import NamedTuple

from passlib.context import CryptContext
from passlib.exc import UnknownHashError

from marketplace.core.actor import Actor
from marketplace.integrations import limits
from marketplace.settings import get_settings

UNUSABLE = "!"
# One hash occupies a processor and ARGON2_MEMORY_KIB; more in parallel would be no faster.
_semaphore = BoundedSemaphore(os.cpu_count() or 1)


class Comparison(NamedTuple):
    """Whether a password has the hash; `renewed` is one with the current parameters if those of the stored one are weaker, else empty."""

    matches: bool
    renewed: str = ""


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
def _dummy_hash(context: CryptContext) -> str:
    return context.hash("nobody has this password")


def make_hash(password: str) -> str:
    """Hash a password with the current parameters.

    Takes tens of milliseconds, so never call it inside a transaction.
    """
    with _semaphore:
        return _current().hash(password)


def check_limit(actor: Actor) -> None:
    """Check that the network address may set another password; called before any other work.

    Raises:
        TooMany: the limit is reached.
    """
    if actor.address:
        limits.check(get_settings().limit_new_passwords, "new_password", actor.address)


def spend_limit(actor: Actor) -> None:
    """Count a new password, before it is hashed.

    Raises:
        TooMany: too many new passwords from the network address.
    """
    if actor.address:
        limits.hit(get_settings().limit_new_passwords, "new_password", actor.address)


def compare(stored: str, password: str) -> Comparison:
    """Compare a password with a stored hash; takes equally long if the hash is unusable.

    Takes tens of milliseconds, so never call it inside a transaction.
    """
    context = _current()
    # Passwords over the length limit never match; a lone surrogate must not raise.
    secret = password[: get_settings().password_max_length + 1].encode(errors="surrogatepass")
    with _semaphore:
        try:
            matches, renewed = context.verify_and_update(secret, stored)
        except UnknownHashError:
            context.verify(secret, _dummy_hash(context))
            return Comparison(False)
    return Comparison(matches, renewed or "")

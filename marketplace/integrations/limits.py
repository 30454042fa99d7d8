"""Rate limits by the `limits` library: in this process, or in Redis when REDIS_URL is set."""

import math
import time
from functools import lru_cache

from limits import parse
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import MovingWindowRateLimiter

from marketplace.errors import TooMany
from marketplace.settings import get_settings
from marketplace.texts import t


@lru_cache
def _limiter() -> MovingWindowRateLimiter:
    url = get_settings().redis_url
    return MovingWindowRateLimiter(storage_from_string(url) if url else MemoryStorage())


def spend(rule: str, *key: str) -> None:
    """Count one use.

    Args:
        rule: in the notation of `limits`, e.g. "5 per hour"; a field of the settings.
        key: what is limited and for whom, e.g. ("login", account_id).

    Raises:
        TooMany: the limit is reached; carries the seconds until it is not.
    """
    item = parse(rule)
    if not _limiter().hit(item, *key):
        _refuse(rule, *key)


def check(rule: str, *key: str) -> None:
    """Like `spend`, but without counting.

    Raises:
        TooMany: as for `spend`.
    """
    if not _limiter().test(parse(rule), *key):
        _refuse(rule, *key)


def _refuse(rule: str, *key: str) -> None:
    reset = _limiter().get_window_stats(parse(rule), *key).reset_time
    wait = max(1, math.ceil(reset - time.time()))
    raise TooMany(t("That was too often. Please wait {seconds} seconds and try again.", seconds=wait), retry_after=wait)


def forget_all() -> None:
    """Start all windows anew; for tests."""
    _limiter().storage.reset()

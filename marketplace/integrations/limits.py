"""Rate limits by the `limits` library: in this process, or in Redis when REDIS_URL is set."""

import math
import time
from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import TypeVar

import structlog
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import MovingWindowRateLimiter
from redis.exceptions import ConnectionError, RedisError, TimeoutError

from marketplace.errors import TooMany
from marketplace.settings import get_settings
from marketplace.texts import tn

_TIMEOUT_S = 1.0
# How long a Redis that did not answer is left alone; longer than finding out takes.
_AWAY_S = 5.0
# Longer waits are told in minutes.
_IN_SECONDS = 90
log = structlog.get_logger()
Result = TypeVar("Result")


@lru_cache
def _limiter() -> MovingWindowRateLimiter:
    url = get_settings().redis_url
    if not url:
        return _stand_in()
    options = {"socket_timeout": _TIMEOUT_S, "socket_connect_timeout": _TIMEOUT_S}
    return MovingWindowRateLimiter(storage_from_string(url, **options))


@lru_cache
def _stand_in() -> MovingWindowRateLimiter:
    return MovingWindowRateLimiter(MemoryStorage())


class _Reach:
    """Whether Redis is worth asking: of those who come while it says nothing, one now and then waits to find that out.

    Limits are asked inside of units of work, and on SQLite all who write wait for the one that waits for Redis.
    """

    def __init__(self):
        self._lock = Lock()
        self._until: float | None = None

    def may_be_asked(self) -> bool:
        """Whether whoever calls should ask it; they say afterwards what came of it."""
        if self._until is None:
            return True
        with self._lock:
            now = time.monotonic()
            if self._until is not None and now < self._until:
                return False
            # Those who come while this one asks need not wait with it.
            self._until = now + _AWAY_S
            return True

    def note_answer(self) -> None:
        """It answered."""
        self._until = None

    def note_silence(self) -> None:
        """It did not."""
        self._until = time.monotonic() + _AWAY_S


_redis = _Reach()


def _ask(question: Callable[[MovingWindowRateLimiter], Result]) -> Result:
    """While Redis is away each worker counts for itself: a limit is looser then, but never gone."""
    if _redis.may_be_asked():
        try:
            answer = question(_limiter())
        except RedisError as error:
            log.warning("limits_counted_here", error=str(error))
            # What answers that it can't is there.
            is_away = isinstance(error, ConnectionError | TimeoutError)
            (_redis.note_silence if is_away else _redis.note_answer)()
        else:
            _redis.note_answer()
            return answer
    return question(_stand_in())


def spend(rule: str, *key: str) -> None:
    """Count one use.

    Args:
        rule: in the notation of `limits`, e.g. "5 per hour"; a field of the settings.
        key: what is limited and for whom, e.g. ("login", account_id).

    Raises:
        TooMany: the limit is reached; carries the seconds until it is not.
    """
    item = parse(rule)
    if not _ask(lambda limiter: limiter.hit(item, *key)):
        _refuse(item, *key)


def check(rule: str, *key: str) -> None:
    """Like `spend`, but without counting.

    Raises:
        TooMany: as for `spend`.
    """
    item = parse(rule)
    if not _ask(lambda limiter: limiter.test(item, *key)):
        _refuse(item, *key)


def _refuse(item: RateLimitItem, *key: str) -> None:
    reset = _ask(lambda limiter: limiter.get_window_stats(item, *key)).reset_time
    wait = max(1, math.ceil(reset - time.time()))
    raise TooMany(_sentence(wait), retry_after=wait)


def _sentence(wait: int) -> str:
    if wait > _IN_SECONDS:
        # One minute cannot come of it, but other languages have more forms than two.
        return tn(
            "That was too often. Please wait {count} minute and try again.",
            "That was too often. Please wait {count} minutes and try again.",
            math.ceil(wait / 60),
        )
    return tn(
        "That was too often. Please wait {count} second and try again.",
        "That was too often. Please wait {count} seconds and try again.",
        wait,
    )


def forget_all() -> None:
    """Start all windows anew; for tests."""
    for limiter in (_limiter(), _stand_in()):
        limiter.storage.reset()

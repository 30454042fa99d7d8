"""Rate limits with the library `limits`: counted in this process, or in Redis if REDIS_URL is set."""

import math
import time
from collections.abc import Callable
from functools import lru_cache
from threading import Lock, Timer
from typing import TypeVar

import structlog
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import FixedWindowRateLimiter, MovingWindowRateLimiter
from redis.exceptions import ConnectionError, RedisError, TimeoutError

from marketplace.core.errors import TooMany
from marketplace.i18n.texts import tn
from marketplace.settings import get_settings

_TIMEOUT_S = 1.0
# After Redis failed to answer, it is not used for this long. Must be longer than its timeout.
_RETRY_S = 5.0
# Longer waits are shown in minutes.
_MAX_SHOWN_SECONDS = 90
EXPIRY_INTERVAL_S = 60.0
log = structlog.get_logger()
Result = TypeVar("Result")


class _RepeatingTimer(Timer):
    """Calls its function again and again, not only once."""

    def run(self) -> None:
        while not self.finished.wait(self.interval):
            self.function()


class _Memory(MemoryStorage):
    """Removes expired entries once a minute.

    `MemoryStorage` of limits 5.8 starts a thread after a hit that goes through all keys, unless its timer is still alive. So
    every use would cost more the more people there are.
    """

    def __init__(self) -> None:
        super().__init__()
        self.timer = _RepeatingTimer(EXPIRY_INTERVAL_S, self.timer.function)
        self.timer.daemon = True
        self.timer.start()


@lru_cache
def _limiter() -> MovingWindowRateLimiter:
    url = get_settings().redis_url
    if not url:
        return _fallback()
    options = {"socket_timeout": _TIMEOUT_S, "socket_connect_timeout": _TIMEOUT_S}
    return MovingWindowRateLimiter(storage_from_string(url, **options))


@lru_cache
def _fallback() -> MovingWindowRateLimiter:
    return MovingWindowRateLimiter(_Memory())


_parse = lru_cache(parse)


@lru_cache
def _local() -> FixedWindowRateLimiter:
    return FixedWindowRateLimiter(_Memory())


class _CircuitBreaker:
    """Stops using Redis while it does not answer, except for one attempt every `_RETRY_S`.

    Limits are checked inside of units of work, and on SQLite all writers wait for one that waits for Redis.
    """

    def __init__(self):
        self._lock = Lock()
        self._retry_at: float | None = None

    def allows_attempt(self) -> bool:
        """Return whether the caller should try Redis, and then call `record_success` or `record_failure`."""
        if self._retry_at is None:
            return True
        with self._lock:
            now = time.monotonic()
            if self._retry_at is not None and now < self._retry_at:
                return False
            # Concurrent callers do not wait for this attempt.
            self._retry_at = now + _RETRY_S
            return True

    def record_success(self) -> None:
        """Close the circuit: every call tries Redis again."""
        self._retry_at = None

    def record_failure(self) -> None:
        """Stop using Redis for `_RETRY_S`."""
        self._retry_at = time.monotonic() + _RETRY_S


_redis = _CircuitBreaker()


def _with_fallback(operation: Callable[[MovingWindowRateLimiter], Result]) -> Result:
    """Call the operation with the shared limiter. While Redis is unavailable, each worker counts separately instead."""
    if _redis.allows_attempt():
        try:
            result = operation(_limiter())
        except RedisError as error:
            log.warning("limits_counted_locally", error=str(error))
            # A Redis that answers with an error is reachable.
            is_unreachable = isinstance(error, ConnectionError | TimeoutError)
            (_redis.record_failure if is_unreachable else _redis.record_success)()
        else:
            _redis.record_success()
            return result
    return operation(_fallback())


def hit(rule: str, *key: str) -> None:
    """Count one use of a rate limit.

    Args:
        rule: the limit in the notation of the library, for example "5 per hour"; a setting.
        key: the limited action and the id of the caller, for example ("login", account_id).

    Raises:
        TooMany: the limit is reached; its `retry_after` is the remaining time in seconds.
    """
    item = parse(rule)
    if not _with_fallback(lambda limiter: limiter.hit(item, *key)):
        _refuse(item, *key)


def hit_locally(rule: str, *key: str, cost: int = 1) -> float:
    """Count one use in this process only, in fixed windows. It does no I/O, so the event loop may call it.

    Args:
        rule: as for `hit`.
        key: as for `hit`.
        cost: number of uses to count; capped at the limit, so that a single call can use up at most one window.

    Returns:
        0 if the use is allowed, else the seconds until the next window.
    """
    item = _parse(rule)
    if _local().hit(item, *key, cost=min(cost, item.amount)):
        return 0.0
    return max(0.01, _local().get_window_stats(item, *key).reset_time - time.time())


def check(rule: str, *key: str) -> None:
    """Check a rate limit like `hit`, without counting a use.

    Raises:
        TooMany: as for `hit`.
    """
    item = parse(rule)
    if not _with_fallback(lambda limiter: limiter.test(item, *key)):
        _refuse(item, *key)


def _refuse(item: RateLimitItem, *key: str) -> None:
    reset = _with_fallback(lambda limiter: limiter.get_window_stats(item, *key)).reset_time
    wait = max(1, math.ceil(reset - time.time()))
    raise TooMany(_message(wait), retry_after=wait)


def _message(wait: int) -> str:
    if wait > _MAX_SHOWN_SECONDS:
        # The singular never occurs, but the plural forms of other languages depend on both texts.
        return tn(
            "Too many requests. Please try again in {count} minute.",
            "Too many requests. Please try again in {count} minutes.",
            math.ceil(wait / 60),
        )
    return tn(
        "Too many requests. Please try again in {count} second.",
        "Too many requests. Please try again in {count} seconds.",
        wait,
    )


def reset_all() -> None:
    """Reset all rate limits; for tests."""
    for limiter in (_limiter(), _fallback(), _local()):
        limiter.storage.reset()

"""Tests of rate limits, in one process and shared through Redis."""

import contextlib
import socket
import threading
import time
import uuid

import pytest
from redis import Redis
from redis.exceptions import ConnectionError, ResponseError

from marketplace.core.errors import TooMany
from marketplace.integrations import limits
from marketplace.settings import get_settings
from tests.integrations.test_pubsub import redis_url  # noqa: F401 - a fixture
from tests.servers import until


@pytest.fixture
def key():
    limits.reset_all()
    yield uuid.uuid4().hex
    limits._limiter.cache_clear()


@pytest.fixture
def workers(redis_url: str, monkeypatch: pytest.MonkeyPatch):  # noqa: F811
    """Return a function that switches to a new limiter on the same Redis, like another worker."""
    monkeypatch.setattr(get_settings(), "redis_url", redis_url)
    limits._limiter.cache_clear()
    yield limits._limiter.cache_clear
    for name in Redis.from_url(redis_url).scan_iter("LIMITS:*"):
        Redis.from_url(redis_url).delete(name)


def test_limit_is_counted_in_one_process(key: str):
    for _ in range(3):
        limits.hit("3 per hour", "codes", key)
    with pytest.raises(TooMany) as refused:
        limits.hit("3 per hour", "codes", key)
    assert 3_500 < (refused.value.retry_after or 0) <= 3_600
    limits.hit("3 per hour", "codes", "somebody else")
    limits.hit("3 per hour", "messages", key)


def test_uses_start_no_threads(key: str, monkeypatch: pytest.MonkeyPatch):
    limits.hit("9 per hour", "codes", key)
    limits.hit_locally("9 per hour", "codes", key)
    # Longer than the library waits before it looks for expired entries.
    time.sleep(0.1)
    started: list[threading.Thread] = []
    start = threading.Thread.start
    monkeypatch.setattr(threading.Thread, "start", lambda thread: (started.append(thread), start(thread)))
    for number in range(9):
        limits.hit("9 per hour", "codes", f"{key}{number}")
        limits.hit_locally("9 per hour", "codes", f"{key}{number}")
    assert not started


def test_expired_uses_are_removed(key: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "redis_url", None)
    monkeypatch.setattr(limits, "EXPIRY_INTERVAL_S", 0.05)
    limits._fallback.cache_clear()
    limits._limiter.cache_clear()
    limits.hit("9 per second", "codes", key)
    storage = limits._limiter().storage
    assert isinstance(storage, limits.MemoryStorage)
    assert any(storage.events.values())
    until(lambda: not any(storage.events.values()))
    limits._fallback.cache_clear()


def test_check_does_not_count(key: str):
    for _ in range(5):
        limits.check("1 per hour", "codes", key)
    limits.hit("1 per hour", "codes", key)
    with pytest.raises(TooMany):
        limits.check("1 per hour", "codes", key)


def test_workers_share_the_count_through_redis(workers, key: str):
    limits.hit("2 per hour", "codes", key)
    workers()
    limits.hit("2 per hour", "codes", key)
    workers()
    for refused in (limits.hit, limits.check):
        with pytest.raises(TooMany) as told:
            refused("2 per hour", "codes", key)
        assert told.value.retry_after


class Silent:
    """A server that accepts connections and never answers.

    Attributes:
        asked: set whenever somebody asked it something.
        connections: those it took.
    """

    def __init__(self):
        self.asked, self.connections = threading.Event(), []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self._listening.getsockname()[1]}/0"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                self.connections.append(self._listening.accept()[0])
                self.connections[-1].recv(1)
                self.asked.set()

    def hang_up(self) -> None:
        """Close all open connections."""
        for each in self.connections:
            each.close()

    def close(self) -> None:
        """Stop accepting connections."""
        # `close` alone does not wake the accepting thread.
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.hang_up()


@pytest.fixture
def silent(key: str, monkeypatch: pytest.MonkeyPatch):
    made = Silent()
    monkeypatch.setattr(get_settings(), "redis_url", made.url)
    monkeypatch.setattr(limits, "_TIMEOUT_S", 0.2)
    monkeypatch.setattr(limits, "_RETRY_S", 3_600)
    limits._limiter.cache_clear()
    yield made
    made.close()
    limits._redis.record_success()


def test_only_one_caller_waits_for_unresponsive_redis(silent: Silent, key: str):
    for _ in range(3):
        limits.check("3 per hour", "codes", key)
        limits.hit("3 per hour", "codes", key)
    # Counted locally, so the limit still exists.
    with pytest.raises(TooMany):
        limits.check("3 per hour", "codes", key)
    assert len(silent.connections) == 1


def test_callers_do_not_wait_for_the_retry(silent: Silent, key: str, monkeypatch):
    limits.hit("9 per hour", "codes", key)
    monkeypatch.setattr(limits, "_TIMEOUT_S", 60)
    limits._limiter.cache_clear()
    limits._redis._retry_at = 0
    silent.asked.clear()
    asker = threading.Thread(target=limits.hit, args=("9 per hour", "codes", key), daemon=True)
    asker.start()
    assert silent.asked.wait(30)
    limits.hit("9 per hour", "codes", key)
    assert asker.is_alive()
    silent.hang_up()
    asker.join(30)
    assert not asker.is_alive()
    assert len(silent.connections) == 2


class Counting:
    """A limiter that succeeds or fails, and counts its calls."""

    def __init__(self):
        self.failure: Exception | None = None
        self.asked = 0

    def hit(self, *_args: object) -> bool:
        self.asked += 1
        if self.failure:
            raise self.failure
        return True


@pytest.fixture
def redis(key: str, monkeypatch: pytest.MonkeyPatch):
    made = Counting()
    monkeypatch.setattr(limits, "_limiter", lambda: made)
    yield made
    limits._redis.record_success()


def hit_twice(key: str) -> None:
    for _ in range(2):
        limits.hit("9 per hour", "codes", key)


def test_redis_is_retried_after_a_while(redis: Counting, key: str):
    redis.failure = ConnectionError("away")
    hit_twice(key)
    assert redis.asked == 1
    limits._redis._retry_at = 0
    hit_twice(key)
    assert redis.asked == 2
    redis.failure = None
    limits._redis._retry_at = 0
    hit_twice(key)
    assert redis.asked == 4


def test_redis_that_answers_with_an_error_is_used_at_once(redis: Counting, key: str):
    redis.failure = ResponseError("OOM command not allowed")
    hit_twice(key)
    assert redis.asked == 2

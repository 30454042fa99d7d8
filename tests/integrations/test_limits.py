"""Limits hold for one process, and for all workers together where there is a Redis."""

import uuid

import pytest
from redis import Redis

from marketplace.errors import TooMany
from marketplace.integrations import limits
from marketplace.settings import get_settings
from tests.integrations.test_pubsub import redis_url  # noqa: F401 - a fixture


@pytest.fixture
def key():
    limits.forget_all()
    yield uuid.uuid4().hex
    limits._limiter.cache_clear()


@pytest.fixture
def workers(redis_url: str, monkeypatch: pytest.MonkeyPatch):  # noqa: F811
    """Gives what another worker has: a limiter of its own on the same Redis."""
    monkeypatch.setattr(get_settings(), "redis_url", redis_url)
    limits._limiter.cache_clear()
    yield limits._limiter.cache_clear
    for name in Redis.from_url(redis_url).scan_iter("LIMITS:*"):
        Redis.from_url(redis_url).delete(name)


def test_in_one_process(key: str):
    for _ in range(3):
        limits.spend("3 per hour", "codes", key)
    with pytest.raises(TooMany) as refused:
        limits.spend("3 per hour", "codes", key)
    assert 3_500 < (refused.value.retry_after or 0) <= 3_600
    limits.spend("3 per hour", "codes", "somebody else")
    limits.spend("3 per hour", "messages", key)


def test_looking_does_not_count(key: str):
    for _ in range(5):
        limits.check("1 per hour", "codes", key)
    limits.spend("1 per hour", "codes", key)
    with pytest.raises(TooMany):
        limits.check("1 per hour", "codes", key)


def test_workers_count_together(workers, key: str):
    limits.spend("2 per hour", "codes", key)
    workers()
    limits.spend("2 per hour", "codes", key)
    workers()
    for refused in (limits.spend, limits.check):
        with pytest.raises(TooMany) as told:
            refused("2 per hour", "codes", key)
        assert told.value.retry_after

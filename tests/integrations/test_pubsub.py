"""Events between workers: in process, and through a real Redis."""

import os
from queue import Empty, Queue

import pytest
from redis import Redis
from redis.exceptions import RedisError

from marketplace.events import Event
from marketplace.integrations import pubsub
from tests.conftest import REQUIRE_SERVICES

REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/15")
WAIT_S = 10


@pytest.fixture
def redis_url():
    try:
        Redis.from_url(REDIS, socket_connect_timeout=1).ping()
    except RedisError as error:
        if REQUIRE_SERVICES:
            raise
        pytest.skip(f"no Redis to test with: {error}")
    return REDIS


def test_in_process_reaches_every_subscriber_until_it_ends():
    carrier, first, second = pubsub.InProcess(), [], []
    end = carrier.subscribe(first.append)
    carrier.subscribe(second.append)
    carrier.publish(Event("chat", ("a",), "c"))
    end()
    end()
    carrier.publish(Event("chat", ("b",)))
    assert first == [Event("chat", ("a",), "c")]
    assert len(second) == 2


def test_a_subscriber_that_fails_harms_nobody():
    carrier, seen = pubsub.InProcess(), []
    carrier.subscribe(lambda event: 1 / 0)
    carrier.subscribe(seen.append)
    carrier.publish(Event("chat"))
    assert seen == [Event("chat")]


def test_redis_reaches_both_workers_once_each(redis_url):
    here, there = pubsub.ThroughRedis(redis_url), pubsub.ThroughRedis(redis_url)
    own, other = Queue(), Queue()
    try:
        here.subscribe(own.put)
        there.subscribe(other.put)
        assert here.ready.wait(WAIT_S)
        assert there.ready.wait(WAIT_S)
        here.publish(Event("chat", ("a", "b"), "c"))
        there.publish(Event("ads", ("x",)))
        # The last one in shows that nothing else came before it.
        for queue, order in ((own, ["chat", "ads"]), (other, ["chat", "ads"])):
            seen = [queue.get(timeout=WAIT_S) for _ in range(2)]
            assert sorted(event.topic for event in seen) == sorted(order)
            with pytest.raises(Empty):
                queue.get_nowait()
    finally:
        here.close()
        there.close()


def test_redis_away_is_no_error():
    carrier, seen = pubsub.ThroughRedis("redis://127.0.0.1:1/0"), []
    carrier._here.subscribe(seen.append)
    carrier.publish(Event("chat"))
    assert seen == [Event("chat")]
    carrier.close()


def test_events_travel_and_come_back_as_they_were():
    event = Event("typing", ("a", "ü"), "c")
    assert pubsub.decode(pubsub.encode(event, "me").encode()) == (event, "me")


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"\xff", b'["o","t",5,"s"]', b"null"])
def test_rubbish_is_passed_over(data):
    assert pubsub.decode(data)[0] is None

"""Tests of publish/subscribe, in process and through a real Redis."""

import os
from queue import Empty, Queue
from urllib.parse import urlsplit

import pytest
from redis import Redis
from redis.exceptions import RedisError

from marketplace.core import events, ids
from marketplace.core.events import Event
from marketplace.integrations import pubsub
from tests import services
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


def test_in_process_reaches_all_subscribers_until_they_unsubscribe():
    carrier, first, second = pubsub.InProcessPubSub(), [], []
    end = carrier.subscribe(first.append)
    carrier.subscribe(second.append)
    carrier.publish(Event("chat", ("a",), "c"))
    end()
    end()
    carrier.publish(Event("chat", ("b",)))
    assert first == [Event("chat", ("a",), "c")]
    assert len(second) == 2


def test_failing_subscriber_does_not_affect_others():
    carrier, seen = pubsub.InProcessPubSub(), []
    carrier.subscribe(lambda event: 1 / 0)
    carrier.subscribe(seen.append)
    carrier.publish(Event("chat"))
    assert seen == [Event("chat")]


def test_redis_reaches_each_worker_once(redis_url):
    here, there = pubsub.RedisPubSub(redis_url), pubsub.RedisPubSub(redis_url)
    own, other = Queue(), Queue()
    try:
        here.subscribe(own.put)
        there.subscribe(other.put)
        assert here.ready.wait(WAIT_S)
        assert there.ready.wait(WAIT_S)
        here.publish(Event("chat", ("a", "b"), "c"))
        there.publish(Event("ads", ("x",)))
        # Once the last event has arrived, no earlier one can be missing.
        for queue, order in ((own, ["chat", "ads"]), (other, ["chat", "ads"])):
            seen = [queue.get(timeout=WAIT_S) for _ in range(2)]
            assert sorted(event.topic for event in seen) == sorted(order)
            with pytest.raises(Empty):
                queue.get_nowait()
    finally:
        here.close()
        there.close()


@pytest.fixture
def hasty(monkeypatch):
    """Use a separate channel and short timeouts."""
    monkeypatch.setattr(pubsub, "CHANNEL", ids.new_id())
    for name, seconds in {"_POLL_S": 0.05, "_PING_AFTER_S": 0.2, "_TIMEOUT_S": 0.5, "_RETRY_S": 0.1}.items():
        monkeypatch.setattr(pubsub, name, seconds)


@pytest.fixture
def gate(redis_url):
    with services.gate(urlsplit(redis_url).port or 6379) as made:
        yield made


@pytest.fixture
def apart(redis_url, gate, hasty):
    """A subscriber behind the gate, the events it received, and a publisher with a direct connection."""
    address = urlsplit(redis_url)._replace(netloc=f"127.0.0.1:{gate.port}").geturl()
    listener, speaker, heard = pubsub.RedisPubSub(address), pubsub.RedisPubSub(redis_url), Queue()
    listener.subscribe(heard.put)
    assert listener.ready.wait(WAIT_S)
    yield listener, heard, speaker
    listener.close()
    speaker.close()


@pytest.mark.timeout(60)
@pytest.mark.parametrize("lost", ["silently", "openly"])
def test_reconnect_publishes_missed(gate, apart, lost):
    _, heard, speaker = apart
    speaker.publish(Event("chat", ("a",), "before"))
    assert heard.get(timeout=WAIT_S).subject == "before"
    if lost == "silently":
        gate.fall_silent()
    else:
        gate.stop()
    speaker.publish(Event("chat", ("a",), "meanwhile"))
    if lost == "openly":
        gate.start()
    # The events in between are lost, so `missed` is published.
    assert heard.get(timeout=WAIT_S) == Event(events.MISSED)
    speaker.publish(Event("chat", ("a",), "after"))
    assert heard.get(timeout=WAIT_S).subject == "after"


@pytest.mark.timeout(60)
def test_unresponsive_redis_is_detected(gate, apart):
    listener, heard, _ = apart
    gate.fall_silent(for_good=True)
    services.wait_for(lambda: not listener.ready.is_set(), "silence")
    gate.hear_again()
    assert heard.get(timeout=WAIT_S) == Event(events.MISSED)
    assert listener.ready.wait(WAIT_S)


@pytest.mark.timeout(60)
def test_quiet_channel_is_kept(gate, apart):
    _, heard, speaker = apart
    before = gate.count
    with pytest.raises(Empty):
        heard.get(timeout=2)
    speaker.publish(Event("chat", ("a",), "at last"))
    assert heard.get(timeout=WAIT_S).subject == "at last"
    assert gate.count == before


@pytest.mark.timeout(60)
def test_failed_publish_is_followed_by_missed(gate, apart, redis_url):
    speaker, _, _ = apart
    other, heard = pubsub.RedisPubSub(redis_url), Queue()
    try:
        other.subscribe(heard.put)
        assert other.ready.wait(WAIT_S)
        gate.fall_silent(for_good=True)
        speaker.publish(Event("chat", ("a",), "lost"))
        gate.hear_again()
        speaker.publish(Event("chat", ("a",), "after"))
        assert heard.get(timeout=WAIT_S) == Event(events.MISSED)
        assert heard.get(timeout=WAIT_S).subject == "after"
    finally:
        other.close()


def test_publishing_without_redis_does_not_raise():
    carrier, seen = pubsub.RedisPubSub("redis://127.0.0.1:1/0"), []
    carrier._local.subscribe(seen.append)
    carrier.publish(Event("chat"))
    assert seen == [Event("chat")]
    carrier.close()


def test_encode_and_decode_are_inverse():
    event = Event("typing", ("a", "ü"), "c")
    assert pubsub.decode(pubsub.encode(event, "me").encode()) == (event, "me")


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"\xff", b'["o","t",5,"s"]', b"null"])
def test_invalid_messages_are_ignored(data):
    assert pubsub.decode(data)[0] is None

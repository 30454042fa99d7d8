"""Publish/subscribe of domain events: within this process, and between workers through Redis if REDIS_URL is set."""

import json
import time
from collections.abc import Callable
from functools import lru_cache
from threading import Event as Flag
from threading import Thread
from typing import Protocol

import structlog
from redis import Redis
from redis.backoff import NoBackoff
from redis.client import PubSub as Channel
from redis.exceptions import RedisError, TimeoutError
from redis.retry import Retry

from marketplace.core import ids
from marketplace.core.events import MISSED, Event
from marketplace.settings import get_settings

CHANNEL = "marketplace:events"
_RETRY_S = 1.0
_POLL_S = 0.5
_TIMEOUT_S = 2.0
# After this long without a message, send PING to detect a lost connection.
_PING_AFTER_S = 5.0
log = structlog.get_logger()

Subscriber = Callable[[Event], object]


class PubSub(Protocol):
    """Passes every published event once to every subscriber of every worker."""

    def publish(self, event: Event) -> None:
        """Publish an event. Never raises, because the event's transaction is committed already."""
        ...

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call the subscriber, in any thread, for each event. Return a function that unsubscribes it."""
        ...

    def close(self) -> None:
        """Close connections and stop threads."""
        ...


class InProcessPubSub:
    """For a single worker: calls subscribers in the publishing thread."""

    def __init__(self) -> None:
        self._subscribers: list[Subscriber] = []

    def publish(self, event: Event) -> None:
        """Call all subscribers of this process."""
        for subscriber in list(self._subscribers):
            try:
                subscriber(event)
            except Exception:
                log.exception("subscriber_failed", topic=event.topic)

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call the subscriber for each event. Return a function that unsubscribes it."""
        self._subscribers.append(subscriber)
        return lambda: self._subscribers.remove(subscriber) if subscriber in self._subscribers else None

    def close(self) -> None:
        """Remove all subscribers."""
        self._subscribers.clear()


class RedisPubSub:
    """For several workers: calls this worker's subscribers directly, and reaches the others through a Redis channel.

    While Redis is unavailable, events reach this worker only. When it is back, workers that may have missed events get the
    event `missed`.
    """

    def __init__(self, url: str) -> None:
        self._local = InProcessPubSub()
        self._origin = ids.new_id()
        # The sender reconnects once at most, so that publishing does not delay a commit for long. The receiver must not
        # reconnect silently, because it would miss events.
        self._sender, self._receiver = (
            Redis.from_url(
                url,
                socket_timeout=_TIMEOUT_S,
                socket_connect_timeout=_TIMEOUT_S,
                socket_keepalive=True,
                retry=Retry(NoBackoff(), retries),
            )
            for retries in (1, 0)
        )
        self._closing = Flag()
        self.ready = Flag()
        self._was_connected = False
        self._missed_a_publish = False
        self._thread: Thread | None = None

    def publish(self, event: Event) -> None:
        """Call this worker's subscribers, then send the event to the other workers."""
        self._local.publish(event)
        try:
            if self._missed_a_publish:
                self._sender.publish(CHANNEL, encode(Event(MISSED), self._origin))
                self._missed_a_publish = False
            self._sender.publish(CHANNEL, encode(event, self._origin))
        except RedisError as error:
            self._missed_a_publish = True
            log.warning("publish_failed", topic=event.topic, error=str(error))

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call the subscriber for each event. Return a function that unsubscribes it."""
        unsubscribe = self._local.subscribe(subscriber)
        if self._thread is None:
            self._thread = Thread(target=self._listen, name="pubsub", daemon=True)
            self._thread.start()
        return unsubscribe

    def close(self) -> None:
        """Stop the thread and close the connections."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join(_POLL_S + _TIMEOUT_S)
        self._local.close()
        self._sender.close()
        self._receiver.close()

    def _listen(self) -> None:
        while not self._closing.is_set():
            try:
                with self._receiver.pubsub(ignore_subscribe_messages=False) as channel:
                    channel.subscribe(CHANNEL)
                    self._receive(channel)
            except RedisError as error:
                self.ready.clear()
                log.warning("pubsub_connection_lost", error=str(error))
                self._closing.wait(_RETRY_S)

    def _receive(self, channel: Channel) -> None:
        last_message, has_pinged = time.monotonic(), False
        while not self._closing.is_set():
            message = channel.get_message(timeout=_POLL_S)
            quiet_s = time.monotonic() - last_message
            if message is not None:
                last_message, has_pinged = time.monotonic(), False
                self._handle(message)
            elif has_pinged and quiet_s > _PING_AFTER_S + _TIMEOUT_S:
                raise TimeoutError("no answer")
            elif not has_pinged and quiet_s > _PING_AFTER_S:
                channel.ping()
                has_pinged = True

    def _handle(self, message: dict) -> None:
        if message["type"] == "subscribe":
            self.ready.set()
            if self._was_connected:
                self._local.publish(Event(MISSED))
            self._was_connected = True
        elif message["type"] == "message":
            event, origin = decode(message["data"])
            if event is not None and origin != self._origin:
                self._local.publish(event)


def encode(event: Event, origin: str) -> str:
    """Serialize an event, with the id of the worker that sends it."""
    return json.dumps([origin, event.topic, event.account_ids, event.subject])


def decode(data: bytes) -> tuple[Event | None, str]:
    """Return the event and the id of its sender; None as the event if another version sent an unknown format."""
    try:
        origin, topic, account_ids, subject = json.loads(data)
        return Event(str(topic), tuple(map(str, account_ids)), str(subject)), str(origin)
    except (ValueError, TypeError):
        log.warning("event_format_unknown")
        return None, ""


@lru_cache
def get_pubsub() -> PubSub:
    """Return the implementation that the settings select."""
    url = get_settings().redis_url
    return RedisPubSub(url) if url else InProcessPubSub()

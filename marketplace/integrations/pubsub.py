"""Carries what happened to every worker: within this process, and through Redis where REDIS_URL is set."""

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

from marketplace import ids
from marketplace.events import MISSED, Event
from marketplace.settings import get_settings

CHANNEL = "marketplace:events"
_RETRY_S = 1.0
_POLL_S = 0.5
_TIMEOUT_S = 2.0
# One that only listens notices by asking that nobody is there any more.
_QUIET_S = 5.0
log = structlog.get_logger()

Subscriber = Callable[[Event], object]


class PubSub(Protocol):
    """Hands every published event to every subscriber of every worker, once each."""

    def publish(self, event: Event) -> None:
        """Tell all; never raises, for the commit it tells of stands."""
        ...

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call the subscriber, in any thread, for each event from now on; the answer ends that."""
        ...

    def close(self) -> None:
        """Let go of connections and threads."""
        ...


class InProcess:
    """For one worker: subscribers are called in the thread that published."""

    def __init__(self) -> None:
        self._subscribers: list[Subscriber] = []

    def publish(self, event: Event) -> None:
        """Tell all of this process."""
        for subscriber in list(self._subscribers):
            try:
                subscriber(event)
            except Exception:
                log.exception("subscriber_failed", topic=event.topic)

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call the subscriber for each event from now on; the answer ends that."""
        self._subscribers.append(subscriber)
        return lambda: self._subscribers.remove(subscriber) if subscriber in self._subscribers else None

    def close(self) -> None:
        """Forget the subscribers."""
        self._subscribers.clear()


class ThroughRedis:
    """For several workers: this one's subscribers are told at once, the others' through a Redis channel.

    What is published while Redis is away, or does not answer, reaches this worker only. Once it is back, whoever may have
    missed something hears of that.
    """

    def __init__(self, url: str) -> None:
        self._here = InProcess()
        self._origin = ids.new_id()
        # Publishing must not hold a commit up for long: a connection that has died is replaced once, and that is all. What
        # listens must not be replaced unseen.
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
        self._has_listened = False
        self._has_failed = False
        self._thread: Thread | None = None

    def publish(self, event: Event) -> None:
        """Tell this worker, then the others."""
        self._here.publish(event)
        try:
            if self._has_failed:
                self._sender.publish(CHANNEL, encode(Event(MISSED), self._origin))
                self._has_failed = False
            self._sender.publish(CHANNEL, encode(event, self._origin))
        except RedisError as error:
            self._has_failed = True
            log.warning("publish_failed", topic=event.topic, error=str(error))

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call the subscriber for each event from now on; the answer ends that."""
        end = self._here.subscribe(subscriber)
        if self._thread is None:
            self._thread = Thread(target=self._listen, name="pubsub", daemon=True)
            self._thread.start()
        return end

    def close(self) -> None:
        """End the thread and the connections."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join(_POLL_S + _TIMEOUT_S)
        self._here.close()
        self._sender.close()
        self._receiver.close()

    def _listen(self) -> None:
        while not self._closing.is_set():
            try:
                with self._receiver.pubsub(ignore_subscribe_messages=False) as channel:
                    channel.subscribe(CHANNEL)
                    self._hear(channel)
            except RedisError as error:
                self.ready.clear()
                log.warning("pubsub_lost", error=str(error))
                self._closing.wait(_RETRY_S)

    def _hear(self, channel: Channel) -> None:
        heard, asked = time.monotonic(), False
        while not self._closing.is_set():
            message = channel.get_message(timeout=_POLL_S)
            quiet_s = time.monotonic() - heard
            if message is not None:
                heard, asked = time.monotonic(), False
                self._take(message)
            elif asked and quiet_s > _QUIET_S + _TIMEOUT_S:
                raise TimeoutError("no answer")
            elif not asked and quiet_s > _QUIET_S:
                channel.ping()
                asked = True

    def _take(self, message: dict) -> None:
        if message["type"] == "subscribe":
            self.ready.set()
            if self._has_listened:
                self._here.publish(Event(MISSED))
            self._has_listened = True
        elif message["type"] == "message":
            event, origin = decode(message["data"])
            if event is not None and origin != self._origin:
                self._here.publish(event)


def encode(event: Event, origin: str) -> str:
    """An event as it travels, with the worker it comes from."""
    return json.dumps([origin, event.topic, event.account_ids, event.subject])


def decode(data: bytes) -> tuple[Event | None, str]:
    """The event and where it comes from; None for what another version may have sent."""
    try:
        origin, topic, account_ids, subject = json.loads(data)
        return Event(str(topic), tuple(map(str, account_ids)), str(subject)), str(origin)
    except (ValueError, TypeError):
        log.warning("event_not_understood")
        return None, ""


@lru_cache
def get_pubsub() -> PubSub:
    """The one of this process, by the settings."""
    url = get_settings().redis_url
    return ThroughRedis(url) if url else InProcess()

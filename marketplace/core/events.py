"""Domain events: recorded in a unit of work, passed to subscribers after its commit."""

from collections.abc import Callable
from dataclasses import dataclass

import structlog
from sqlmodel import Session

MISSED = "missed"
_KEY = "events"
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Event:
    """A change that these accounts can see. Events contain ids only, no texts and no names.

    Attributes:
        topic: the kind of object that changed: `chat`, `read` (by the account itself), `receipts` (of the other party), `enquiries`,
            `deals`, `ads`, `wishlist`, `searches`, `notices`, `account`, `typing`, `mail`, `jobs`, `public` (data that everyone
            sees), `missed` (events of any topic may have been lost).
        account_ids: the accounts whose open tabs should reload.
        subject: id of the object that changed, so that a tab can check whether it shows it.
    """

    topic: str
    account_ids: tuple[str, ...] = ()
    subject: str = ""


Subscriber = Callable[[Event], None]
_subscribers: list[Subscriber] = []


def subscribe(subscriber: Subscriber) -> None:
    """Call `subscriber` for every event after its commit, in the thread that committed."""
    if subscriber not in _subscribers:
        _subscribers.append(subscriber)


def unsubscribe(subscriber: Subscriber) -> None:
    """Stop calling `subscriber`."""
    if subscriber in _subscribers:
        _subscribers.remove(subscriber)


def record(db: Session, topic: str, *account_ids: str, subject: str = "") -> None:
    """Record an event in the current unit of work. It is published if the unit of work commits."""
    event = Event(topic, tuple(dict.fromkeys(account_ids)), subject)
    pending: list[Event] = db.info.setdefault(_KEY, [])
    if event not in pending:
        pending.append(event)


def publish(db: Session) -> None:
    """Pass the recorded events to the subscribers. A failing subscriber is logged, because the commit can't be undone."""
    for event in db.info.pop(_KEY, []):
        for subscriber in tuple(_subscribers):
            try:
                subscriber(event)
            except Exception:
                log.exception("event_subscriber_failed", topic=event.topic)

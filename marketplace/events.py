"""What happened, told to whoever listens once it is committed."""

from collections.abc import Callable
from dataclasses import dataclass

import structlog
from sqlmodel import Session

MISSED = "missed"
_KEY = "events"
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Event:
    """Something changed that these accounts can see.

    Attributes:
        topic: what kind of thing changed: `chat`, `read`, `enquiries`, `ads`, `wishlist`, `notices`, `account`, `typing`,
            `mail`, `jobs`, `public` (what everyone sees), `missed` (any of them may have happened, to anybody).
        account_ids: whose tabs should look again. No text and no names travel in an event.
        subject: id of the thing that changed, so that a tab can tell whether it shows it.
    """

    topic: str
    account_ids: tuple[str, ...] = ()
    subject: str = ""


Listener = Callable[[Event], None]
_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Call the listener for every event after its commit, in the thread that committed."""
    if listener not in _listeners:
        _listeners.append(listener)


def forget(listener: Listener) -> None:
    """Stop calling the listener."""
    if listener in _listeners:
        _listeners.remove(listener)


def record(db: Session, topic: str, *account_ids: str, subject: str = "") -> None:
    """Note an event in the running unit of work; it is published if and when that commits."""
    event = Event(topic, tuple(dict.fromkeys(account_ids)), subject)
    pending: list[Event] = db.info.setdefault(_KEY, [])
    if event not in pending:
        pending.append(event)


def publish(db: Session) -> None:
    """Hand the recorded events to the listeners. A listener that fails is logged: the commit stands."""
    for event in db.info.pop(_KEY, []):
        for listener in tuple(_listeners):
            try:
                listener(event)
            except Exception:
                log.exception("event_listener_failed", topic=event.topic)

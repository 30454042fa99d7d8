"""Publishing may wait for Redis, so it must not block other writers."""

import threading

import pytest

from marketplace.core import events
from marketplace.core.errors import MarketplaceError
from marketplace.core.events import Event
from marketplace.db import database


@pytest.mark.parametrize("commits", [False, True])
def test_publishing_happens_after_the_write_lock_is_released(crowd, published: list[Event], commits: bool):
    written = threading.Event()

    def write() -> None:
        with database.unit_of_work():
            written.set()

    def publish(event: Event) -> None:
        threading.Thread(target=write, daemon=True).start()
        assert written.wait(10)
        through.append(event)

    def record() -> None:
        with database.unit_of_work() as db:
            events.record(db, "chat", "a")
            if commits:
                raise MarketplaceError("Refused.", commits=True)

    through: list[Event] = []
    events.subscribe(publish)
    try:
        if commits:
            with pytest.raises(MarketplaceError, match="Refused"):
                record()
        else:
            record()
    finally:
        events.unsubscribe(publish)
    assert through == published == [Event("chat", ("a",))]

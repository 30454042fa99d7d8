"""Publishing, which may ask Redis, keeps nobody waiting who wants to write."""

import threading

import pytest

from marketplace import database, events
from marketplace.errors import MarketplaceError
from marketplace.events import Event


@pytest.mark.parametrize("commits", [False, True])
def test_nobody_waits_for_publishing(crowd, published: list[Event], commits: bool):
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
    events.listen(publish)
    try:
        if commits:
            with pytest.raises(MarketplaceError, match="Refused"):
                record()
        else:
            record()
    finally:
        events.forget(publish)
    assert through == published == [Event("chat", ("a",))]

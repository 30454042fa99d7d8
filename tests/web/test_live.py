"""Which tabs are told of which events."""

import asyncio
from typing import Any, cast

from marketplace import events, logs
from marketplace.events import Event
from marketplace.integrations.pubsub import get_pubsub
from marketplace.web.live import hub as hub_module
from marketplace.web.live.hub import Hub
from marketplace.web.live.state import TOPICS, LiveState
from marketplace.web.live.tabs import Tabs


class FakeWire:
    """Remembers who was touched; `gone` are tabs whose connection is lost."""

    def __init__(self):
        self.touched, self.gone = [], set()
        self.gate = asyncio.Event()
        self.gate.set()

    async def is_there(self, token):
        return token not in self.gone

    async def touch(self, token, changes):
        await self.gate.wait()
        if token == "broken":
            raise RuntimeError("no such tab")
        self.touched.append((token, dict(changes)))


def _run(check):
    async def run():
        wire, tabs = FakeWire(), Tabs()
        await check(wire, tabs, Hub(wire, tabs))

    asyncio.run(run())


def test_every_topic_has_its_number():
    assert set(TOPICS) <= set(LiveState.get_fields())


def test_only_tabs_of_the_accounts_are_told():
    async def check(wire, tabs, hub):
        tabs.follow("t1", "ravi")
        tabs.follow("t2", "ravi")
        tabs.follow("t3", "asha")
        tabs.follow("t4", "eve")
        hub.hear(Event("chat", ("ravi", "asha"), "c1"))
        await hub.settle()
        assert sorted(wire.touched) == [(token, {"chat": ("c1",)}) for token in ("t1", "t2", "t3")]

    _run(check)


def test_all_that_lasts_is_looked_at_again_by_every_tab_where_something_was_missed():
    async def check(wire, tabs, hub):
        tabs.follow("t1", "ravi")
        tabs.follow("t2", "asha")
        hub.hear(Event(events.MISSED))
        await hub.settle()
        lasting = {topic: ("",) for topic in TOPICS if topic != "typing"}
        assert sorted(wire.touched, key=lambda touch: touch[0]) == [("t1", lasting), ("t2", lasting)]

    _run(check)


def test_topics_nobody_watches_are_passed_over():
    async def check(wire, tabs, hub):
        tabs.follow("t1", "ravi")
        hub.hear(Event("mail", ("ravi",)))
        await hub.settle()
        assert wire.touched == []

    _run(check)


def test_a_burst_is_gathered_and_nothing_is_lost():
    async def check(wire, tabs, hub):
        tabs.follow("t1", "ravi")
        wire.gate.clear()
        hub.hear(Event("chat", ("ravi",), "c1"))
        await asyncio.sleep(0)
        for number in range(100):
            hub.hear(Event("chat", ("ravi",), f"c{number}"))
            hub.hear(Event("typing", ("ravi",), "c7"))
        wire.gate.set()
        await hub.settle()
        assert wire.touched == [
            ("t1", {"chat": ("c1",)}),
            ("t1", {"chat": tuple(f"c{number}" for number in range(100)), "typing": ("c7",)}),
        ]

    _run(check)


def test_a_lost_tab_is_forgotten_and_a_broken_one_harms_nobody():
    async def check(wire, tabs, hub):
        for token in ("gone", "broken", "fine"):
            tabs.follow(token, "ravi")
        wire.gone.add("gone")
        hub.hear(Event("chat", ("ravi",)))
        await hub.settle()
        assert [token for token, _ in wire.touched] == ["fine"]
        assert set(tabs.of("ravi")) == {"broken", "fine"}

    _run(check)


def test_sweeping_forgets_lost_tabs():
    async def check(wire, tabs, hub):
        tabs.follow("gone", "ravi")
        tabs.follow("here", "ravi")
        wire.gone.add("gone")
        await hub.sweep()
        assert tabs.everyone() == ("here",)

    _run(check)


def test_a_tab_belongs_to_whom_it_followed_last():
    tabs = Tabs()
    tabs.follow("t1", "ravi")
    tabs.follow("t1", "ravi")
    tabs.follow("t1", "asha")
    assert (tabs.of("ravi"), tabs.of("asha")) == ((), ("t1",))
    tabs.follow("t1", "")
    assert (tabs.of("asha"), tabs.everyone()) == ((), ())
    tabs.leave("t1")


def test_a_tab_that_came_back_while_it_was_looked_for_is_kept():
    class Slow(FakeWire):
        async def is_there(self, token):
            # Its new page listens before the answer about its old connection is in.
            tabs.follow(token, "ravi")
            return False

    tabs = Tabs()
    tabs.follow("t1", "ravi")
    hub = Hub(Slow(), tabs)

    async def check():
        hub.hear(Event("chat", ("ravi",), "c1"))
        await hub.settle()
        await hub.sweep()

    asyncio.run(check())
    assert tabs.of("ravi") == ("t1",)


def test_a_tab_is_touched_without_what_belongs_to_whoever_published(monkeypatch):
    """A commit happens in a thread that has a request of its own, and patience of its own with the database."""
    seen, touched = [], asyncio.Event()

    class Seeing(FakeWire):
        async def touch(self, token, changes):
            seen.append((token, logs.REQUEST.get()))
            touched.set()

    def publish() -> None:
        logs.REQUEST.set("of the one who publishes")
        get_pubsub().publish(Event("chat", ("ravi",), "c1"))

    async def run() -> None:
        tabs = Tabs()
        tabs.follow("t1", "ravi")
        monkeypatch.setattr(hub_module, "TABS", tabs)
        monkeypatch.setattr(hub_module, "AppWire", lambda *_: Seeing())
        async with hub_module.serve_live(cast(Any, None)):
            await asyncio.to_thread(publish)
            await touched.wait()

    asyncio.run(asyncio.wait_for(run(), 20))
    assert seen == [("t1", "")]

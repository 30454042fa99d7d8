"""Which tabs get which events."""

import asyncio
import re
from pathlib import Path
from typing import Any, cast

import marketplace
from marketplace.core import events
from marketplace.core.events import Event
from marketplace.integrations.pubsub import get_pubsub
from marketplace.observability import logs
from marketplace.web.live import hub as hub_module
from marketplace.web.live.hub import Hub
from marketplace.web.live.state import TOPICS, LiveState
from marketplace.web.live.tabs import TabRegistry


class FakeWire:
    """Records pushes; `gone` are tabs without a connection."""

    def __init__(self):
        self.touched, self.gone = [], set()
        self.gate = asyncio.Event()
        self.gate.set()

    async def is_connected(self, token):
        return token not in self.gone

    async def push(self, token, changes):
        await self.gate.wait()
        if token == "broken":
            raise RuntimeError("no such tab")
        self.touched.append((token, dict(changes)))


def _run(check):
    async def run():
        channel, tabs = FakeWire(), TabRegistry()
        await check(channel, tabs, Hub(channel, tabs))

    asyncio.run(run())


def test_every_topic_has_a_counter():
    assert set(TOPICS) <= set(LiveState.get_fields())


def test_every_recorded_topic_has_a_counter():
    """An event of an unknown topic would reach nobody."""
    recorded = set()
    for path in Path(marketplace.__file__).parent.rglob("*.py"):
        recorded |= set(re.findall(r'events\.record\(\s*\w+,\s*"(\w+)"', path.read_text()))
    assert {"chat", "searches"} <= recorded <= set(TOPICS)


def test_only_tabs_of_the_accounts_are_updated():
    async def check(channel, tabs, hub):
        tabs.subscribe("t1", "ravi")
        tabs.subscribe("t2", "ravi")
        tabs.subscribe("t3", "asha")
        tabs.subscribe("t4", "eve")
        hub.handle_event(Event("chat", ("ravi", "asha"), "c1"))
        await hub.wait_until_delivered()
        assert sorted(channel.touched) == [(token, {"chat": ("c1",)}) for token in ("t1", "t2", "t3")]

    _run(check)


def test_missed_events_raise_all_persistent_counters_of_every_tab():
    async def check(channel, tabs, hub):
        tabs.subscribe("t1", "ravi")
        tabs.subscribe("t2", "asha")
        hub.handle_event(Event(events.MISSED))
        await hub.wait_until_delivered()
        lasting = {topic: ("",) for topic in TOPICS if topic != "typing"}
        assert sorted(channel.touched, key=lambda push: push[0]) == [("t1", lasting), ("t2", lasting)]

    _run(check)


def test_unknown_topics_are_ignored():
    async def check(channel, tabs, hub):
        tabs.subscribe("t1", "ravi")
        hub.handle_event(Event("mail", ("ravi",)))
        await hub.wait_until_delivered()
        assert channel.touched == []

    _run(check)


def test_burst_is_merged_without_losing_events():
    async def check(channel, tabs, hub):
        tabs.subscribe("t1", "ravi")
        channel.gate.clear()
        hub.handle_event(Event("chat", ("ravi",), "c1"))
        await asyncio.sleep(0)
        for number in range(100):
            hub.handle_event(Event("chat", ("ravi",), f"c{number}"))
            hub.handle_event(Event("typing", ("ravi",), "c7"))
        channel.gate.set()
        await hub.wait_until_delivered()
        assert channel.touched == [
            ("t1", {"chat": ("c1",)}),
            ("t1", {"chat": tuple(f"c{number}" for number in range(100)), "typing": ("c7",)}),
        ]

    _run(check)


def test_closed_tab_is_removed_and_failing_push_affects_no_other_tab():
    async def check(channel, tabs, hub):
        for token in ("gone", "broken", "fine"):
            tabs.subscribe(token, "ravi")
        channel.gone.add("gone")
        hub.handle_event(Event("chat", ("ravi",)))
        await hub.wait_until_delivered()
        assert [token for token, _ in channel.touched] == ["fine"]
        assert set(tabs.tokens_of("ravi")) == {"broken", "fine"}

    _run(check)


def test_cleanup_removes_closed_tabs():
    async def check(channel, tabs, hub):
        tabs.subscribe("gone", "ravi")
        tabs.subscribe("here", "ravi")
        channel.gone.add("gone")
        await hub.remove_closed_tabs()
        assert tabs.tokens() == ("here",)

    _run(check)


def test_tab_belongs_to_its_latest_account():
    tabs = TabRegistry()
    tabs.subscribe("t1", "ravi")
    tabs.subscribe("t1", "ravi")
    tabs.subscribe("t1", "asha")
    assert (tabs.tokens_of("ravi"), tabs.tokens_of("asha")) == ((), ("t1",))
    tabs.subscribe("t1", "")
    assert (tabs.tokens_of("asha"), tabs.tokens()) == ((), ())
    tabs.unsubscribe("t1")


def test_tab_that_registers_again_during_the_check_is_kept():
    class Slow(FakeWire):
        async def is_connected(self, token):
            # Its new page registers before the check of its old connection has ended.
            tabs.subscribe(token, "ravi")
            return False

    tabs = TabRegistry()
    tabs.subscribe("t1", "ravi")
    hub = Hub(Slow(), tabs)

    async def check():
        hub.handle_event(Event("chat", ("ravi",), "c1"))
        await hub.wait_until_delivered()
        await hub.remove_closed_tabs()

    asyncio.run(check())
    assert tabs.tokens_of("ravi") == ("t1",)


def test_push_does_not_have_the_context_of_the_publisher(monkeypatch):
    """A commit happens in a thread with its own request context and its own database timeout."""
    seen, touched = [], asyncio.Event()

    class Seeing(FakeWire):
        async def push(self, token, changes):
            seen.append((token, logs.REQUEST_ID.get()))
            touched.set()

    def publish() -> None:
        logs.REQUEST_ID.set("of the one who publishes")
        get_pubsub().publish(Event("chat", ("ravi",), "c1"))

    async def run() -> None:
        tabs = TabRegistry()
        tabs.subscribe("t1", "ravi")
        monkeypatch.setattr(hub_module, "TAB_REGISTRY", tabs)
        monkeypatch.setattr(hub_module, "AppTabChannel", lambda *_: Seeing())
        async with hub_module.serve_live(cast(Any, None)):
            await asyncio.to_thread(publish)
            await touched.wait()

    asyncio.run(asyncio.wait_for(run(), 20))
    assert seen == [("t1", "")]

"""Events of a page wait until its `on_load` handlers have ended."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from reflex_base.event import Event
from reflex_base.event.processor.future import EventFuture

from marketplace.web.reflex_ext import event_order

OPENS = {"name": "reflex___state____state.hydrate_and_load"}
FOLLOWS = {"name": "reflex___state____state.reflex___state____on_load_internal_state.on_load_internal"}
BRINGS = {"name": "reflex___state____update_vars_internal_state.update_vars_internal"}
PRESSES = {"name": "state.press"}


class Site:
    """A websocket and a queue, connected as in Reflex; `seen` has the enqueued events."""

    def __init__(self):
        self.seen: list[str] = []
        self.made: list[EventFuture] = []
        self.event_namespace = SimpleNamespace(on_event=self.receive, sid_to_token={"one": "token-1", "two": "token-2"})
        self.event_processor = SimpleNamespace(enqueue=self.enqueue)
        event_order.PageLoadFirst(self).install()  # pyright: ignore[reportArgumentType]

    async def receive(self, sid: str, data: dict[str, str]) -> None:
        token = self.event_namespace.sid_to_token[sid]
        await self.event_processor.enqueue(token, Event(name=data["name"]))

    async def enqueue(self, token: str, event: Event, ev_ctx: Any = None) -> EventFuture:
        self.seen.append(event.name.rpartition(".")[2])
        future = EventFuture(txid=str(len(self.made)), parent=ev_ctx)
        if ev_ctx is not None:
            ev_ctx.add_child(future)
        self.made.append(future)
        return future

    def send(self, data: dict[str, str], sid: str = "one") -> asyncio.Task[None]:
        return asyncio.ensure_future(self.event_namespace.on_event(sid, data))


async def turns() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def run(check: Any) -> None:
    asyncio.run(check(Site()))


def test_event_waits_for_all_on_load_handlers():
    async def check(site: Site) -> None:
        await site.send(OPENS)
        boot = site.made[0]
        pressed = site.send(PRESSES)
        await turns()
        load = await site.event_processor.enqueue("token-1", Event(name=FOLLOWS["name"]), boot)
        boot.set_result(None)
        own = await site.event_processor.enqueue("token-1", Event(name="state.open"), load)
        load.set_result(None)
        await turns()
        assert site.seen == ["hydrate_and_load", "on_load_internal", "open"]
        own.set_exception(RuntimeError("it failed"))
        await pressed
        assert site.seen[-1] == "press"

    run(check)


def test_other_tab_does_not_wait():
    async def check(site: Site) -> None:
        await site.send(OPENS)
        await asyncio.wait_for(site.send(PRESSES, "two"), 5)
        assert site.seen == ["hydrate_and_load", "press"]

    run(check)


@pytest.mark.parametrize("next_page", [OPENS, FOLLOWS, BRINGS])
def test_leaving_a_page_does_not_delay_the_next(next_page: dict[str, str]):
    async def check(site: Site) -> None:
        await site.send(OPENS)
        await asyncio.wait_for(site.send(next_page), 5)
        assert len(site.seen) == 2

    run(check)


def test_cancelled_page_load_delays_nothing():
    async def check(site: Site) -> None:
        await site.send(OPENS)
        pressed = site.send(PRESSES)
        await turns()
        site.made[0].cancel()
        await asyncio.wait_for(pressed, 5)
        assert site.seen[-1] == "press"

    run(check)


def test_wait_for_a_page_load_times_out_without_cancelling_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(event_order, "TIMEOUT_S", 0.05)

    async def check(site: Site) -> None:
        await site.send(OPENS)
        await asyncio.wait_for(site.send(PRESSES), 5)
        assert site.seen[-1] == "press"
        assert not site.made[0].cancelled()

    run(check)

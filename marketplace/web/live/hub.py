"""Hears of events and touches the tabs they concern."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from contextvars import copy_context
from typing import Protocol, cast

import reflex as rx
import structlog
from reflex.istate.manager.token import BaseStateToken

from marketplace import events
from marketplace.events import Event
from marketplace.integrations.pubsub import get_pubsub
from marketplace.web.live.state import TOPICS, Changes, LiveState
from marketplace.web.live.tabs import TABS, Tabs

_SWEEP_S = 300
# What can still be seen later: all but that somebody types.
_LASTING = tuple(topic for topic in TOPICS if topic != "typing")
log = structlog.get_logger()


class Wire(Protocol):
    """How a tab is reached."""

    async def is_there(self, token: str) -> bool:
        """Whether the tab's connection stands."""
        ...

    async def touch(self, token: str, changes: Changes) -> None:
        """Raise the number of each topic in the tab, and let its States take in what changed."""
        ...


class Hearer(Protocol):
    """A State that takes in by itself what changed, instead of being asked by its page to look again."""

    async def _hear(self, changes: Changes) -> None: ...


class AppWire:
    """The tabs of a running Reflex app."""

    def __init__(self, app: rx.App, hearers: Sequence[type[rx.State]] = ()) -> None:
        self._app = app
        self._hearers = hearers

    async def is_there(self, token: str) -> bool:
        """Whether the tab's connection stands."""
        namespace = self._app.event_namespace
        return namespace is not None and await namespace._token_manager.is_token_connected(token)

    async def touch(self, token: str, changes: Changes) -> None:
        """Raise the numbers and let the hearers hear; Reflex sends the difference when the block ends."""
        async with self._app.modify_state(BaseStateToken(ident=token, cls=LiveState)) as root:
            live = await root.get_state(LiveState)
            live._touch(changes)
            if self._is_proven(token, live):
                for kind in self._hearers:
                    await _let_hear(await root.get_state(kind), changes)

    def _is_proven(self, token: str, live: LiveState) -> bool:
        """Whether the connection that will get the answer is the one whose cookie the tab's States ask with."""
        namespace = self._app.event_namespace
        record = namespace._token_manager.token_to_socket.get(token) if namespace is not None else None
        return record is not None and record.sid == live.router.session.session_id


async def _let_hear(hearer: rx.State, changes: Changes) -> None:
    try:
        await cast(Hearer, hearer)._hear(changes)
    except Exception:
        # The polls look again; the other States and the numbers must not wait for that.
        log.exception("tab_did_not_hear", state=type(hearer).__name__)


class Hub:
    """Sorts events by tab. While a tab is being touched, what else concerns it is gathered into its next touch."""

    def __init__(self, wire: Wire, tabs: Tabs) -> None:
        self._wire = wire
        self._tabs = tabs
        self._waiting: dict[str, dict[str, dict[str, None]]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def hear(self, event: Event) -> None:
        """An event happened; called on the event loop."""
        if event.topic == events.MISSED:
            for token in self._tabs.everyone():
                self._add(token, _LASTING, "")
        elif event.topic in TOPICS:
            for account_id in event.account_ids:
                for token in self._tabs.of(account_id):
                    self._add(token, (event.topic,), event.subject)

    def _add(self, token: str, topics: Iterable[str], subject: str) -> None:
        for topic in topics:
            self._waiting.setdefault(token, {}).setdefault(topic, {})[subject] = None
        if token not in self._tasks:
            self._tasks[token] = asyncio.create_task(self._tell(token))

    async def sweep(self) -> None:
        """Forget tabs that went away without anything having happened since."""
        for token in self._tabs.everyone():
            await self._is_there(token)

    async def settle(self) -> None:
        """Wait until every tab has been told."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values())

    async def stop(self) -> None:
        """Give up what is under way."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _is_there(self, token: str) -> bool:
        """Whether the tab is still to be told; one that is gone is forgotten, unless it came back while that was asked."""
        opening = self._tabs.opening(token)
        if await self._wire.is_there(token):
            return True
        if self._tabs.opening(token) == opening:
            self._tabs.leave(token)
        return False

    async def _tell(self, token: str) -> None:
        try:
            while waiting := self._waiting.pop(token, None):
                if not await self._is_there(token):
                    return
                await self._wire.touch(token, {topic: tuple(subjects) for topic, subjects in waiting.items()})
        except Exception:
            log.exception("tab_not_touched")
        finally:
            self._waiting.pop(token, None)
            self._tasks.pop(token, None)


@asynccontextmanager
async def serve_live(app: rx.App, hearers: Sequence[type[rx.State]] = ()) -> AsyncIterator[None]:
    """Tabs are told while the process serves; a lifespan task of the composition root."""
    hub, pubsub, loop = Hub(AppWire(app, hearers), TABS), get_pubsub(), asyncio.get_running_loop()
    here = copy_context()
    events.listen(pubsub.publish)

    def hear(event: Event) -> None:
        # Commits happen in threads; tabs live on the loop, and nothing of whoever published concerns them.
        loop.call_soon_threadsafe(hub.hear, event, context=here.copy())

    end = pubsub.subscribe(hear)
    sweeper = asyncio.create_task(_sweep(hub))
    try:
        yield
    finally:
        end()
        events.forget(pubsub.publish)
        sweeper.cancel()
        await hub.stop()
        pubsub.close()
        get_pubsub.cache_clear()


async def _sweep(hub: Hub) -> None:
    while True:
        await asyncio.sleep(_SWEEP_S)
        await hub.sweep()

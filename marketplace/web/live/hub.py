"""Delivers events to the tabs that they concern."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from contextvars import copy_context
from typing import Protocol, cast

import reflex as rx
import structlog
from reflex.istate.manager.token import BaseStateToken

from marketplace.core import events
from marketplace.core.events import Event
from marketplace.integrations.pubsub import get_pubsub
from marketplace.web.live.state import TOPICS, Changes, LiveState
from marketplace.web.live.tabs import TAB_REGISTRY, TabRegistry

_CLEANUP_INTERVAL_S = 300
# Topics with stored changes; typing is over when the event could be repeated.
_PERSISTENT_TOPICS = tuple(topic for topic in TOPICS if topic != "typing")
log = structlog.get_logger()


class TabChannel(Protocol):
    """Sends changes to tabs."""

    async def is_connected(self, token: str) -> bool:
        """Return whether the tab has an open connection."""
        ...

    async def push(self, token: str, changes: Changes) -> None:
        """Raise the tab's counters of these topics and update the States that listen for changes."""
        ...


class ChangeListener(Protocol):
    """A State that loads changes itself, so that its page need not watch a counter."""

    async def _on_changes(self, changes: Changes) -> None: ...


class AppTabChannel:
    """Sends changes to the tabs of a running Reflex app, for States with a method `_on_changes`."""

    def __init__(self, app: rx.App, listeners: Sequence[type[rx.State]] = ()) -> None:
        self._app = app
        self._listeners = listeners

    async def is_connected(self, token: str) -> bool:
        """Return whether the tab has an open connection."""
        namespace = self._app.event_namespace
        return namespace is not None and await namespace._token_manager.is_token_connected(token)

    async def push(self, token: str, changes: Changes) -> None:
        """Raise the counters and call the listeners; Reflex sends the delta when the block ends."""
        async with self._app.modify_state(BaseStateToken(ident=token, cls=LiveState)) as root:
            live = await root.get_state(LiveState)
            live._apply(changes)
            if self._has_event_connection(token, live):
                for kind in self._listeners:
                    await _notify_listener(await root.get_state(kind), changes)

    def _has_event_connection(self, token: str, live: LiveState) -> bool:
        """Return whether the delta goes to the connection whose cookie the States use for their queries."""
        namespace = self._app.event_namespace
        record = namespace._token_manager.token_to_socket.get(token) if namespace is not None else None
        return record is not None and record.sid == live.router.session.session_id


async def _notify_listener(listener: rx.State, changes: Changes) -> None:
    try:
        await cast(ChangeListener, listener)._on_changes(changes)
    except Exception:
        # The counters and the other listeners still get the change, and the next poll loads it here.
        log.exception("tab_did_not_hear", state=type(listener).__name__)


class Hub:
    """Groups events by tab. Events that arrive while a push to a tab is running are merged into its next push."""

    def __init__(self, channel: TabChannel, tabs: TabRegistry) -> None:
        self._channel = channel
        self._tabs = tabs
        self._pending: dict[str, dict[str, dict[str, None]]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def handle_event(self, event: Event) -> None:
        """Schedule the pushes for an event. Call it on the event loop."""
        if event.topic == events.MISSED:
            for token in self._tabs.tokens():
                self._add(token, _PERSISTENT_TOPICS, "")
        elif event.topic in TOPICS:
            for account_id in event.account_ids:
                for token in self._tabs.tokens_of(account_id):
                    self._add(token, (event.topic,), event.subject)

    def _add(self, token: str, topics: Iterable[str], subject: str) -> None:
        for topic in topics:
            self._pending.setdefault(token, {}).setdefault(topic, {})[subject] = None
        if token not in self._tasks:
            self._tasks[token] = asyncio.create_task(self._deliver(token))

    async def remove_closed_tabs(self) -> None:
        """Remove tabs that closed and have had no event since."""
        for token in self._tabs.tokens():
            await self._is_open(token)

    async def wait_until_delivered(self) -> None:
        """Wait until every scheduled push has ended."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values())

    async def stop(self) -> None:
        """Cancel the running pushes."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _is_open(self, token: str) -> bool:
        """Return whether the tab is connected, and remove it if not, unless it has registered again meanwhile."""
        registration = self._tabs.registration(token)
        if await self._channel.is_connected(token):
            return True
        if self._tabs.registration(token) == registration:
            self._tabs.unsubscribe(token)
        return False

    async def _deliver(self, token: str) -> None:
        try:
            while pending := self._pending.pop(token, None):
                if not await self._is_open(token):
                    return
                await self._channel.push(token, {topic: tuple(subjects) for topic, subjects in pending.items()})
        except Exception:
            log.exception("tab_not_touched")
        finally:
            self._pending.pop(token, None)
            self._tasks.pop(token, None)


@asynccontextmanager
async def serve_live(app: rx.App, listeners: Sequence[type[rx.State]] = ()) -> AsyncIterator[None]:
    """Deliver events to tabs while the process serves; a lifespan task of the composition root."""
    hub, pubsub, loop = Hub(AppTabChannel(app, listeners), TAB_REGISTRY), get_pubsub(), asyncio.get_running_loop()
    context = copy_context()
    events.subscribe(pubsub.publish)

    def handle_event(event: Event) -> None:
        # Commits happen in threads, but the registry belongs to the event loop. A copy of the startup context keeps the
        # request context of the publisher out of the push.
        loop.call_soon_threadsafe(hub.handle_event, event, context=context.copy())

    unsubscribe = pubsub.subscribe(handle_event)
    cleanup = asyncio.create_task(_remove_closed_tabs(hub))
    try:
        yield
    finally:
        unsubscribe()
        events.unsubscribe(pubsub.publish)
        cleanup.cancel()
        await hub.stop()
        pubsub.close()
        get_pubsub.cache_clear()


async def _remove_closed_tabs(hub: Hub) -> None:
    while True:
        await asyncio.sleep(_CLEANUP_INTERVAL_S)
        await hub.remove_closed_tabs()

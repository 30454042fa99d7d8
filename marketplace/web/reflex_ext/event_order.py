"""Handles the events of a tab only after its page has loaded. Written for Reflex 0.10.1."""

import asyncio
from typing import Any
from weakref import WeakValueDictionary

import reflex as rx
from reflex_base.event import Event
from reflex_base.event.processor.future import EventFuture

# Sent by the client when a page loads. They never wait, so that leaving a page does not delay the next one.
_PAGE_LOAD = ("hydrate_and_load", "on_load_internal")
_UNORDERED = ("update_vars_internal",)
# The longest time that an event waits for the page; then it is handled anyway.
TIMEOUT_S = 3.0


class PageLoadFirst:
    """Delays the events of a tab until the `on_load` handlers of its page have ended.

    Reflex queues these handlers one by one. An event sent meanwhile would run between them, and a later `on_load`
    handler could overwrite its result.
    """

    def __init__(self, app: rx.App):
        self._app = app
        self._page_loads: WeakValueDictionary[str, EventFuture] = WeakValueDictionary()
        self._processor: Any = None

    def install(self) -> None:
        """Wrap the method that passes events from the websocket to the queue."""
        namespace: Any = self._app.event_namespace
        receive = namespace.on_event

        async def on_event(sid: str, data: Any) -> None:
            self._track_page_loads(self._app.event_processor)
            name = _handler_name(data)
            if name not in _PAGE_LOAD + _UNORDERED:
                await self._wait_for_page_load(namespace.sid_to_token.get(sid, ""))
            await receive(sid, data)

        namespace.on_event = on_event

    def _track_page_loads(self, processor: Any) -> None:
        if processor is self._processor:
            return
        self._processor = processor
        enqueue = processor.enqueue

        async def recording_enqueue(token: str, event: Event, ev_ctx: Any = None) -> EventFuture:
            future = await enqueue(token, event, ev_ctx)
            if event.name.rpartition(".")[2] in _PAGE_LOAD:
                self._page_loads[token] = future
            return future

        processor.enqueue = recording_enqueue

    async def _wait_for_page_load(self, token: str) -> None:
        page_load = self._page_loads.get(token)
        deadline = asyncio.get_running_loop().time() + TIMEOUT_S
        while page_load is not None and (pending := _first_pending(page_load)) is not None:
            remaining = deadline - asyncio.get_running_loop().time()
            # `asyncio.wait` does not cancel the page load if this task is cancelled, unlike `await`.
            if remaining <= 0 or not (await asyncio.wait({pending}, timeout=remaining))[0]:
                return


def _first_pending(future: EventFuture) -> EventFuture | None:
    """Return the first event that has not ended, of an event and those it has started. Failed events count as ended."""
    waiting = [future]
    while waiting:
        event = waiting.pop()
        if not event.done():
            return event
        waiting.extend(event.children)
    return None


def _handler_name(data: Any) -> str:
    return str(data.get("name", "")).rpartition(".")[2] if isinstance(data, dict) else ""

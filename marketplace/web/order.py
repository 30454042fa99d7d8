"""The order of what comes from a tab: a page has opened before anything is done on it."""

import asyncio
from typing import Any
from weakref import WeakValueDictionary

import reflex as rx
from reflex_base.event import Event
from reflex_base.event.processor.future import EventFuture

# Sent by the browser itself for a page; these never wait, since a page that is left must not hold up the next.
_OPENING = ("hydrate_and_load", "on_load_internal")
_BESIDE = ("update_vars_internal",)
# As long as an opening page is waited for; then whatever was done is done, as without this.
PATIENCE_S = 3.0


class PageFirst:
    """Holds back a tab's events until its page has opened.

    Reflex takes up a page's `on_load` handlers one by one and lets in between what a quick person did meanwhile, whose
    answer the page's own opening would then take away.
    """

    def __init__(self, app: rx.App):
        self._app = app
        self._opening: WeakValueDictionary[str, EventFuture] = WeakValueDictionary()
        self._processor: Any = None

    def install(self) -> None:
        """Stand between the app's websocket and its queue."""
        namespace: Any = self._app.event_namespace
        receive = namespace.on_event

        async def on_event(sid: str, data: Any) -> None:
            self._watch(self._app.event_processor)
            name = _name_of(data)
            if name not in _OPENING + _BESIDE:
                await self._opened(namespace.sid_to_token.get(sid, ""))
            await receive(sid, data)

        namespace.on_event = on_event

    def _watch(self, processor: Any) -> None:
        if processor is self._processor:
            return
        self._processor = processor
        enqueue = processor.enqueue

        async def noting(token: str, event: Event, ev_ctx: Any = None) -> EventFuture:
            future = await enqueue(token, event, ev_ctx)
            if event.name.rpartition(".")[2] in _OPENING:
                self._opening[token] = future
            return future

        processor.enqueue = noting

    async def _opened(self, token: str) -> None:
        opening = self._opening.get(token)
        until = asyncio.get_running_loop().time() + PATIENCE_S
        while opening is not None and (pending := _first_pending(opening)) is not None:
            left = until - asyncio.get_running_loop().time()
            # Waits without awaiting, which would cancel the page's opening together with this.
            if left <= 0 or not (await asyncio.wait({pending}, timeout=left))[0]:
                return


def _first_pending(future: EventFuture) -> EventFuture | None:
    """The first of an event and all that came of it which has not ended; one that ended otherwise than well counts too."""
    waiting = [future]
    while waiting:
        one = waiting.pop()
        if not one.done():
            return one
        waiting.extend(one.children)
    return None


def _name_of(data: Any) -> str:
    return str(data.get("name", "")).rpartition(".")[2] if isinstance(data, dict) else ""

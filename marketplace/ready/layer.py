"""The layer around everything that makes answers."""

import asyncio
import time
from typing import Protocol

from anyio import to_thread
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marketplace.ready.answers import Answer, Asked, read
from marketplace.ready.marks import KEY, Mark
from marketplace.ready.shelf import Key, Shelf

# Compressing more than this takes long enough to be done in a thread.
_LONG = 32 * 1024
# Made anew for each answer, or for the one reader.
_OWN_TO_EACH = {b"content-length", b"etag", b"vary", b"x-request-id", b"date", b"server"}
_PASSED_BY = ("/assets/", "/media/", "/_event", "/_upload", "/metrics")


class Clock(Protocol):
    """Tells the current edition."""

    async def current(self, *, exact: bool) -> int | None:
        """Its number; None for unknown."""
        ...


class Ready:
    """ASGI middleware, to be put around everything that makes answers.

    Args:
        clock: tells the edition.
        most_bytes: how much is kept by this process; 0 keeps nothing.
        max_age_s: nothing is sent that was made longer ago, as some of it tells the time.
    """

    def __init__(self, app: ASGIApp, clock: Clock, *, most_bytes: int, max_age_s: float):
        self._app = app
        self._clock = clock
        self._shelf = Shelf(most_bytes)
        self._max_age_s = max_age_s
        self._making: dict[tuple[Key, int], asyncio.Future[Answer | None]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what is ready, else have it made."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or scope["path"].startswith(_PASSED_BY):
            await self._app(scope, receive, send)
            return
        asked = read(scope["headers"])
        edition = None if asked.is_special else await self._clock.current(exact=asked.is_somebody)
        key = (scope["path"], scope["query_string"])
        answer = self._shelf.find(key) if edition is not None else None
        if answer is not None and self._holds(answer, asked, edition):
            scope["route"] = answer.route
            await _send(answer, asked, send, bare=scope["method"] == "HEAD")
        elif scope["method"] == "HEAD" or asked.is_special:
            await self._app(scope, receive, send)
        elif edition is None or asked.is_somebody:
            await self._make(scope, receive, send, asked, edition)
        else:
            await self._make_once(key, edition, scope, receive, send, asked)

    def _holds(self, answer: Answer, asked: Asked, edition: int | None) -> bool:
        return (
            answer.edition == edition
            and (answer.for_everyone or not asked.is_somebody)
            and time.monotonic() - answer.made_at < self._max_age_s
        )

    async def _make_once(
        self, key: Key, edition: int, scope: Scope, receive: Receive, send: Send, asked: Asked
    ) -> None:
        """Of those who ask for the same at the same time, the first has it made and the others wait."""
        if (making := self._making.get((key, edition))) is not None:
            answer = await asyncio.shield(making)
            if answer is not None:
                scope["route"] = answer.route
                await _send(answer, asked, send)
            else:
                await self._make(scope, receive, send, asked, edition)
            return
        made: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._making[key, edition] = made
        try:
            await self._make(scope, receive, send, asked, edition, made)
        finally:
            del self._making[key, edition]
            if not made.done():
                made.set_result(None)

    async def _make(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        asked: Asked,
        edition: int | None,
        made: asyncio.Future[Answer | None] | None = None,
    ) -> None:
        mark = Mark()
        began = time.monotonic()
        start: Message | None = None
        body: list[bytes] = []

        async def hold(message: Message) -> None:
            nonlocal start
            if (
                message["type"] == "http.response.start"
                and (mark.kept or _is_json(scope, message))
                and _is_whole(message)
            ):
                start = message
            elif start is None:
                if made is not None and not made.done():
                    made.set_result(None)
                await send(message)
            elif message["type"] == "http.response.body":
                body.append(message.get("body", b""))
                if not message.get("more_body", False):
                    await finish(start)

        async def finish(begun: Message) -> None:
            headers = [pair for pair in begun["headers"] if pair[0].lower() not in _OWN_TO_EACH]
            everyone = mark.kept and mark.for_everyone
            answer = Answer(headers, b"".join(body), edition=edition, made_at=began, for_everyone=everyone)
            # Pages of other origins may be told more than the site's own.
            answer.by_origin = any(name == b"vary" and b"origin" in value.lower() for name, value in begun["headers"])
            answer.route = scope.get("route")
            answer.prepare(with_tag=mark.kept)
            if mark.kept and edition is not None and (everyone or not asked.is_somebody):
                self._shelf.put((scope["path"], scope["query_string"]), answer)
                if made is not None:
                    made.set_result(answer)
            await _send(answer, asked, send)

        # In the request's own scope, where whoever counts requests finds the route afterwards.
        scope[KEY] = mark
        await self._app(scope, receive, hold)


async def _send(answer: Answer, asked: Asked, send: Send, *, bare: bool = False) -> None:
    """Send it, compressed before if this is the first reader who takes it so."""
    if answer.lacks(asked):
        if len(answer.plain) > _LONG:
            await to_thread.run_sync(answer.pack)
        else:
            answer.pack()
    await answer.send(asked, send, bare=bare)


def _is_whole(start: Message) -> bool:
    """Whether an answer is for more than this one request: a success that sets no cookie and is not packed already."""
    names = {name.lower() for name, _ in start["headers"]}
    return start["status"] == 200 and not names & {b"set-cookie", b"content-encoding", b"content-range"}


def _is_json(scope: Scope, start: Message) -> bool:
    """Whether it is an answer of the API, which leaves compressing to us; one that has its name already is finished."""
    if not scope["path"].startswith("/api/"):
        return False
    headers = dict(start["headers"])
    return headers.get(b"content-type", b"").startswith(b"application/json") and b"etag" not in headers

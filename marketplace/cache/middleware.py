"""The ASGI middleware that stores public responses and sends them again."""

import asyncio
from collections.abc import Collection
from typing import Protocol

from anyio import to_thread
from cachetools import TTLCache
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marketplace.cache.policy import SCOPE_KEY, CachePolicy
from marketplace.cache.responses import CachedResponse, Key, RequestHeaders, key_size, read_headers
from marketplace.db import tags
from marketplace.http import cookies, credentials

# Larger bodies are compressed in a thread, so that they don't block the event loop.
_COMPRESS_IN_THREAD_BYTES = 32 * 1024
# Bytes of memory; a response with a longer URL is neither looked up nor stored.
_MAX_KEY_BYTES = 1024
# Headers that are set anew for each response, or belong to one client.
_NOT_STORED_HEADERS = {b"content-length", b"etag", b"vary", b"x-request-id", b"date", b"server"}
_API = "/api/"
_BYPASSED_PATHS = ("/assets/", "/media/", "/_event", "/_upload", "/metrics")


class GenerationSource(Protocol):
    """Provides the current cache generation."""

    async def current(self) -> int | None:
        """Return the current generation; None if it is unknown."""
        ...

    def is_unchanged(self, since: int, recorded: Collection[str]) -> bool:
        """Return whether nothing with these tags has changed since a generation, as of the last `current`."""
        ...


class ResponseCache:
    """ASGI middleware around all handlers: caches responses that `allow_caching` marked.

    Args:
        generations: provides the cache generation; a stored response is used only while nothing has changed that it was
            made from.
        max_bytes: memory for stored responses, keys included; 0 stores nothing.
        max_age_s: stored responses expire after this many seconds, because some contain relative times.
        shared_max_age_s: proxies in front may send responses for anonymous callers again for this many seconds, except
            pages for the visitor's town.
    """

    def __init__(
        self,
        app: ASGIApp,
        generations: GenerationSource,
        *,
        max_bytes: int,
        max_age_s: float,
        shared_max_age_s: int = 0,
    ):
        self._app = app
        self._shared_max_age_s = shared_max_age_s
        self._generations = generations
        # A response that would evict most others is not stored.
        self._max_response_bytes = max_bytes // 4
        self._stored: TTLCache[Key, CachedResponse] = TTLCache(
            max_bytes, max_age_s, getsizeof=lambda response: response.size
        )
        self._pending: dict[tuple[Key, int], asyncio.Future[CachedResponse | None]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stored response if there is a valid one, else call the app."""
        if (
            scope["type"] != "http"
            or scope["method"] not in ("GET", "HEAD")
            or scope["path"].startswith(_BYPASSED_PATHS)
        ):
            await self._app(scope, receive, send)
            return
        request = read_headers(scope["headers"])
        is_anonymous = credentials.read(scope).is_anonymous
        key = _key_of(scope)
        is_cacheable = is_anonymous and not request.bypasses_cache and key_size(key) <= _MAX_KEY_BYTES
        generation = await self._generations.current() if is_cacheable else None
        stored = self._stored.get(key) if generation is not None else None
        if stored is not None and self._is_valid(stored, generation):
            scope["route"] = stored.route
            await stored.send(request, send, head=scope["method"] == "HEAD", from_cache=True)
        elif scope["method"] == "HEAD" or request.bypasses_cache:
            await self._app(scope, receive, send)
        elif generation is None:
            await self._create(scope, receive, send, request, generation)
        else:
            await self._create_once(key, generation, scope, receive, send, request)

    def _is_valid(self, stored: CachedResponse, generation: int | None) -> bool:
        since = stored.generation
        # Without tags it is unknown what the response depends on, so it is valid in its own generation only.
        return since is not None and (
            since == generation or bool(stored.tags and self._generations.is_unchanged(since, stored.tags))
        )

    async def _create_once(
        self, key: Key, generation: int, scope: Scope, receive: Receive, send: Send, request: RequestHeaders
    ) -> None:
        """Of concurrent requests for the same URL, let the first create the response and the others wait for it."""
        if (pending := self._pending.get((key, generation))) is not None:
            response = await asyncio.shield(pending)
            if response is not None:
                scope["route"] = response.route
                await response.send(request, send)
            else:
                await self._create(scope, receive, send, request, generation)
            return
        created: asyncio.Future[CachedResponse | None] = asyncio.get_running_loop().create_future()
        self._pending[key, generation] = created
        try:
            await self._create(scope, receive, send, request, generation, created)
        finally:
            del self._pending[key, generation]
            if not created.done():
                created.set_result(None)

    async def _create(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        request: RequestHeaders,
        generation: int | None,
        created: asyncio.Future[CachedResponse | None] | None = None,
    ) -> None:
        """Call the app. Buffer its response and store it if the policy allows, else stream it through."""
        policy = CachePolicy()
        key = _key_of(scope)
        start: Message | None = None
        body: list[bytes] = []

        async def buffer(message: Message) -> None:
            nonlocal start
            if (
                message["type"] == "http.response.start"
                and (policy.is_public or _is_api_json(scope, message))
                and _is_shareable(message)
            ):
                start = message
            elif start is None:
                if created is not None and not created.done():
                    created.set_result(None)
                await send(message)
            elif message["type"] == "http.response.body":
                body.append(message.get("body", b""))
                if not message.get("more_body", False):
                    await finish(start)

        async def finish(start: Message) -> None:
            headers = [pair for pair in start["headers"] if pair[0].lower() not in _NOT_STORED_HEADERS]
            response = CachedResponse(headers, b"".join(body), key, generation=generation)
            # Requests with an Origin header may get other CORS headers.
            response.varies_by_origin = any(
                name == b"vary" and b"origin" in value.lower() for name, value in start["headers"]
            )
            response.route = scope.get("route")
            response.tags = frozenset(recorded)
            is_anonymous = credentials.read(scope).is_anonymous
            # Not a page for one town: some CDNs ignore `Vary: Cookie`.
            may_share = is_anonymous and not key[2]
            response.finish_headers(
                with_etag=policy.is_public, shared_max_age_s=self._shared_max_age_s if may_share else 0
            )
            may_store = policy.may_store and generation is not None and is_anonymous
            if may_store or request.gzip:
                if len(response.body) > _COMPRESS_IN_THREAD_BYTES:
                    await to_thread.run_sync(response.compress)
                else:
                    response.compress()
            if may_store:
                if response.size <= self._max_response_bytes:
                    self._stored[key] = response
                if created is not None:
                    created.set_result(response)
            await response.send(request, send)

        # The request's own scope, not a copy: the request metrics read the route from it afterwards.
        scope[SCOPE_KEY] = policy
        with tags.record() as recorded:
            await self._app(scope, receive, buffer)


def _key_of(scope: Scope) -> Key:
    """Return what a response for anonymous callers depends on. Pages put ads near the visitor's town first, the API doesn't."""
    caller_credentials = credentials.read(scope)
    city = "" if scope["path"].startswith(_API) else cookies.city(caller_credentials.cookies)
    return scope["path"], scope["query_string"], city


def _is_shareable(start: Message) -> bool:
    """Return whether the response can serve other requests: status 200, no cookie, not compressed, not a range."""
    names = {name.lower() for name, _ in start["headers"]}
    return start["status"] == 200 and not names & {b"set-cookie", b"content-encoding", b"content-range"}


def _is_api_json(scope: Scope, start: Message) -> bool:
    """Return whether the response is JSON of the API without an ETag, so that the cache adds one and compresses it."""
    if not scope["path"].startswith(_API):
        return False
    headers = dict(start["headers"])
    return headers.get(b"content-type", b"").startswith(b"application/json") and b"etag" not in headers

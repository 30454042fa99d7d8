"""Responses whose content never changes while the process runs."""

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from marketplace.cache.responses import CachedResponse, read_headers


class StaticResponse(Response):
    """A response with the same body for everyone, which is compressed and gets an ETag here. Create it once and return it
    for every request.
    """

    def __init__(self, body: bytes, media_type: str):
        super().__init__(body, media_type=media_type)
        content_type = [pair for pair in self.raw_headers if pair[0] == b"content-type"]
        self._response = CachedResponse(content_type, body, for_everyone=True)
        self._response.finish_headers(with_etag=True)
        self._response.compress()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the body, compressed if the client accepts gzip, or 304 if the client has it."""
        await self._response.send(read_headers(scope["headers"]), send)

"""Answers that stay as they are for as long as the process runs."""

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from marketplace.ready.answers import Answer, read


class Fixed(Response):
    """The same text for everyone, compressed and named once; to be made once, and sent again and again.

    Args:
        body: the text.
        media_type: what it is.
    """

    def __init__(self, body: bytes, media_type: str):
        super().__init__(body, media_type=media_type)
        kind = [pair for pair in self.raw_headers if pair[0] == b"content-type"]
        self._answer = Answer(kind, body, for_everyone=True)
        self._answer.prepare(with_tag=True)
        self._answer.pack()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it as this reader takes it; nothing but 304 to one who has it."""
        await self._answer.send(read(scope["headers"]), send)

"""How a worker ends."""

import asyncio

from marketplace.ending import Begun, longest_s
from marketplace.settings import get_settings


async def _drive(tail_s: float) -> list[str]:
    """A request that still has to do after its answer, and the end that comes meanwhile; what happened, in turn."""
    happened: list[str] = []

    async def app(scope, receive, send):
        if scope["type"] == "lifespan":
            happened.append((await receive())["type"])
            return
        await send({"type": "http.response.body"})
        await asyncio.sleep(tail_s)
        happened.append("cleared away")

    async def answered(_message) -> None:
        happened.append("answered")

    async def end():
        return {"type": "lifespan.shutdown"}

    begun = Begun(app)
    request = asyncio.create_task(begun({"type": "http"}, end, answered))
    await asyncio.sleep(0)
    await begun({"type": "lifespan"}, end, answered)
    request.cancel()
    return happened


def test_what_follows_an_answer_is_done_before_the_end():
    assert asyncio.run(_drive(0.01)) == ["answered", "cleared away", "lifespan.shutdown"]


def test_but_it_does_not_keep_the_process(monkeypatch):
    monkeypatch.setattr("marketplace.ending._CLEARING_S", 0.01)
    assert asyncio.run(_drive(30)) == ["answered", "lifespan.shutdown"]


def test_it_takes_longer_than_the_slowest_mail():
    assert longest_s() > get_settings().mail_total_s

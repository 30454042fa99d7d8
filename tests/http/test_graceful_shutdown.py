"""Tests of graceful shutdown."""

import asyncio

from marketplace.http.graceful_shutdown import RequestTracker, max_duration_s
from marketplace.settings import get_settings


async def _drive(background_s: float) -> list[str]:
    """Shut down while a background task runs after a response; return the events in order."""
    happened: list[str] = []

    async def app(scope, receive, send):
        if scope["type"] == "lifespan":
            happened.append((await receive())["type"])
            return
        await send({"type": "http.response.body"})
        await asyncio.sleep(background_s)
        happened.append("background task done")

    async def send(_message) -> None:
        happened.append("response sent")

    async def receive():
        return {"type": "lifespan.shutdown"}

    tracker = RequestTracker(app)
    request = asyncio.create_task(tracker({"type": "http"}, receive, send))
    await asyncio.sleep(0)
    await tracker({"type": "lifespan"}, receive, send)
    request.cancel()
    return happened


def test_background_tasks_finish_before_shutdown():
    assert asyncio.run(_drive(0.01)) == ["response sent", "background task done", "lifespan.shutdown"]


def test_shutdown_does_not_wait_for_hanging_background_tasks(monkeypatch):
    monkeypatch.setattr("marketplace.http.graceful_shutdown._CLEANUP_S", 0.01)
    assert asyncio.run(_drive(30)) == ["response sent", "lifespan.shutdown"]


def test_deadline_is_longer_than_the_mail_timeout():
    assert max_duration_s() > get_settings().mail_total_s

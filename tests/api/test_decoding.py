"""Image decoding blocks neither other requests nor other accounts."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import islice
from queue import Queue
from threading import Event

import pytest
from anyio import to_thread
from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient, Response
from sqlmodel import Session

from marketplace.domain.media import images
from marketplace.settings import get_settings
from tests import factories
from tests.domain.media import corpus

_TIMEOUT_S = 30
# Size of the API's thread pool; a decoder that used it would exhaust it.
_THREADS = 3


class Decoder:
    """Fake decoder that blocks every image until `release`."""

    def __init__(self) -> None:
        self.begun: Queue[bytes] = Queue()
        self._may_end = Event()
        self._decode = images.prepare

    def __call__(self, data: bytes):
        self.begun.put(data)
        assert self._may_end.wait(_TIMEOUT_S)
        return self._decode(data)

    def release(self) -> None:
        """Stop blocking."""
        self._may_end.set()


@pytest.fixture
def decoder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Decoder]:
    made = Decoder()
    monkeypatch.setattr(images, "prepare", made)
    yield made
    made.release()


@asynccontextmanager
async def calling(app: FastAPI) -> AsyncIterator[AsyncClient]:
    to_thread.current_default_thread_limiter().total_tokens = _THREADS
    async with AsyncClient(transport=ASGITransport(app), base_url="http://localhost") as client:
        yield client


def upload(client: AsyncClient, headers: dict[str, str], path: str = "/api/upload") -> asyncio.Task[Response]:
    field = "file" if path == "/api/upload" else "images"
    files = {field: ("a.jpg", corpus.jpeg(64, 48), "image/jpeg")}
    return asyncio.create_task(client.post(path, files=files, headers=headers))


@pytest.mark.parametrize("path", ["/api/upload", "/api/upload-multiple"])
def test_requests_are_served_while_all_decoders_are_busy(crowd: Session, api_app: FastAPI, decoder: Decoder, path: str):
    senders = [factories.bearer(crowd, factories.seller(crowd)) for _ in range(2 * _THREADS)]

    async def run() -> tuple[int, bool, list[int]]:
        async with calling(api_app) as client:
            uploads = [upload(client, headers, path) for headers in senders]
            try:
                for _ in range(get_settings().upload_decoders):
                    await asyncio.to_thread(decoder.begun.get, timeout=_TIMEOUT_S)
                bystander = await asyncio.wait_for(client.get("/api/category"), _TIMEOUT_S / 3)
                others_wait = decoder.begun.empty()
            finally:
                decoder.release()
                done = await asyncio.gather(*uploads)
            return bystander.status_code, others_wait, [each.status_code for each in done]

    status, others_wait, answers = asyncio.run(run())
    assert status == 200
    assert others_wait
    assert answers == [201] * len(senders)


def test_concurrent_uploads_are_limited_per_account(crowd: Session, api_app: FastAPI, decoder: Decoder):
    most = get_settings().uploads_at_once
    greedy = factories.bearer(crowd, factories.seller(crowd))
    other = factories.bearer(crowd, factories.buyer(crowd))

    async def run() -> tuple[list[Response], list[Response], Response, Response]:
        async with calling(api_app) as client:
            uploads = [upload(client, greedy) for _ in range(3 * most)]
            for refusal in islice(asyncio.as_completed(uploads, timeout=_TIMEOUT_S), 2 * most):
                await refusal
            refused = [task.result() for task in uploads if task.done()]
            accepted = [task for task in uploads if not task.done()]
            others = upload(client, other)
            decoder.release()
            return refused, await asyncio.gather(*accepted), await others, await upload(client, greedy)

    refused, accepted, others, afterwards = asyncio.run(run())
    assert {answer.status_code for answer in refused} == {429}
    assert all(int(answer.headers["Retry-After"]) > 0 and answer.json()["message"] for answer in refused)
    assert [answer.status_code for answer in (*accepted, others, afterwards)] == [201] * (most + 2)
    # Refused images were not decoded.
    assert decoder.begun.qsize() == most + 2


@pytest.mark.parametrize("path", ["/api/upload", "/api/upload-multiple"])
def test_bodies_that_arrive_slowly_are_limited_per_account(crowd: Session, api_app: FastAPI, path: str):
    most = get_settings().uploads_at_once
    greedy = factories.bearer(crowd, factories.seller(crowd))
    headers = greedy | {"Content-Type": "multipart/form-data; boundary=b"}
    begun = 0

    async def run() -> tuple[list[int], int]:
        rest = asyncio.Event()

        async def slow() -> AsyncIterator[bytes]:
            nonlocal begun
            begun += 1
            yield b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nx'
            await rest.wait()

        async with calling(api_app) as client:
            uploads = [asyncio.create_task(client.post(path, content=slow(), headers=headers)) for _ in range(3 * most)]
            refused = [(await each).status_code for each in islice(asyncio.as_completed(uploads, timeout=5), 2 * most)]
            read = begun
            rest.set()
            await asyncio.gather(*uploads)
            return refused, read

    refused, read = asyncio.run(run())
    assert refused == [429] * 2 * most
    # The bodies of refused ones were never asked for.
    assert read == most


def test_a_body_that_stops_arriving_releases_its_slot(
    crowd: Session, api_app: FastAPI, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(get_settings(), "uploads_at_once", 1)
    headers = factories.bearer(crowd, factories.seller(crowd))

    async def dead() -> AsyncIterator[bytes]:
        yield b"--b\r\n"
        await asyncio.Event().wait()

    async def run() -> list[int]:
        async with calling(api_app) as client:
            parts = headers | {"Content-Type": "multipart/form-data; boundary=b"}
            with monkeypatch.context() as soon:
                soon.setattr(get_settings(), "body_timeout_s", 0.05)
                stopped = await asyncio.wait_for(client.post("/api/upload", content=dead(), headers=parts), 5)
            return [stopped.status_code, (await upload(client, headers)).status_code]

    assert asyncio.run(run()) == [408, 201]


def test_refused_image_releases_its_slot(crowd: Session, api_app: FastAPI, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "uploads_at_once", 1)
    headers = factories.bearer(crowd, factories.seller(crowd))

    async def run() -> list[int]:
        async with calling(api_app) as client:
            files = {"file": ("a.jpg", corpus.jpeg()[:900], "image/jpeg")}
            damaged = await client.post("/api/upload", files=files, headers=headers)
            return [damaged.status_code, (await upload(client, headers)).status_code]

    assert asyncio.run(run()) == [422, 201]

"""Static files of the build: precompressed if the client accepts it, and served while the thread pool is busy."""

import asyncio
import gzip
from pathlib import Path

import pytest
from anyio import to_thread

from marketplace.domain.media import naming
from marketplace.http.media import make_media_app
from marketplace.integrations.storage import get_store
from marketplace.ssr import make_ssr
from tests.client import TestClient
from tests.conftest import ELSEWHERE

SCRIPT = "/assets/app-3c4d.js"


@pytest.fixture
def packed(static_dir: Path) -> Path:
    """The script with its precompressed variants; the brotli one has fake content."""
    file = static_dir / SCRIPT.removeprefix("/")
    (file.parent / f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))
    (file.parent / f"{file.name}.br").write_bytes(b"brotli")
    return file


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip;q=0.5", "gzip"), ("identity", None), ("", None)],
)
def test_best_accepted_encoding_is_served(site: TestClient, packed: Path, accepted: str, encoding: str | None):
    with site.stream("GET", SCRIPT, headers={"Accept-Encoding": accepted}) as answer:
        body = b"".join(answer.iter_raw())
        assert answer.headers.get("content-encoding") == encoding
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["vary"] == "Accept-Encoding"
        assert int(answer.headers["content-length"]) == len(body)
    assert {"br": b"brotli", "gzip": gzip.compress(packed.read_bytes(), mtime=0), None: packed.read_bytes()}[
        encoding
    ] == body


def test_unchanged_file_is_304(site: TestClient):
    tag = site.get(SCRIPT).headers["etag"]
    answer = site.get(SCRIPT, headers={"If-None-Match": tag})
    assert (answer.status_code, answer.content) == (304, b"")
    assert "immutable" in answer.headers["cache-control"]


def test_range_request(site: TestClient):
    answer = site.get(SCRIPT, headers={"Range": "bytes=0-6", "Accept-Encoding": "identity"})
    assert (answer.status_code, answer.text) == (206, "console")


async def sent_path(app, path: str) -> str:
    """Return the path that the app sends with the pathsend extension while no thread is free."""
    limiter = to_thread.current_default_thread_limiter()
    waiting = [object() for _ in range(int(limiter.total_tokens))]
    for each in waiting:
        limiter.acquire_on_behalf_of_nowait(each)
    sent: list[dict] = []

    async def send(message) -> None:
        sent.append(message)

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    # Granian supports pathsend.
    scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b"", "headers": [],
             "root_path": "", "extensions": {"http.response.pathsend": {}}}  # fmt: skip
    async with asyncio.timeout(30):
        await app(scope, receive, send)
    assert sent[0]["status"] == 200
    return sent[1]["path"]


def test_build_files_need_no_thread(inner, static_dir: Path):
    path = asyncio.run(sent_path(make_ssr(inner, static_dir), SCRIPT))
    assert path == str(static_dir / SCRIPT.removeprefix("/"))


@pytest.mark.skipif("MARKETPLACE_MEDIA_URL" in ELSEWHERE, reason="photos of an S3 store are no files here")
def test_photos_need_no_thread(db):
    key = naming.image_key("a" * 64, 320)
    get_store().put(key, b"webp", "image/webp")
    assert Path(asyncio.run(sent_path(make_media_app(), f"/{Path(key).name}"))).read_bytes() == b"webp"

"""Range requests (RFC 9110, section 14) on media and on build files, through the whole site."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp

from marketplace.domain.media import naming
from marketplace.http.ranges import Ranges
from marketplace.integrations.storage import ObjectStore, make_store
from tests.http.asking import ask

DATA = bytes(range(256)) * 40
DIGEST = "cd" + "1" * 62
PATH = f"/media/{DIGEST}-160.webp"
SIZE = len(DATA)


@pytest.fixture(autouse=True)
def store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ObjectStore:
    """A store that is a folder with a photo: of it alone, parts are sent."""
    store = make_store("", tmp_path)
    store.put(naming.image_key(DIGEST, 160), DATA, "image/webp")
    monkeypatch.setattr("marketplace.http.media.get_store", lambda: store)
    return store


def get(site: ASGIApp, value: str, *more: tuple[bytes, bytes], method: str = "GET") -> dict[str, Any]:
    return ask(site, PATH, method, (b"range", value.encode("latin-1")), *more)


@pytest.mark.parametrize(
    "value",
    [
        "pages=1-2", "bytes", "bytes=", "bytes=abc", "bytes=-", "bytes=1", "bytes=5-2", "bytes=1-2-3", "bytes=+1-5", "bytes=1_0-20",
        "bytes=0x1-5", "bytes=\xb2-5", "bytes=1 -5", "bytes:0-5", "=0-5", "", "bytes=-1.5", f"bytes={'9' * 5000}-", "bytes=--5",
        "seconds=0-1, bytes=0-5", "bytes=0-5;q=1", "none",
    ],
)  # fmt: skip
def test_unknown_units_and_invalid_ranges_are_ignored(site: ASGIApp, db, value: str):
    answer = get(site, value)
    assert (answer["status"], answer["body"]) == (200, DATA)


@pytest.mark.parametrize(
    ("value", "first", "last"),
    [
        ("bytes=0-0", 0, 0), ("bytes=10-19", 10, 19), ("bytes=100-", 100, SIZE - 1), ("bytes=-5", SIZE - 5, SIZE - 1),
        (f"bytes=5-{SIZE * 9}", 5, SIZE - 1), (f"bytes=-{SIZE * 9}", 0, SIZE - 1), ("Bytes=1-2", 1, 2), ("bytes= 1-2 ", 1, 2),
    ],
)  # fmt: skip
def test_one_range(site: ASGIApp, db, value: str, first: int, last: int):
    answer = get(site, value)
    assert (answer["status"], answer["body"]) == (206, DATA[first : last + 1])
    assert answer["headers"]["content-range"] == f"bytes {first}-{last}/{SIZE}"


@pytest.mark.parametrize("value", [f"bytes={SIZE}-", f"bytes={SIZE}-{SIZE + 5}", "bytes=-0", "bytes=99999999999-"])
def test_unsatisfiable_range(site: ASGIApp, db, value: str):
    answer = get(site, value)
    assert (answer["status"], answer["body"]) == (416, b"")
    assert answer["headers"]["content-range"] == f"bytes */{SIZE}"


def test_range_is_defined_for_get_alone(site: ASGIApp, db):
    for value in ("bytes=0-9", "bytes=99999999-"):
        answer = get(site, value, method="HEAD")
        assert (answer["status"], answer["body"], answer["headers"]["content-length"]) == (200, b"", str(SIZE))


@pytest.mark.parametrize(
    "value",
    [
        "bytes=0-1,3-4",
        "bytes=" + ",".join(["0-"] * 1_000),
        "bytes=" + ",".join(f"{n * 4}-{n * 4 + 1}" for n in range(99)),
    ],
)
def test_several_ranges_get_the_whole_file_once(site: ASGIApp, db, value: str):
    answer = get(site, value)
    assert (answer["status"], answer["body"]) == (200, DATA)


def test_second_range_header_is_ignored(site: ASGIApp, db):
    assert get(site, "bytes=0-1", (b"range", b"bytes=0-5"))["status"] == 200


def test_if_range(site: ASGIApp, db):
    whole = ask(site, PATH)["headers"]
    for validator, status in (
        (whole["etag"], 206),
        (whole["last-modified"], 206),
        ('"other"', 200),
        (f"W/{whole['etag']}", 200),
    ):
        assert get(site, "bytes=0-9", (b"if-range", validator.encode()))["status"] == status


def test_streamed_media_is_sent_whole(site: ASGIApp, db, store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(store, "_folder", None)
    for value in ("bytes=0-9", "bytes=abc", "bytes=9999999999-"):
        assert (get(site, value)["status"], get(site, value)["body"]) == (200, DATA)


def test_head_of_streamed_media_reads_nothing(site: ASGIApp, db, store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(store, "_folder", None)
    read: list[object] = []
    stream = store.stream

    async def watched(key: str):
        size, chunks = await stream(key)  # pyright: ignore[reportGeneralTypeIssues]

        async def counted():
            async for chunk in chunks:
                read.append(chunk)
                yield chunk

        return size, counted()

    monkeypatch.setattr(store, "stream", watched)
    answer = ask(site, PATH, "HEAD")
    assert (answer["status"], answer["headers"]["content-length"], read) == (200, str(SIZE), [])
    assert ask(site, PATH)["body"] == DATA
    assert read != []


def test_websockets_and_other_headers_pass():
    seen: list[Any] = []

    async def app(scope: Any, *_: Any) -> None:
        seen.append(scope)

    scope = {
        "type": "http",
        "method": "HEAD",
        "headers": [(b"range", b"bytes=0-1"), (b"if-range", b'"x"'), (b"a", b"b")],
    }
    asyncio.run(Ranges(app)(scope, None, None))  # pyright: ignore
    asyncio.run(Ranges(app)({"type": "websocket"}, None, None))  # pyright: ignore
    assert seen == [{**scope, "headers": [(b"if-range", b'"x"'), (b"a", b"b")]}, {"type": "websocket"}]

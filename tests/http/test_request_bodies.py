"""Bodies without an end cost a bounded number of steps, on every transport and whether or not they are read."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlmodel import Session
from starlette.types import ASGIApp

from marketplace.http.request_bodies import RequestBodies, largest_body_bytes
from marketplace.settings import get_settings
from tests import factories
from tests.http.asking import exchange

PATHS = (
    "/api/report",
    "/api/user/login",
    "/api/upload",
    "/api/nothing",
    "/about",
    "/media/x",
    "/_event/",
    "/ping",
    "/api/category",
)
JSON, MULTIPART = b"application/json", b"multipart/form-data; boundary=b"


class Endless:
    """The messages of a body without an end, counted."""

    def __init__(self, piece: bytes):
        self.piece = piece
        self.count = 0

    def __iter__(self) -> Iterator[Any]:
        while True:
            self.count += 1
            yield {"type": "http.request", "body": self.piece, "more_body": True}


@pytest.mark.parametrize("path", PATHS)
def test_small_pieces_are_cut_off(site: ASGIApp, db: Session, path: str):
    body = Endless(b"a")
    started = exchange(site, path, "POST", (b"content-type", JSON), (b"transfer-encoding", b"chunked"), messages=body)[
        0
    ]
    assert body.count <= 1_010
    assert 400 <= started["status"] < 500


def test_small_pieces_of_an_upload_are_cut_off(site: ASGIApp, db: Session):
    body = Endless(b"-")
    headers = [
        (name.lower().encode(), value.encode()) for name, value in factories.bearer(db, factories.buyer(db)).items()
    ]
    exchange(
        site,
        "/api/upload",
        "POST",
        (b"content-type", MULTIPART),
        (b"transfer-encoding", b"chunked"),
        *headers,
        messages=body,
    )
    assert body.count <= 1_010


@pytest.mark.parametrize("path", PATHS)
def test_bytes_without_end_are_cut_off(site: ASGIApp, db: Session, path: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "upload_max_bytes", 1_000_000)
    monkeypatch.setattr(get_settings(), "upload_max_files", 3)
    body = Endless(b"a" * 65_536)
    exchange(site, path, "POST", (b"content-type", JSON), (b"transfer-encoding", b"chunked"), messages=body)
    assert body.count * 65_536 <= largest_body_bytes() + 3 * 65_536


def drained(*pieces: bytes) -> int:
    """Return how many messages of a body are read that no app reads."""
    left = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
    left[-1]["more_body"] = False
    read: list[Any] = []

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 413, "headers": []})

    def recorded() -> Iterator[Any]:
        for message in left:
            read.append(message)
            yield message

    exchange(RequestBodies(app), "/", "POST", (b"content-length", b"9"), messages=recorded())
    return len(read)


def test_bodies_of_slow_clients_are_read_to_their_end():
    # A slow line sends packets, and a program may write the headers of its parts line by line.
    for pieces in (
        [b"x" * 1_200] * 12_000,
        [b"x" * 30] * 900 + [b"x" * 1_200] * 5_000,
        [b"x"] * 1_000,
        [b"x" * 256] * 50_000,
    ):
        assert drained(*pieces) == len(pieces)


def test_requests_without_a_body_are_passed_on_untouched():
    seen: list[Any] = []

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        seen.append(receive)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    exchange(RequestBodies(app), "/", messages=[])
    assert seen[0].__qualname__.startswith("run")

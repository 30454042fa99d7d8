"""A client that goes away in the middle is neither an error in the log nor a failure of the server."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from prometheus_client import REGISTRY
from sqlmodel import Session
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp

from marketplace.http.request_context import ErrorResponses, RequestContext
from tests import factories
from tests.domain.media import corpus
from tests.http.asking import exchange

PART = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
MULTIPART, JSON = b"multipart/form-data; boundary=b", b"application/json"


def counts() -> dict[tuple[str, str], float]:
    """Return the number of requests by transport and status."""
    counted: dict[tuple[str, str], float] = {}
    for metric in REGISTRY.collect():
        for sample in metric.samples:
            if sample.name == "marketplace_requests_total":
                key = sample.labels["transport"], sample.labels["status"]
                counted[key] = counted.get(key, 0) + sample.value
    return counted


@pytest.fixture
def counted_as() -> Callable[[], dict[tuple[str, str], float]]:
    """Return the requests that were counted since the test began."""
    before = counts()
    return lambda: {key: value - before.get(key, 0) for key, value in counts().items() if value > before.get(key, 0)}


def body(*parts: bytes, then: str = "http.disconnect") -> list[Any]:
    return [*({"type": "http.request", "body": part, "more_body": True} for part in parts), {"type": then}]


@pytest.mark.parametrize(
    ("path", "media_type", "parts"),
    [
        ("/api/upload", MULTIPART, [PART + corpus.jpeg()[:500]]),
        ("/api/upload", MULTIPART, [PART[:20]]),
        ("/api/upload", MULTIPART, []),
        ("/api/upload-multiple", MULTIPART, [PART.replace(b'"file"', b'"images"'), b"x" * 100_000]),
        ("/api/user/login", JSON, [b'{"email": ']),
        ("/api/report", JSON, []),
        ("/api/messages/markAsRead", JSON, [b"{"]),
    ],
)
def test_aborted_body(site: ASGIApp, db: Session, capfd, counted_as, path: str, media_type: bytes, parts: list[bytes]):
    headers = [(b"content-type", media_type), (b"content-length", b"200000")]
    headers += [
        (name.lower().encode(), value.encode()) for name, value in factories.bearer(db, factories.seller(db)).items()
    ]
    exchange(site, path, "POST", *headers, messages=body(*parts))
    assert counted_as() == {("api", "499"): 1}
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("path", ["/about", "/media/x", "/_event/", "/nowhere"])
def test_aborted_body_of_a_page(site: ASGIApp, db: Session, capfd, path: str):
    exchange(site, path, "POST", (b"content-length", b"2000"), messages=body(b"x"))
    assert "request_failed" not in capfd.readouterr().err


def test_body_that_arrives_is_counted_by_its_response(site: ASGIApp, db: Session, counted_as):
    messages = [
        {"type": "http.request", "body": json.dumps({}).encode(), "more_body": False},
        {"type": "http.disconnect"},
    ]
    exchange(site, "/api/user/login", "POST", (b"content-type", JSON), messages=messages)
    assert counted_as() == {("api", "422"): 1}


@pytest.mark.parametrize("layers", [(RequestContext,), (RequestContext, ErrorResponses)])
def test_any_app_may_read_a_body(capfd, counted_as, layers: tuple[Any, ...]):
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await Request(scope, receive).body()

    for layer in reversed(layers):
        app = layer(app)
    exchange(app, "/form", "POST", (b"content-length", b"20"), messages=body(b"x"))
    assert counted_as() == {("pages", "499"): 1}
    assert capfd.readouterr().err == ""


def test_client_that_leaves_during_the_response_is_counted_by_its_status(counted_as):
    async def app(_scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        assert (await receive())["type"] == "http.disconnect"
        raise ClientDisconnect

    exchange(RequestContext(app), "/file", messages=[{"type": "http.disconnect"}])
    assert counted_as() == {("pages", "200"): 1}


def test_failure_before_the_client_leaves_is_still_an_error(capfd, counted_as):
    async def app(*_: Any) -> None:
        raise RuntimeError("broken")

    exchange(RequestContext(app), "/form", "POST", messages=body(b"x"))
    assert counted_as() == {("pages", "500"): 1}
    assert "broken" in capfd.readouterr().err

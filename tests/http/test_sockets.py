"""Tests of the websocket limits, with a stub app and server."""

import asyncio
from typing import Any

import pytest

from marketplace.http import sockets
from marketplace.http.sockets import SocketLimits
from marketplace.integrations import limits
from marketplace.observability import logs
from marketplace.settings import get_settings


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch):
    limits.reset_all()
    monkeypatch.setattr(get_settings(), "sockets_per_address", 2)
    monkeypatch.setattr(get_settings(), "limit_events_socket", "10 per minute")
    monkeypatch.setattr(get_settings(), "limit_events_address", "15 per minute")
    yield
    limits.reset_all()


class Waiting(Exception):
    """Raised instead of waiting for the rate limit."""


@pytest.fixture
def no_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    async def sleep(_seconds: float) -> None:
        raise Waiting

    monkeypatch.setattr(sockets.asyncio, "sleep", sleep)


class Client:
    """A websocket client with the messages it sends and receives."""

    def __init__(self, address: str = "192.0.2.1", forwarded: str = ""):
        headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
        self.scope: dict[str, Any] = {"type": "websocket", "client": (address, 1), "headers": headers}
        self.sent: list[dict[str, Any]] = []
        self.read = 0

    async def run(self, layer: SocketLimits, *messages: dict[str, Any]) -> None:
        waiting = [*messages]

        async def receive() -> dict[str, Any]:
            return waiting.pop(0) if waiting else {"type": "websocket.disconnect"}

        async def send(message: Any) -> None:
            self.sent.append(message)

        async def app(_scope: Any, receive: Any, _send: Any) -> None:
            while (await receive())["type"] == "websocket.receive":
                self.read += 1

        layer.app = app
        await layer(self.scope, receive, send)


def text(length: int = 1) -> dict[str, Any]:
    return {"type": "websocket.receive", "text": "x" * length}


def layer() -> SocketLimits:
    return SocketLimits(None, 20_000)  # pyright: ignore[reportArgumentType]


def open_sockets(limit: SocketLimits, *clients: Client) -> list[list[dict[str, Any]]]:
    """Open all sockets; return the messages that each client received."""

    async def whole() -> None:
        end = asyncio.Event()

        async def app(_scope: Any, _receive: Any, send: Any) -> None:
            await send({"type": "websocket.accept"})
            await end.wait()

        limit.app = app
        tasks = []
        for client in clients:

            async def send(message: Any, client: Client = client) -> None:
                client.sent.append(message)

            tasks.append(asyncio.create_task(limit(client.scope, None, send)))  # pyright: ignore
            await asyncio.sleep(0)
        end.set()
        await asyncio.gather(*tasks)

    asyncio.run(whole())
    return [client.sent for client in clients]


ACCEPTED, REFUSED = [{"type": "websocket.accept"}], [{"type": "websocket.close", "code": 1008}]


def test_sockets_per_address_are_limited():
    limit = layer()
    others = Client("192.0.2.9")
    assert open_sockets(limit, Client(), Client(), Client(), others) == [ACCEPTED, ACCEPTED, REFUSED, ACCEPTED]
    assert not limit._open
    assert open_sockets(limit, Client()) == [ACCEPTED]


def test_ipv6_network_counts_as_one_address():
    clients = [Client(f"2001:db8:1:2::{number}") for number in range(3)]
    assert open_sockets(layer(), *clients, Client("2001:db8:1:3::1")) == [ACCEPTED, ACCEPTED, REFUSED, ACCEPTED]


def test_address_comes_from_trusted_proxies(monkeypatch: pytest.MonkeyPatch):
    forged = [Client(forwarded=f"198.51.100.{number}") for number in range(3)]
    assert open_sockets(layer(), *forged)[2] == REFUSED
    monkeypatch.setattr(get_settings(), "trusted_proxy_hops", 1)
    told = [Client(forwarded=f"203.0.113.7, 198.51.100.{number}") for number in range(3)]
    assert open_sockets(layer(), *told)[2] == ACCEPTED


@pytest.mark.parametrize(
    "message", [text(20_001), {"type": "websocket.receive", "bytes": b"x"}, {**text(), "text": "क" * 7_000}]
)
def test_large_or_binary_message_closes_the_socket(message: dict[str, Any]):
    client = Client()
    asyncio.run(client.run(layer(), message, text()))
    assert (client.sent, client.read) == ([{"type": "websocket.close", "code": 1009}], 0)


@pytest.mark.usefixtures("no_wait")
@pytest.mark.parametrize(("length", "read"), [(1, 10), (4096, 5), (8192, 3), (20_000, 2)])
def test_messages_per_socket_are_limited_by_size(length: int, read: int):
    client = Client()
    asyncio.run(client.run(layer(), *[text(length)] * 20))
    assert client.read == read


@pytest.mark.usefixtures("no_wait")
def test_messages_per_address_are_limited():
    first, second, other = Client(), Client(), Client("192.0.2.9")
    for client in (first, second, other):
        asyncio.run(client.run(layer(), *[text()] * 20))
    assert (first.read, second.read, other.read) == (10, 5, 10)


def test_messages_above_the_limit_are_delayed_not_lost(monkeypatch: pytest.MonkeyPatch):
    waits = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        limits.reset_all()

    monkeypatch.setattr(sockets.asyncio, "sleep", sleep)
    client = Client()
    asyncio.run(client.run(layer(), *[text()] * 35))
    assert client.read == 35
    assert len(waits) == 3
    assert all(0 < wait <= 60 for wait in waits)


def test_failing_app_closes_the_socket(caplog: pytest.LogCaptureFixture):
    async def app(*_: Any) -> None:
        raise RecursionError

    limit, client = layer(), Client()
    limit.app = app

    async def send(message: Any) -> None:
        client.sent.append(message)

    asyncio.run(limit(client.scope, None, send))  # pyright: ignore
    assert client.sent == [{"type": "websocket.close", "code": 1011}]
    assert not limit._open


def test_http_requests_are_not_limited():
    seen = []

    async def app(scope: Any, *_: Any) -> None:
        seen.append((scope["type"], logs.ORIGIN.get()))

    limit = layer()
    limit.app = app
    asyncio.run(limit({"type": "http"}, None, None))  # pyright: ignore
    assert seen == [("http", None)]

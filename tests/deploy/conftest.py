"""The project's nginx files before a stand-in for the app, which tells what it was sent."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import httpx
import pytest

from tests import proxies, servers

_CACHE_CONTROL = {
    "/shared": "max-age=0, s-maxage=60, stale-while-revalidate=60",
    "/brief": "max-age=0, s-maxage=1, stale-while-revalidate=60",
    "/revalidated": "no-cache",
}


@dataclass
class App:
    """The stand-in: it answers from the head alone, and keeps each head it saw."""

    port: int
    seen: list[tuple[str, dict[str, list[str]]]] = field(default_factory=list)
    may_answer: Event = field(default_factory=Event)

    def last(self, name: str) -> list[str]:
        """The lines of a header of the last request."""
        return self.seen[-1][1].get(name, [])


@dataclass
class Front:
    """A running proxy, and the app behind it."""

    port: int
    app: App

    @property
    def url(self) -> str:
        """Where visitors go."""
        return f"http://127.0.0.1:{self.port}"

    def ask(self, path: str = "/api/category", **headers: str) -> httpx.Response:
        """GET with these headers, dashes written as underscores."""
        return httpx.get(self.url + path, headers={name.replace("_", "-"): value for name, value in headers.items()})


def _handler(app: App) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            names = {name.lower() for name in self.headers}
            app.seen.append((self.path, {name: self.headers.get_all(name) or [] for name in names}))
            app.may_answer.wait(20)
            busy = self.path.startswith("/api/busy")
            body = json.dumps({"success": not busy, "message": "The app's own."}).encode()
            self.send_response(503 if busy else 200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.send_header("strict-transport-security", "max-age=1")
            if self.path in _CACHE_CONTROL:
                self.send_header("cache-control", _CACHE_CONTROL[self.path])
                self.send_header("vary", "Accept-Encoding, Authorization, Cookie")
                self.send_header("etag", f'"{len(app.seen)}"')
            self.end_headers()
            self.wfile.write(body)
            # What it does not read can't be the start of another request.
            self.close_connection = "content-length" in names

        do_GET = do_POST = do_PUT = answer

        def log_message(self, format: str, *args: object) -> None:
            """Nothing to tell."""

    return Handler


@pytest.fixture(scope="module")
def app() -> Iterator[App]:
    made = App(0)
    made.may_answer.set()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(made))
    made.port = server.server_address[1]
    Thread(target=server.serve_forever, daemon=True).start()
    yield made
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def front_of(app: App, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Front]]:
    """Starts a proxy: of which file, and whether the app is there."""
    with ExitStack() as stack:

        def start(site: str = "marketplace.conf", *, away: bool = False) -> Front:
            port = servers.free_port() if away else app.port
            folder = tmp_path_factory.mktemp("nginx")
            return Front(stack.enter_context(proxies.nginx(folder, [port], site)), app)

        yield start


@pytest.fixture(scope="module")
def front(front_of: Callable[..., Front]) -> Front:
    """nginx as on a machine of one's own."""
    return front_of()


@pytest.fixture(scope="module")
def inner(front_of: Callable[..., Front]) -> Front:
    """nginx as in compose.yaml."""
    return front_of("compose.conf")


@pytest.fixture(scope="module")
def alone(front_of: Callable[..., Front]) -> Front:
    """nginx with no app to send to."""
    return front_of(away=True)

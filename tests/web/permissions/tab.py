"""A tab without a browser: a websocket client that sends any event and records all responses."""

import json
import socket
import time
from collections import deque
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from reflex.constants.state import FIELD_MARKER
from reflex.event import EventHandler
from reflex.utils.format import format_event_handler
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Ping, RejectConnection, Request, TextMessage

from marketplace.core import ids
from marketplace.http import cookies
from marketplace.web.widgets.toasts import ToastState

NOWHERE = "/nowhere"
_FENCE = "everything before this was done"
_TIMEOUT_S = 30


def name_of(handler: Any) -> str:
    """Return the full name of a handler."""
    if isinstance(handler, str):
        return handler
    assert isinstance(handler, EventHandler)
    return format_event_handler(handler)


class Socket:
    """A websocket of text frames, in one thread."""

    def __init__(self, port: int, target: str, headers: dict[str, str]) -> None:
        self._link = socket.create_connection(("127.0.0.1", port), _TIMEOUT_S)
        self._link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._protocol = WSConnection(ConnectionType.CLIENT)
        self._frames: deque[str] = deque()
        self._part, self._open = "", False
        extra = [(name.encode(), value.encode()) for name, value in headers.items()]
        self._link.sendall(self._protocol.send(Request(host="127.0.0.1", target=target, extra_headers=extra)))
        while not self._open:
            self._read()

    def send(self, text: str) -> None:
        """Send one frame."""
        self._link.sendall(self._protocol.send(TextMessage(text)))

    def receive(self) -> str:
        """Wait for the next frame and return it."""
        while not self._frames:
            self._read()
        return self._frames.popleft()

    def close(self) -> None:
        """Close the websocket."""
        self._link.sendall(self._protocol.send(CloseConnection(1000)))
        self._link.close()

    def _read(self) -> None:
        data = self._link.recv(65536)
        assert data, "the server has hung up"
        self._protocol.receive_data(data)
        for event in self._protocol.events():
            if isinstance(event, AcceptConnection):
                self._open = True
            elif isinstance(event, RejectConnection):
                # The server keeps the connection for another request; waiting for its end takes half a minute.
                self._link.close()
                raise AssertionError(f"the server has refused the socket: {event.status_code}")
            elif isinstance(event, Ping):
                self._link.sendall(self._protocol.send(event.response()))
            elif isinstance(event, TextMessage):
                self._part += event.data
                if event.message_finished:
                    self._frames.append(self._part)
                    self._part = ""


def _is_fence(frame: str) -> bool:
    """Return whether the frame has only the change of the fence event."""
    _, told = json.loads(frame.partition(",")[2])
    changed = [list(names) for names in told["delta"].values()]
    return not told.get("events") and changed == [[f"feed{FIELD_MARKER}"]]


class Tab:
    """Frames as python-engineio 4 and python-socketio 5 write them: 0 open, 2 ping, 40 connect, 42 event.

    Args:
        session: session token, sent as a cookie in the handshake; empty for anonymous.
        client_token: the client token to request; empty for a new one. The server may assign another.
        silent: send no event at first.
    """

    def __init__(self, port: int, session: str = "", client_token: str = "", *, silent: bool = False) -> None:
        self.client_token = client_token or ids.new_token()
        query = urlencode({"EIO": "4", "transport": "websocket", "token": self.client_token})
        headers = {"Cookie": f"{cookies.SESSION}={session}"} if session else {}
        self._socket = Socket(port, f"/_event/?{query}", headers)
        self._fences = 0
        assert self._socket.receive().startswith("0")
        self._socket.send("40/_event,")
        self.heard = "" if silent else self.settle()

    def __enter__(self) -> "Tab":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the tab."""
        self._socket.close()

    def send(self, handler: Any, payload: dict[str, Any], path: str = NOWHERE) -> None:
        """Send an event without waiting."""
        parts = urlsplit(path)
        router = {"pathname": parts.path, "query": dict(parse_qsl(parts.query)), "asPath": path}
        event = {"name": name_of(handler), "payload": payload, "router_data": router}
        self._socket.send("42/_event," + json.dumps(["event", event]))

    def settle(self, until: Callable[[str], bool] = lambda _heard: True) -> str:
        """Return all frames until the events that were sent have been handled.

        Events of a tab are handled one after the other, so what follows one stands before the next fence; an event that
        begins others is followed by a fence of its own. What runs in the background is waited for by `until`.
        """
        heard, deadline = "", time.monotonic() + _TIMEOUT_S
        while True:
            told, is_quiet = self._fence()
            heard += told
            if is_quiet and (until(heard) or time.monotonic() > deadline):
                return heard
            if is_quiet:
                time.sleep(0.05)

    def _fence(self) -> tuple[str, bool]:
        """Return the frames before the fence event, and whether there were none."""
        self._fences += 1
        mark = f"{_FENCE} ({self._fences})"
        self.send(ToastState.show, {"kind": "info", "text": mark})
        between = ""
        while True:
            frame = self._socket.receive()
            if frame == "2":
                self._socket.send("3")
            elif mark in frame:
                return between + frame + "\n", not between and _is_fence(frame)
            elif frame.startswith("42"):
                between += frame + "\n"

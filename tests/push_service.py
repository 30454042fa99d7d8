"""A push service on this machine, and browsers that can read what it received."""

import json
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from marketplace.core import ids
from tests import certificates

AUTH = b"sixteen bytes ok"


def encode(data: bytes) -> str:
    """Encode as base64url without padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Browser:
    """The keys of a browser, and the URL under which the push service knows it."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    @property
    def keys(self) -> dict[str, str]:
        """The keys that the browser gives to a site."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": encode(point), "auth": encode(AUTH)}

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt a message as the browser does."""
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=AUTH, version="aes128gcm"))


def browser(host: str = "fcm.googleapis.com") -> Browser:
    """Return a browser that no other test knows."""
    return Browser(f"https://{host}/send/{ids.new_id()}")


@dataclass
class Received:
    """A request that the push service received."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """A push service.

    Attributes:
        status: what it responds with.
        location: where it redirects to, if the status is a redirect.
    """

    host: str
    status: int = 201
    location: str = ""
    received: list[Received] = field(default_factory=list)


@contextmanager
def running(folder: Path) -> Iterator[PushService]:
    """Run a push service with a certificate of its own, which it writes to `certificate.pem` in the folder."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.received.append(Received(self.path, headers, body))
            self.send_response(service.status)
            if service.location:
                self.send_header("Location", service.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_arguments: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.socket = certificates.server_context(certificates.make(folder)).wrap_socket(server.socket, server_side=True)
    service = PushService(f"127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield service
    server.shutdown()
    thread.join()
    server.server_close()

"""Headers that protect the reader, on every answer of the process.

A page brings its own content security policy, which names the inline scripts it carries by their hashes; what
brings none gets the policy without any. Nothing may evaluate text as code, and nothing loads from another host.
"""

import base64
import hashlib
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marketplace.settings import Settings, get_settings

_YEAR_S = 365 * 24 * 3600
_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "geolocation=(self), camera=(self), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
}

# For files that only ever are parts of a page.
PART_POLICY = "default-src 'none'; frame-ancestors 'none'"


def hash_script(text: str) -> str:
    """The source expression that allows exactly this inline script (Content Security Policy 3, section 2.3.1)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def make_policy(scripts: Iterable[str] = ()) -> str:
    """The value of the Content-Security-Policy header.

    Args:
        scripts: source expressions of the page's inline scripts, from `hash_script`.
    """
    return "; ".join(
        (
            "default-src 'self'",
            " ".join(["script-src 'self'", *scripts]),
            # Elements carry style attributes, and `documents/hasten.py` writes the stylesheet into the page.
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            f"connect-src 'self' {_websocket_origin(get_settings())}",
            "worker-src 'self' blob:",
            "manifest-src 'self'",
            "media-src 'self' blob:",
            "object-src 'none'",
            "frame-src 'none'",
            "frame-ancestors 'none'",
            "base-uri 'self'",
            "form-action 'self'",
        )
    )


def _websocket_origin(settings: Settings) -> str:
    # Browsers before CSP 3 do not count a websocket of the same host as 'self'.
    return f"{'wss' if settings.is_https else 'ws'}://{urlsplit(settings.url).netloc}"


class SecurityHeaders:
    """ASGI middleware, to be put around the doors."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add to each HTTP answer the headers that it does not bring itself."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("content-security-policy", make_policy())
                if get_settings().is_https:
                    headers.setdefault("strict-transport-security", f"max-age={_YEAR_S}")
            await send(message)

        await self.app(scope, receive, guarded)

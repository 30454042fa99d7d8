"""Security headers on every response of the process.

A page sets its own content security policy, which lists the hashes of its inline scripts. Other responses get a policy
without inline scripts. No policy allows `eval`, or loading anything from another host.
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

# For files that are only used as part of a page.
PART_POLICY = "default-src 'none'; frame-ancestors 'none'"


def hash_script(text: str) -> str:
    """Return the source expression that allows exactly this inline script (Content Security Policy 3, section 2.3.1)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def make_policy(scripts: Iterable[str] = ()) -> str:
    """Return the value of the Content-Security-Policy header.

    Args:
        scripts: source expressions of the page's inline scripts, from `hash_script`.
    """
    return "; ".join(
        (
            "default-src 'self'",
            " ".join(["script-src 'self'", *scripts]),
            # Elements have style attributes, and `ssr/hydration.py` writes the stylesheet into the page.
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
    # Browsers before CSP 3 do not include websockets of the same host in 'self'.
    return f"{'wss' if settings.is_https else 'ws'}://{urlsplit(settings.url).netloc}"


class SecurityHeaders:
    """ASGI middleware around the transports."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the security headers that the response does not set itself."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("content-security-policy", make_policy())
                if get_settings().is_https:
                    headers.setdefault("strict-transport-security", f"max-age={_YEAR_S}")
            await send(message)

        await self.app(scope, receive, send_with_headers)

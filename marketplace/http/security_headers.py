"""Security headers on every response of the process.

A page sets its own content security policy, which lists the hashes of its inline scripts. Other responses get a policy
without inline scripts. No policy allows `eval`, or loading anything from another host.
"""

import base64
import hashlib
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import urlsplit

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
_STARTS = ("http.response.start", "websocket.http.response.start")

# For files that are only used as part of a page.
PART_POLICY = "default-src 'none'; frame-ancestors 'none'"


def hash_script(text: str) -> str:
    """Return the source expression that allows exactly this inline script (Content Security Policy 3, section 2.3.1)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def make_policy(scripts: Iterable[str] = ()) -> str:
    """Return the value of the Content-Security-Policy header, which allows inline scripts with these hashes (`hash_script`)."""
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


def default_headers() -> tuple[tuple[bytes, bytes], ...]:
    """Return the security headers of a response that sets none itself."""
    return _encode(make_policy(), is_https=get_settings().is_https)


@lru_cache
def _encode(policy: str, *, is_https: bool) -> tuple[tuple[bytes, bytes], ...]:
    headers = {**_HEADERS, "content-security-policy": policy}
    if is_https:
        headers["strict-transport-security"] = f"max-age={_YEAR_S}"
    return tuple((name.encode(), value.encode()) for name, value in headers.items())


class SecurityHeaders:
    """ASGI middleware around everything that responds, so that no layer can respond without the headers.

    A refused websocket gets a response of ours too, because the server's own has no headers.
    """

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the security headers that the response does not set itself."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        # Only the first message can refuse a websocket; a later one closes it.
        may_refuse = scope["type"] == "websocket" and "websocket.http.response" in (scope.get("extensions") or {})

        async def send_with_headers(message: Message) -> None:
            nonlocal may_refuse
            is_refusal, may_refuse = may_refuse and message["type"] == "websocket.close", False
            if is_refusal:
                await send({"type": "websocket.http.response.start", "status": 403, "headers": [*default_headers()]})
                await send({"type": "websocket.http.response.body", "body": b""})
                return
            if message["type"] in _STARTS:
                present = {name.lower() for name, _ in message.get("headers", ())}
                added = (pair for pair in default_headers() if pair[0] not in present)
                message = {**message, "headers": [*message.get("headers", ()), *added]}
            await send(message)

        await self.app(scope, receive, send_with_headers)

"""Cross-origin access: none. Written for Reflex 0.10.1 and python-engineio 4.15.1.

Reflex wraps its apps in Starlette's CORS middleware with credentials allowed, which announces
`Access-Control-Allow-Credentials` to every origin, and refuses preflights in plain text. The compiled pages call the
origin they were served from, so the site needs no CORS at all; without the layer the API refuses preflights itself.
"""

from typing import Any

import reflex as rx
from starlette.applications import Starlette

from marketplace.http.origin import is_own_origin


def disable_cors() -> None:
    """Stop Reflex from adding its CORS middleware. Call it before creating the app."""
    if not callable(getattr(rx.App, "_add_cors", None)):
        raise RuntimeError("Reflex adds its CORS middleware elsewhere; adapt marketplace/web/reflex_ext/cors.py")
    rx.App._add_cors = staticmethod(_add_nothing)  # pyright: ignore[reportAttributeAccessIssue]


def restrict_websocket(app: rx.App) -> None:
    """Accept websocket connections from the site's own pages only."""
    if app.sio is not None:
        app.sio.eio.cors_allowed_origins = _is_allowed
        app.sio.eio.cors_credentials = False


def _add_nothing(_api: Starlette) -> None:
    """Stand in for `App._add_cors`."""


def _is_allowed(_origin: str, environ: dict[str, Any]) -> bool:
    return is_own_origin(environ["asgi.scope"])

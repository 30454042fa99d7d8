"""Checks whether a request comes from one of the site's own pages."""

from starlette.datastructures import Headers
from starlette.types import Scope

from marketplace.settings import get_settings

_HTTP_SCHEMES = {"ws": "http", "wss": "https"}


def is_own_origin(scope: Scope) -> bool:
    """Return whether the `Origin` header equals SITE_URL or the origin that the request was sent to.

    Scheme, host and port must be equal. The origin of the request is the connection's scheme and the `Host` header.
    `X-Forwarded-Proto` replaces the scheme only if TRUSTED_PROXY_HOPS is set, and `X-Forwarded-Host` is never read. A request
    without `Origin` does not come from one of the site's pages.
    """
    settings = get_settings()
    headers = Headers(scope=scope)
    origin, host = headers.get("origin", "").lower(), headers.get("host", "").lower()
    if not origin:
        return False
    scheme = _HTTP_SCHEMES.get(scope["scheme"], scope["scheme"])
    forwarded = headers.get("x-forwarded-proto", "").lower()
    if settings.trusted_proxy_hops and forwarded in ("http", "https"):
        scheme = forwarded
    return origin == settings.url.lower() or (host != "" and origin == f"{scheme}://{host}")

"""The session in a browser: cookies set and cleared, and where a login may come from."""

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request
from fastapi.responses import JSONResponse

from marketplace import cookies, ids
from marketplace.domain.accounts import SignedIn
from marketplace.errors import Forbidden, MarketplaceError, UnsupportedMedia
from marketplace.settings import get_settings
from marketplace.texts import t

_DAY_S = 86_400


class LostXsrf(Forbidden):
    """A browser sent its session's cookie without the XSRF cookie that belongs to it; the answer brings a new one."""


def json_from_here(request: Request) -> None:
    """Refuse a login that a form of another site could have sent.

    Raises:
        UnsupportedMedia: the body is not JSON, which no plain form can send.
        Forbidden: the request names another site as its origin.
    """
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise UnsupportedMedia(t("The body must be JSON."))
    origin = request.headers.get("origin")
    if origin is None:
        return
    # One build serves any port and any proxy, so the page's own host counts beside SITE_URL.
    named = urlsplit(origin)
    is_here = named.netloc != "" and named.netloc == request.headers.get("host", "")
    if not is_here and origin != get_settings().url:
        raise Forbidden(t("Please sign in on our own page."))


JsonFromHere = Annotated[None, Depends(json_from_here)]


def device_of(request: Request) -> str:
    """The browser's long-lived cookie, or a value for a new one."""
    return request.cookies.get(cookies.DEVICE, "")[:128] or ids.new_token()


def keep(answer: JSONResponse, signed_in: SignedIn) -> None:
    """Give the session to the browser. Without Remember me its cookies end with the browser."""
    settings = get_settings()
    life = settings.session_remember_days * _DAY_S if signed_in.remember else None
    secure = settings.is_https
    answer.set_cookie(cookies.SESSION, signed_in.token, life, httponly=True, samesite="lax", secure=secure)
    _keep_xsrf(answer, life)
    answer.set_cookie(
        cookies.DEVICE,
        signed_in.device,
        settings.device_days * _DAY_S,
        httponly=True,
        samesite="lax",
        secure=secure,
    )


def mend(answer: JSONResponse, error: MarketplaceError) -> None:
    """Give a browser that lost its XSRF cookie a new one with the refusal, so that it may try again."""
    if isinstance(error, LostXsrf):
        _keep_xsrf(answer, None)


def _keep_xsrf(answer: JSONResponse, life: int | None) -> None:
    # Read by our own scripts, which send it back in a header; that is what other sites can't do.
    answer.set_cookie(cookies.XSRF, ids.new_token(), life, samesite="lax", secure=get_settings().is_https)


def forget(answer: JSONResponse) -> None:
    """Take the session out of the browser; the device stays known."""
    secure = get_settings().is_https
    answer.delete_cookie(cookies.SESSION, httponly=True, samesite="lax", secure=secure)
    answer.delete_cookie(cookies.XSRF, samesite="lax", secure=secure)

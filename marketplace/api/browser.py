"""Browser sessions: cookies, XSRF checks and the origin check of logins."""

from typing import Annotated

from fastapi import Depends, Request
from fastapi.responses import JSONResponse

from marketplace.core import ids
from marketplace.core.errors import Forbidden, MarketplaceError, UnsupportedMedia
from marketplace.domain.accounts import SignedIn
from marketplace.http import cookies, credentials
from marketplace.http.origin import is_own_origin
from marketplace.i18n.texts import t
from marketplace.settings import get_settings

_DAY_S = 86_400


class MissingXsrfCookie(Forbidden):
    """The request has a session cookie (`session`) without the matching XSRF cookie; the response sets the XSRF cookie again."""

    def __init__(self, message: str, session: str):
        super().__init__(message)
        self.session = session


def xsrf_token(session: str) -> str:
    """Return the XSRF token of a session, an HMAC that an attacker who plants cookies can't compute."""
    return ids.sign(get_settings().secret, "xsrf", session)


def check_xsrf(request: Request, session: str) -> None:
    """Check that the XSRF header matches the session; the XSRF cookie only carries the token to our scripts.

    Raises:
        MissingXsrfCookie: neither the header nor the cookie matches.
        Forbidden: the cookie matches, the header does not.
    """
    expected = xsrf_token(session)
    if ids.constant_time_equal(request.headers.get(cookies.XSRF_HEADER, ""), expected):
        return
    message = t("This request did not come from our page. Please reload and try again.")
    if ids.constant_time_equal(credentials.read(request.scope).cookies.get(cookies.XSRF, ""), expected):
        raise Forbidden(message)
    raise MissingXsrfCookie(message, session)


def require_same_origin_json(request: Request) -> None:
    """Refuse a login sent by another site (login CSRF).

    Raises:
        UnsupportedMedia: the body is not JSON, so an HTML form may have sent it.
        Forbidden: the Origin header names another site.
    """
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise UnsupportedMedia(t("The body must be JSON."))
    if "origin" in request.headers and not is_own_origin(request.scope):
        raise Forbidden(t("Signing in from other sites is not allowed."))


SameOriginJson = Annotated[None, Depends(require_same_origin_json)]


def device_of(request: Request) -> str:
    """Return the browser's device id from its cookie, or a new one."""
    return credentials.read(request.scope).cookies.get(cookies.DEVICE, "")[:128] or ids.new_token()


def set_session_cookies(response: JSONResponse, signed_in: SignedIn) -> None:
    """Set the session, XSRF and device cookies. Without Remember me the first two last until the browser closes."""
    settings = get_settings()
    max_age = settings.session_remember_days * _DAY_S if signed_in.remember else None
    secure = settings.is_https
    response.set_cookie(cookies.session_name(), signed_in.token, max_age, httponly=True, samesite="lax", secure=secure)
    _set_xsrf_cookie(response, signed_in.token, max_age)
    response.set_cookie(
        cookies.DEVICE,
        signed_in.device,
        settings.device_days * _DAY_S,
        httponly=True,
        samesite="lax",
        secure=secure,
    )


def restore_xsrf_cookie(response: JSONResponse, error: MarketplaceError) -> None:
    """Set a missing XSRF cookie on the error response, so that the browser can retry."""
    if isinstance(error, MissingXsrfCookie):
        _set_xsrf_cookie(response, error.session, None)


def _set_xsrf_cookie(response: JSONResponse, session: str, max_age: int | None) -> None:
    # Not HttpOnly: our scripts read it and send it back in a header, which other sites can't do.
    response.set_cookie(cookies.XSRF, xsrf_token(session), max_age, samesite="lax", secure=get_settings().is_https)


def clear_session_cookies(response: JSONResponse) -> None:
    """Delete the session and XSRF cookies; the device cookie stays."""
    secure = get_settings().is_https
    response.delete_cookie(cookies.session_name(), httponly=True, samesite="lax", secure=secure)
    response.delete_cookie(cookies.XSRF, samesite="lax", secure=secure)

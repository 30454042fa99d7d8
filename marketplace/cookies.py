"""Names of the cookies, and how a cookie header is read; shared by the doors."""

from http.cookies import CookieError, SimpleCookie

SESSION = "marketplace_session"
DEVICE = "marketplace_device"
XSRF = "XSRF-TOKEN"
XSRF_HEADER = "X-XSRF-TOKEN"


def read(header: str, name: str) -> str:
    """The value of one cookie in a Cookie header, empty when it is not there or the header is broken."""
    try:
        morsel = SimpleCookie(header).get(name)
    except CookieError:
        return ""
    return morsel.value if morsel else ""

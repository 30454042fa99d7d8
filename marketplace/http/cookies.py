"""Names of the cookies, and the only parser of the Cookie header."""

from collections.abc import Iterable, Mapping
from urllib.parse import unquote

from starlette.requests import cookie_parser

from marketplace.settings import get_settings

SESSION = "marketplace_session"
DEVICE = "marketplace_device"
# Written by `web/components/city_picker.jsx`: a town, percent-encoded.
CITY = "marketplace_city"
# The value for no town, which is a choice too.
ANYWHERE = "anywhere"
XSRF = "XSRF-TOKEN"
XSRF_HEADER = "X-XSRF-TOKEN"
_LONGEST_CITY = 120


def parse(headers: Iterable[str]) -> dict[str, str]:
    """Parse `Cookie` headers into values by name. If a name occurs more than once, the last value wins."""
    values: dict[str, str] = {}
    for header in headers:
        # Python before 3.11.10 and 3.12.6 unquotes backslashes in quadratic time (CVE-2024-7592): seconds for 64 KB.
        # None of our cookies contains a backslash.
        values |= cookie_parser(header.replace("\\", ""))
    return values


def city(values: Mapping[str, str]) -> str:
    """Return the town that the visitor chose, as the cookie has it: it need not exist. Empty if there is none."""
    value = values.get(CITY, "")
    return unquote(value) if len(value) <= _LONGEST_CITY else ""


def session_name() -> str:
    """Return the name of the session cookie, with the prefix `__Host-` if the site uses https.

    Browsers accept that prefix only with `Secure`, with the path `/` and without a domain, so neither another subdomain nor
    an http page can set the cookie.
    """
    return f"__Host-{SESSION}" if get_settings().is_https else SESSION

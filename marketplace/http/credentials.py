"""The credentials of an HTTP request, parsed once for the transports and the response cache."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fastapi.security.utils import get_authorization_scheme_param
from starlette.datastructures import Headers
from starlette.types import Scope

from marketplace.http import cookies

_SCOPE_KEY = "marketplace.credentials"


@dataclass(frozen=True, slots=True)
class Credentials:
    """The unverified credentials of a request.

    Attributes:
        token: the session token; empty if there is none, or if `Authorization` is not a single bearer token.
        has_authorization: the request has an `Authorization` header, which takes precedence over the cookie.
        cookies: all cookies by name.
    """

    token: str = field(repr=False)
    has_authorization: bool
    cookies: Mapping[str, str] = field(repr=False)

    @property
    def is_anonymous(self) -> bool:
        """Return whether the request has no credential at all, not even an expired or malformed one."""
        return not self.token and not self.has_authorization


def read(scope: Scope) -> Credentials:
    """Return the credentials of this request. They are parsed on the first call and stored in the scope."""
    credentials = scope.get(_SCOPE_KEY)
    if credentials is None:
        credentials = scope[_SCOPE_KEY] = _parse(Headers(scope=scope))
    return credentials


def _parse(headers: Headers) -> Credentials:
    values = cookies.parse(headers.getlist("cookie"))
    lines = headers.getlist("authorization")
    if not any(lines):
        return Credentials(values.get(cookies.session_name(), ""), has_authorization=False, cookies=values)
    # A second Authorization header is malformed (RFC 9110, 5.3), and parsers differ in which one they use.
    scheme, token = get_authorization_scheme_param(lines[0] if len(lines) == 1 else None)
    return Credentials(token if scheme.lower() == "bearer" else "", has_authorization=True, cookies=values)

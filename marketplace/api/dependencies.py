"""Route dependencies: calls of domain functions as the authenticated actor, pagination and cache policy."""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Concatenate, ParamSpec, TypeVar

from fastapi import Depends, Header, Request, params
from fastapi.dependencies.utils import get_flat_params
from sqlmodel import Session

from marketplace import cache
from marketplace.api import browser
from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, Invalid, NotSignedIn
from marketplace.db import replicas
from marketplace.db.database import read_only, unit_of_work
from marketplace.domain import accounts, ads, phases
from marketplace.domain.ads import AdDetail
from marketplace.domain.paging import EVERYTHING, Window
from marketplace.http import credentials
from marketplace.http.client_address import client_address
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.settings import get_settings

P = ParamSpec("P")
Result = TypeVar("Result")
DomainFunction = Callable[Concatenate[Session, Actor, P], Result]

# draft-ietf-httpapi-idempotency-key-header
IDEMPOTENCY_KEY = "Idempotency-Key"
SAFE = {"GET", "HEAD", "OPTIONS"}
# Larger integers lose precision in JavaScript.
_MAX_SAFE_INTEGER = 2**53 - 1


class Dispatcher:
    """Calls domain functions as the actor of one request, each call in its own transaction."""

    def __init__(self, request: Request):
        self.request = request
        self.address = client_address(
            request.client.host if request.client else "",
            request.headers.getlist("x-forwarded-for"),
            get_settings().trusted_proxy_hops,
        )
        self.user_agent = request.headers.get("user-agent", "")[:300]
        self.client_id = request.headers.get(IDEMPOTENCY_KEY, "")
        self.credentials = credentials.read(request.scope)
        self.token = self._token()
        self._cached_actor: Actor | None = None

    def _token(self) -> str:
        token = self.credentials.token
        if self.credentials.has_authorization:
            if not token:
                raise NotSignedIn()
        elif token and self.request.method not in SAFE:
            browser.check_xsrf(self.request, token)
        return token

    def _actor(self, db: Session) -> Actor:
        if self._cached_actor is None:
            self._cached_actor = self._find_actor(db)
        return self._cached_actor

    def _find_actor(self, db: Session) -> Actor:
        actor = (
            accounts.find_actor(db, self.token, address=self.address, user_agent=self.user_agent)
            if self.token
            else None
        )
        actor = replace(actor or Actor(address=self.address, user_agent=self.user_agent), client_id=self.client_id)
        if self.token and actor.account_id is None and self.credentials.has_authorization:
            raise actor.not_signed_in(t("Your session has ended. Please sign in again."))
        return actor

    def execute(self, function: DomainFunction[P, Result], *args: P.args, **options: P.kwargs) -> Result:
        """Call a domain function that may write, and commit."""
        finish = phases.run_first_phase(function, self.get_actor, *args, **options)
        with unit_of_work() as db:
            # The session may have ended since it was looked up, for example while a password was compared.
            self._cached_actor = self._find_actor(db)
            return finish(db, self._cached_actor)

    def query(self, function: DomainFunction[P, Result], *args: P.args, **options: P.kwargs) -> Result:
        """Call a domain function that only reads; again on the primary database if a replica fails."""
        is_public = self.credentials.is_anonymous and cache.is_public(self.request.scope)
        return replicas.read(lambda db: function(db, self._actor(db), *args, **options), is_public=is_public)

    def record_reads(self, *details: AdDetail) -> None:
        """Record which ad versions an admin has read, so that approving can't hit a later version by mistake."""
        if details and self._cached_actor is not None and self._cached_actor.is_staff:
            self.execute(ads.record_reads, details)

    def get_actor(self) -> Actor:
        """Return the actor that the credentials of the request identify, or an anonymous one."""
        with read_only() as db:
            return self._actor(db)

    def allow_caching(self) -> None:
        """Allow the response cache to store this response, as `CACHEABLE` does for an operation."""
        _allow_caching(self.request)

    def resolve_account_id(self, account_id: str, *kinds: AccountKind, message: str = "") -> str:
        """Check the account id that a client sends for itself.

        Args:
            account_id: must be the caller's own; empty means the caller.
            kinds: account kinds that may call; any if empty.
            message: error message for an anonymous caller.

        Returns:
            The caller's own id.

        Raises:
            NotSignedIn: the caller is anonymous.
            Forbidden: wrong account kind, or the id of another account.
        """
        own = self.get_actor().require(*kinds, message=message)
        if account_id and account_id != own:
            raise Forbidden()
        return own


class OptionalAuthDispatcher(Dispatcher):
    """Treats an expired token and a missing XSRF cookie as anonymous, so that neither prevents a new login."""

    def _token(self) -> str:
        try:
            return super()._token()
        except browser.MissingXsrfCookie:
            return self._token_without_xsrf()

    def _token_without_xsrf(self) -> str:
        return ""

    def _find_actor(self, db: Session) -> Actor:
        try:
            return super()._find_actor(db)
        except NotSignedIn:
            return Actor(address=self.address, user_agent=self.user_agent)


class LoginDispatcher(OptionalAuthDispatcher):
    """Accepts the session cookie without the XSRF cookie, so that a login ends the browser's previous session.

    Safe because `SameOriginJson` refuses logins from other sites.
    """

    def _token_without_xsrf(self) -> str:
        return self.credentials.token


# Async, since FastAPI runs sync dependencies in a thread, which costs more than the work itself.
async def _get_dispatcher(request: Request) -> Dispatcher:
    return Dispatcher(request)


async def _get_optional_auth_dispatcher(request: Request) -> OptionalAuthDispatcher:
    return OptionalAuthDispatcher(request)


async def _get_login_dispatcher(request: Request, _same_origin: browser.SameOriginJson) -> LoginDispatcher:
    return LoginDispatcher(request)


# For the OpenAPI document: the dependencies that read the session, and those that don't require one.
OPTIONAL_AUTH_DEPENDENCIES = frozenset({_get_optional_auth_dispatcher, _get_login_dispatcher})
SESSION_DEPENDENCIES = OPTIONAL_AUTH_DEPENDENCIES | {_get_dispatcher}
DispatcherDep = Annotated[Dispatcher, Depends(_get_dispatcher)]
OptionalAuthDep = Annotated[OptionalAuthDispatcher, Depends(_get_optional_auth_dispatcher)]
LoginDep = Annotated[LoginDispatcher, Depends(_get_login_dispatcher)]


def _allow_caching(request: Request, is_parameter: Callable[[str], bool] | None = None) -> None:
    fields = get_flat_params(request.scope["route"].dependant)
    declared = {field.alias for field in fields if isinstance(field.field_info, params.Query)}
    cache.allow_caching(
        request.scope, lambda name: name in declared or (is_parameter is not None and is_parameter(name))
    )


def cacheable(is_parameter: Callable[[str], bool] | None = None) -> list[params.Depends]:
    """Return the dependencies of an operation whose anonymous response depends on the URL and public tables only.

    Args:
        is_parameter: whether the operation reads the query parameter; not needed for those in its signature.
    """

    async def allow_caching(request: Request) -> None:
        _allow_caching(request, is_parameter)

    return [Depends(allow_caching)]


CACHEABLE = cacheable()


async def _declare_idempotency_key(
    _key: Annotated[
        str,
        Header(
            alias=IDEMPOTENCY_KEY,
            # Anonymous callers share one space of keys, where short ones would meet.
            min_length=16,
            max_length=255,
            description="an id that the client makes for what it creates, and sends again when it got no answer: a repetition is 409 "
            "with the `storedId` of what it made",
        ),
    ] = "",
) -> None:
    """Declare the header; `Dispatcher` reads it."""


# Dependencies of an operation that calls a function with `stores_once`.
ONCE = [Depends(_declare_idempotency_key)]


def clean_param(value: str | None) -> str:
    """Return the stripped query value, empty for `null` and `undefined`."""
    value = (value or "").strip()
    return "" if value in ("null", "undefined") else value


def _parse_positive(value: str, field: str) -> int | None:
    value = clean_param(value)
    if not value:
        return None
    digits = value.lstrip("0") if value.isascii() and value.isdigit() else ""
    if not digits:
        raise Invalid(t("{field} must be a whole number from 1.", field=field), field)
    return min(int(digits), _MAX_SAFE_INTEGER) if len(digits) <= len(str(_MAX_SAFE_INTEGER)) else _MAX_SAFE_INTEGER


def make_window(page: str = "", limit: str = "", *, default: int | None = None) -> Window:
    """Parse `page` and `limit`; without `limit`, the page size is `default`, or the list is whole if both are empty and that is None.

    Raises:
        Invalid: not a positive integer, or `limit` is over the maximum.
    """
    number, size = _parse_positive(page, "page"), _parse_positive(limit, "limit")
    settings = get_settings()
    if size and size > settings.page_size_max:
        raise Invalid(t("limit can be at most {most}.", most=settings.page_size_max), "limit")
    if number is None and size is None and default is None:
        return EVERYTHING
    return Window(number or 1, size or default or settings.page_size)


async def paged(page: str = "", limit: str = "") -> Window:
    """Return the window of a list that is always paginated."""
    return make_window(page, limit, default=get_settings().page_size)


async def optionally_paged(page: str = "", limit: str = "") -> Window:
    """Return the window of a list that is whole unless `page` or `limit` is given."""
    return make_window(page, limit)


Paged = Annotated[Window, Depends(paged)]
OptionallyPaged = Annotated[Window, Depends(optionally_paged)]

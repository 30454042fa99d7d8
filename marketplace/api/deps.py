"""What a route is handed: the door to the domain, and the window of a list."""

from collections.abc import Callable
from typing import Annotated, Concatenate, ParamSpec, TypeVar

from fastapi import Depends, Request
from sqlmodel import Session
from starlette.concurrency import run_in_threadpool

from marketplace import cookies, ids, ready
from marketplace.actor import Actor
from marketplace.api import browser
from marketplace.database import reading, unit_of_work
from marketplace.domain import accounts
from marketplace.domain.paging import EVERYTHING, Window
from marketplace.errors import Forbidden, Invalid, NotSignedIn
from marketplace.models import AccountKind
from marketplace.net import client_address
from marketplace.settings import get_settings
from marketplace.texts import t

P = ParamSpec("P")
Result = TypeVar("Result")
Verb = Callable[Concatenate[Session, Actor, P], Result]

SAFE = {"GET", "HEAD", "OPTIONS"}
# The largest whole number that every reader of JSON tells from the next; no list has a page behind it.
_LARGEST = 2**53 - 1


class Door:
    """Calls domain functions for one request, each in a unit of work of its own, as whoever the request proves to be."""

    def __init__(self, request: Request):
        self.request = request
        self.address = client_address(
            request.client.host if request.client else "",
            request.headers.getlist("x-forwarded-for"),
            get_settings().trusted_proxy_hops,
        )
        self.user_agent = request.headers.get("user-agent", "")[:300]
        self.token = self._token()
        self._known: Actor | None = None

    def _token(self) -> str:
        header = self.request.headers.get("authorization", "")
        if header:
            scheme, _, token = header.partition(" ")
            if scheme.lower() != "bearer" or not token.strip():
                raise NotSignedIn()
            return token.strip()
        token = self.request.cookies.get(cookies.SESSION, "")
        if token and self.request.method not in SAFE:
            self._check_xsrf()
        return token

    def _check_xsrf(self) -> None:
        cookie = self.request.cookies.get(cookies.XSRF, "")
        header = self.request.headers.get(cookies.XSRF_HEADER, "")
        if not cookie or not ids.same(cookie, header):
            refusal = Forbidden if cookie else browser.LostXsrf
            raise refusal(t("This request did not come from our page. Please reload and try again."))

    def _actor(self, db: Session) -> Actor:
        if self._known is None:
            self._known = self._find_actor(db)
        return self._known

    def _find_actor(self, db: Session) -> Actor:
        nobody = Actor(address=self.address, user_agent=self.user_agent)
        if not self.token:
            return nobody
        actor = accounts.find_actor(db, self.token, address=self.address, user_agent=self.user_agent)
        if actor is None and "authorization" in self.request.headers:
            raise NotSignedIn(t("Your session has ended. Please sign in again."))
        return actor or nobody

    def do(self, verb: Verb[P, Result], *args: P.args, **options: P.kwargs) -> Result:
        """Run a verb that may write; it is committed when this returns."""
        with unit_of_work() as db:
            return verb(db, self._actor(db), *args, **options)

    def ask(self, verb: Verb[P, Result], *args: P.args, **options: P.kwargs) -> Result:
        """Run a verb that only reads."""
        with reading() as db:
            return verb(db, self._actor(db), *args, **options)

    def who(self) -> Actor:
        """Whoever the request proves to be."""
        with reading() as db:
            return self._actor(db)

    def keep_ready(self) -> None:
        """Say of this answer what `KEPT_READY` says of all answers of an operation."""
        ready.keep(self.request.scope)

    def claim(self, account_id: str, *kinds: AccountKind, or_admin: bool = False, message: str = "") -> str:
        """Check an id that a client gives for itself: it must be the caller's own, or be left out.

        Args:
            account_id: what the client sent in its own role; empty stands for the caller.
            kinds: the kinds of account that may call (any, when none are named).
            or_admin: whether an admin may name anyone.
            message: what an anonymous caller reads, where the specification has a sentence.

        Returns:
            The id to go on with.

        Raises:
            NotSignedIn, Forbidden: nobody, the wrong kind, or somebody else's id (contract, Identity).
        """
        actor = self.who()
        if or_admin and actor.is_admin and account_id:
            return account_id
        own = actor.require(*kinds, message=message)
        if account_id and account_id != own:
            raise Forbidden()
        return own


class WayIn(Door):
    """The door of calls that lead to a session: neither a token that has ended nor a browser's lost XSRF cookie keeps
    anybody from getting a new one. Without that cookie the caller is nobody.
    """

    def _token(self) -> str:
        try:
            return super()._token()
        except browser.LostXsrf:
            return self._token_without_xsrf()

    def _token_without_xsrf(self) -> str:
        return ""

    def _find_actor(self, db: Session) -> Actor:
        try:
            return super()._find_actor(db)
        except NotSignedIn:
            return Actor(address=self.address, user_agent=self.user_agent)


class SignIn(WayIn):
    """The door of logins, which `JsonFromHere` keeps closed to other sites: so the session that the browser has is known
    even without the XSRF cookie, and ends.
    """

    def _token_without_xsrf(self) -> str:
        return self.request.cookies.get(cookies.SESSION, "")


# What needs no thread is async: each step in a thread of the pool costs more than the step itself.
async def _door(request: Request) -> Door:
    return Door(request)


async def _way_in(request: Request) -> WayIn:
    return WayIn(request)


async def _sign_in(request: Request, _here: browser.JsonFromHere) -> SignIn:
    return SignIn(request)


# Each looks for a session; those that lead to one need none.
WAYS_IN = frozenset({_way_in, _sign_in})
DOORS = WAYS_IN | {_door}
TheDoor = Annotated[Door, Depends(_door)]
TheWayIn = Annotated[WayIn, Depends(_way_in)]
TheSignIn = Annotated[SignIn, Depends(_sign_in)]


async def keep_ready(request: Request) -> None:
    """Put on operations whose answer to strangers depends on the address and on public tables only."""
    ready.keep(request.scope)


KEPT_READY = [Depends(keep_ready)]


async def keep_admin_closed(request: Request) -> None:
    """Everything below /api/admin but the login is for admins, before anything else about the call is looked at.

    The domain checks it again; here a new operation is closed from the start.
    """
    path = request.url.path
    if path.startswith("/api/admin/") and path != "/api/admin/login":
        (await run_in_threadpool(Door(request).who)).require(AccountKind.ADMIN)


def absent(value: str | None) -> str:
    """A query value, with empty, `null` and `undefined` counted as absent (contract, Conventions)."""
    value = (value or "").strip()
    return "" if value in ("null", "undefined") else value


def _positive(value: str, field: str) -> int | None:
    value = absent(value)
    if not value:
        return None
    digits = value.lstrip("0") if value.isascii() and value.isdigit() else ""
    if not digits:
        message = t("{field} must be a whole number from 1.", field=field)
        raise Invalid(message, errors=[{"field": field, "message": message}])
    return min(int(digits), _LARGEST) if len(digits) <= len(str(_LARGEST)) else _LARGEST


def make_window(page: str = "", limit: str = "", *, default: int | None = None) -> Window:
    """The part of a list that `page` and `limit` name.

    Args:
        default: the limit when none is given; None answers everything when both are absent.

    Raises:
        Invalid: not a positive integer, or a limit over the maximum.
    """
    number, size = _positive(page, "page"), _positive(limit, "limit")
    settings = get_settings()
    if size and size > settings.page_size_max:
        message = t("limit can be at most {most}.", most=settings.page_size_max)
        raise Invalid(message, errors=[{"field": "limit", "message": message}])
    if number is None and size is None and default is None:
        return EVERYTHING
    return Window(number or 1, size or default or settings.page_size)


async def paged(page: str = "", limit: str = "") -> Window:
    """A list that comes in pages of 12 unless asked otherwise."""
    return make_window(page, limit, default=get_settings().page_size)


async def optionally_paged(page: str = "", limit: str = "") -> Window:
    """A list that answers everything unless asked for a page."""
    return make_window(page, limit)


Paged = Annotated[Window, Depends(paged)]
OptionallyPaged = Annotated[Window, Depends(optionally_paged)]

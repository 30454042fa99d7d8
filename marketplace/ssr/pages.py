"""Finds the page of a URL, loads its values as its caller, and renders its components."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any
from urllib.parse import unquote

from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, Gone, MarketplaceError, NotFound, NotSignedIn
from marketplace.db import replicas
from marketplace.domain import page_titles
from marketplace.ssr.head import Head
from marketplace.ssr.heads import make_head
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState, load_session, session_vars
from marketplace.web.base.domain_state import resolve_actor
from marketplace.web.base.errors import log_unexpected
from marketplace.web.base.page_state import PageState
from marketplace.web.base.page_url import PageUrl
from marketplace.web.page_registry import Page, list_pages
from marketplace.web.reflex_ext.ssr import Template, compile_component
from marketplace.web.server_views import server_views

Values = dict[str, dict[str, Any]]
NOT_FOUND = "404"
_compiled: dict[str, Template] = {}
_compiling = Lock()


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks for a page: session token (empty if anonymous), network address, and the town that the visitor chose, unchecked."""

    token: str = ""
    address: str = ""
    user_agent: str = ""
    city: str = ""


@dataclass(frozen=True, slots=True)
class LoadedPage:
    """A page with the vars of its States, by full name, and whether they depend on who asks."""

    page: Page
    url: PageUrl
    values: Values
    head: Head
    status: int = 200
    is_private: bool = False


@cache
def _pages() -> list[tuple[list[str], Page]]:
    """Return all pages with the segments of their routes, those without parameters first."""
    return [(page.route.split("/"), page) for page in sorted(list_pages(), key=lambda page: "[" in page.route)]


def find(path: str) -> Page | None:
    """Return the page of a path; None for an unknown one."""
    segments = path.split("/")
    return next((page for route, page in _pages() if _matches(route, segments)), None)


def find_canonical(path: str) -> str | None:
    """Return the canonical path of the page that an address leads to, as people copy and type it; None if there is none.

    Signs after it and around an id, the case of its letters, and slashes too many don't matter, and the path of ads may have its old
    word.
    """
    if not path.startswith("/"):
        return None
    segments = [
        bare if ids.is_id((bare := _strip(unquote(part))).upper()) else part for part in path.split("/") if part
    ]
    while segments:
        # Punctuation of a text, spaces and line breaks around a link that was copied.
        if bare := _strip(unquote(segments[-1]), both=False):
            segments[-1] = bare
            break
        segments.pop()
    for route, page in _pages():
        found = _read_segments(route[1:] if page.route != paths.HOME else [], segments)
        if found is not None and page.route != NOT_FOUND:
            return "/" + "/".join(found)
    if len(segments) == 2 and segments[0].lower() == "product" and ids.is_id(ad_id := segments[1].upper()):
        return paths.ad(ad_id)
    return None


def _strip(text: str, *, both: bool = True) -> str:
    end = next((at for at in range(len(text), 0, -1) if text[at - 1].isalnum()), 0)
    start = next((at for at in range(end) if text[at].isalnum()), 0) if both else 0
    return text[start:end]


def _read_segments(route: list[str], segments: list[str]) -> list[str] | None:
    if len(route) != len(segments):
        return None
    found = [segment.upper() if part.startswith("[") else part for part, segment in zip(route, segments, strict=True)]
    are_known = (
        ids.is_id(own) if part.startswith("[") else own == segment.lower()
        for part, own, segment in zip(route, found, segments, strict=True)
    )
    return found if all(are_known) else None


def _matches(route: list[str], segments: list[str]) -> bool:
    return len(route) == len(segments) and all(
        part == segment or (part.startswith("[") and segment != "")
        for part, segment in zip(route, segments, strict=True)
    )


def get(route: str) -> Page:
    """Return the page of a route."""
    return next(page for _, page in _pages() if page.route == route)


def load(page: Page, url: PageUrl, caller: Caller) -> LoadedPage:
    """Load the values of a page as this caller. Errors become values that the page shows."""
    values: Values = {}

    def read(db: Session) -> LoadedPage:
        values.clear()
        actor = resolve_actor(db, caller.token, caller.address, caller.user_agent, caller.city)
        values[SessionState.get_full_name()] = session_vars(load_session(db, actor))
        return _load(db, actor, page, url, values)

    try:
        return replicas.read(read, is_public=not caller.token)
    except Exception as error:
        return fail(page, url, error, values)


def fail(page: Page, url: PageUrl, error: Exception, values: Values | None = None) -> LoadedPage:
    """Return the page with an error in the place of its data, and what was loaded before it."""
    state = page.main_state or PageState
    message = error.message if isinstance(error, MarketplaceError) else log_unexpected(error, state.LOAD_FAILED)
    return _failed(page, url, values or {}, state.describe_failure(message), status=getattr(error, "status", 500))


def _load(db: Session, actor: Actor, page: Page, url: PageUrl, values: Values) -> LoadedPage:
    is_private = actor.account_id is not None
    for state in page.states:
        load_vars = getattr(state, "load", None)
        if load_vars is None:
            continue
        try:
            found = load_vars(db, actor, url)
        except (NotFound, Gone) as error:
            return _failed(page, url, values, state.describe_missing(error), status=error.status, is_private=is_private)
        except (NotSignedIn, Forbidden):
            # The layout shows a login.
            found = {"loading": False} if issubclass(state, PageState) else {}
        values[state.get_full_name()] = {"loading": False, **found} if found and issubclass(state, PageState) else found
    if page.route == NOT_FOUND:
        return _failed(page, url, values, {}, status=404, is_private=is_private)
    shown = values.get(page.main_state.get_full_name(), {}) if page.main_state else {}
    return LoadedPage(page, url, values, make_head(page, shown, url), is_private=is_private)


def _failed(
    page: Page, url: PageUrl, values: Values, shown: Mapping[str, Any], *, status: int, is_private: bool = True
) -> LoadedPage:
    if page.main_state:
        values[page.main_state.get_full_name()] = {"loading": False, **shown}
    title = shown.get("title") or page_titles.full(page.title)
    # The app has no description of its own either, except on the page of unknown URLs (`marketplace.py`).
    description = page.description if page.route == NOT_FOUND else ""
    head = Head(title=title, path="", description=description, indexed=False)
    return LoadedPage(page, url, values, head, status, is_private)


def compile_page(page: Page) -> Template:
    """Return the compiled components of a page. The first call takes up to half a second."""
    if page.route not in _compiled:
        # Two threads would compile the same page.
        with _compiling:
            if page.route not in _compiled:
                _compiled[page.route] = compile_component(page.component(), server_views())
    return _compiled[page.route]


def compile_public_pages() -> None:
    """Compile the pages that search engines may index, so that nobody waits for it."""
    for _, page in _pages():
        if page.indexed:
            compile_page(page)


def render(loaded: LoadedPage) -> tuple[str, Values]:
    """Return the HTML of a page and the vars that the browser begins with."""
    url = loaded.url
    names = {"addressPath": url.path, "addressWhole": url.whole, "address_keyword": url.params.get("keyword", "")}
    return compile_page(loaded.page).render_with_vars(loaded.values, names)

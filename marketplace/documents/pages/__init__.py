"""The table of public pages: which address is made by which function."""

import re
from collections.abc import Callable
from dataclasses import replace

from sqlmodel import Session

from marketplace import requests
from marketplace.database import reading
from marketplace.documents.document import Asked, Document
from marketplace.documents.pages import ad, categories, home, listings, sellers, words
from marketplace.documents.shell import Shell
from marketplace.domain import content
from marketplace.errors import Gone, NotFound

Show = Callable[[Session, Asked], Document]

_TABLE: tuple[tuple[re.Pattern[str], Show], ...] = (
    (re.compile(r"/"), home.show),
    (re.compile(r"/categories"), categories.show),
    (re.compile(r"/category/(?P<category_id>[^/]+)"), listings.show_category),
    (re.compile(r"/products/(?P<kind>sell|rent|lease)"), listings.show_type),
    (re.compile(r"/products/featured"), listings.show_featured),
    (re.compile(r"/products/search"), listings.show_search),
    (re.compile(r"/products/(?P<ad_id>[^/]+)"), ad.show),
    (re.compile(r"/sellers/(?P<seller_id>[^/]+)"), sellers.show),
)


def _match(asked: Asked) -> tuple[Show, dict[str, str]] | None:
    for pattern, show in _TABLE:
        if found := pattern.fullmatch(asked.path):
            return show, found.groupdict()
    slug = asked.path.removeprefix("/")
    return (words.show, {"slug": slug}) if "/" not in slug and content.find_page(slug) else None


def has(path: str) -> bool:
    """Whether a page of its own is made for this address."""
    return _match(Asked(path)) is not None


def find(asked: Asked) -> Document | None:
    """The page at this address, also where it says that the thing is gone or was never there.

    Returns:
        None where no page of its own is made for the address.
    """
    matched = _match(asked)
    if matched is None:
        return None
    show, values = matched
    try:
        with reading() as db:
            return show(db, asked.with_values(values))
    except Gone as error:
        return words.missing(410, error.message)
    except NotFound as error:
        return words.missing(404, error.message)


def broken(path: str, shell: Shell, *, status: int) -> Document:
    """A page that could not be made: the reader is told, with the number of the request, until the app takes over."""
    values = {"number": requests.current(), "path": path}
    return replace(plain(path, shell, status=status), template="broken.html", values=values)


def plain(path: str, shell: Shell, *, status: int = 200) -> Document:
    """A page of the app without content of its own: what was compiled into it, and its one address."""
    return Document(
        title=shell.title,
        description=shell.description,
        path=path,
        status=status,
        indexed=shell.indexed and status == 200,
    )

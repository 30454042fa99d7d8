"""Contact lists of users and sellers: the newest 100 with a `next` cursor, or pages."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from fastapi.responses import JSONResponse

from marketplace.api import account_schemas
from marketplace.api.dependencies import Dispatcher, clean_param, make_window
from marketplace.api.responses import ok_page
from marketplace.domain import accounts
from marketplace.domain.paging import EVERYTHING, Page, Window
from marketplace.models import AccountKind
from marketplace.settings import get_settings


@dataclass(frozen=True, slots=True)
class ContactQuery:
    """Query parameters of a contact list."""

    q: str
    after: str
    window: Window


def parse_query(q: str = "", page: str = "", limit: str = "", after: str = "") -> ContactQuery:
    """Read the query parameters.

    Args:
        q: part of a name or username.
        after: id of the last contact seen, from `next`.
    """
    return ContactQuery(clean_param(q), clean_param(after), make_window(page, limit))


ContactQueryDep = Annotated[ContactQuery, Depends(parse_query)]


def list_contacts(dispatcher: Dispatcher, kind: AccountKind, query: ContactQuery) -> JSONResponse:
    """Return the contacts of a kind, with totals and `next`."""
    window = query.window
    if window is EVERYTHING:
        window = Window(limit=get_settings().page_size_max)
    page: Page[accounts.Contact] = dispatcher.query(
        accounts.list_contacts, kind=kind, q=query.q, after=query.after, window=window
    )
    has_more = len(page.items) == window.limit
    return ok_page(
        page,
        "data",
        [account_schemas.PersonOut.dump(item) for item in page.items],
        next=page.items[-1].id if has_more else None,
    )

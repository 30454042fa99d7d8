"""Lists of people to write to: the newest 100 with `next`, or pages where they are asked for."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from fastapi.responses import JSONResponse

from marketplace.api import people
from marketplace.api.answers import ok_page
from marketplace.api.deps import Door, absent, make_window
from marketplace.domain import accounts
from marketplace.domain.paging import EVERYTHING, Page, Window
from marketplace.models import AccountKind
from marketplace.settings import get_settings


@dataclass(frozen=True, slots=True)
class ContactQuery:
    """What a list of contacts is asked for."""

    q: str
    after: str
    window: Window


def read(q: str = "", page: str = "", limit: str = "", after: str = "") -> ContactQuery:
    """`q` is part of a name or username; `after` an id, as `next` gave it."""
    return ContactQuery(absent(q), absent(after), make_window(page, limit))


Asked = Annotated[ContactQuery, Depends(read)]


def answer(door: Door, kind: AccountKind, asked: ContactQuery) -> JSONResponse:
    """The contacts of a kind, with totals and `next`."""
    window = asked.window
    if window is EVERYTHING:
        window = Window(limit=get_settings().page_size_max)
    page: Page[accounts.Contact] = door.ask(
        accounts.list_contacts, kind=kind, q=asked.q, after=asked.after, window=window
    )
    more = len(page.items) == window.limit
    return ok_page(
        page, "data", [people.contact(item) for item in page.items], next=page.items[-1].id if more else None
    )

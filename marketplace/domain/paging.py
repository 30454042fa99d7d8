"""Pagination of lists."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlmodel import Session, func, select

from marketplace.settings import get_settings

Item = TypeVar("Item")
# Longer page numbers would overflow the offset.
_DIGITS = 7


@dataclass(frozen=True, slots=True)
class Window:
    """The requested part of a list; `limit` None means all of it."""

    page: int = 1
    limit: int | None = None

    @property
    def offset(self) -> int:
        """Number of rows to skip."""
        return 0 if self.limit is None else (self.page - 1) * self.limit


EVERYTHING = Window()


def page_number(query: Mapping[str, str]) -> int:
    """Page number in a URL query, 1 if missing or invalid."""
    value = query.get("page", "").strip()
    return max(1, int(value)) if value.isascii() and value.isdigit() and len(value) <= _DIGITS else 1


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """A page of items with its position in the list; the total is exact up to EXACT_TOTAL_LIMIT, above which `exact` is False."""

    items: tuple[Item, ...]
    total: int
    page: int = 1
    limit: int | None = None
    exact: bool = True

    @property
    def pages(self) -> int:
        """Number of pages; 1 if everything was requested, 0 for an empty paginated list."""
        if self.limit is None:
            return 1
        return math.ceil(self.total / self.limit)


def count(db: Session, rows: Any) -> int:
    """Count the rows of a statement, up to one more than EXACT_TOTAL_LIMIT, which tells that there are more."""
    counted = rows.limit(get_settings().exact_total_limit + 1).subquery()
    return db.exec(select(func.count()).select_from(counted)).one()


def fetch(db: Session, statement: Any, window: Window, counted: Any) -> tuple[list[Any], int]:
    """Run the sorted statement of a list; returns the rows of the window, and the number of all by `counted`, which is cheap to count."""
    rows = list(db.exec(statement.offset(window.offset).limit(window.limit)))
    return rows, len(rows) if window.limit is None else count(db, counted)


def make_page(items: Sequence[Item], counted: int, window: Window) -> Page[Item]:
    """Return a page of items; `counted` is the number of all items as from `count`."""
    most = get_settings().exact_total_limit
    return Page(tuple(items), min(counted, most), window.page, window.limit, exact=counted <= most)


def cut(items: Sequence[Item], window: Window) -> Page[Item]:
    """Return the window's part of a list in memory."""
    end = None if window.limit is None else window.offset + window.limit
    return Page(tuple(items[window.offset : end]), len(items), window.page, window.limit)

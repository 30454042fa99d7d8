"""One page of a longer list."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item")
# Nobody turns this many pages; longer numbers would overflow an offset.
_DIGITS = 7


@dataclass(frozen=True, slots=True)
class Window:
    """Which part of a list is wanted; `limit` None means all of it."""

    page: int = 1
    limit: int | None = None

    @property
    def offset(self) -> int:
        """Rows to pass over."""
        return 0 if self.limit is None else (self.page - 1) * self.limit


EVERYTHING = Window()


def page_number(query: Mapping[str, str]) -> int:
    """The page that an address' query names, 1 where it names none that can be."""
    value = query.get("page", "").strip()
    return max(1, int(value)) if value.isascii() and value.isdigit() and len(value) <= _DIGITS else 1


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """Items with the numbers that lead to the others.

    Attributes:
        total: how many there are in all; exact up to the setting EXACT_TOTAL_LIMIT, where `exact` turns false.
    """

    items: tuple[Item, ...]
    total: int
    page: int = 1
    limit: int | None = None
    exact: bool = True

    @property
    def pages(self) -> int:
        """How many pages the total makes; 1 when everything was asked for, 0 for an empty list in pages."""
        if self.limit is None:
            return 1
        return math.ceil(self.total / self.limit)


def cut(items: Sequence[Item], window: Window) -> Page[Item]:
    """The part of a short list, which is there as a whole."""
    end = None if window.limit is None else window.offset + window.limit
    return Page(tuple(items[window.offset : end]), len(items), window.page, window.limit)

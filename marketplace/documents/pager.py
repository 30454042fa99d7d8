"""The pages of a list, as links."""

from collections.abc import Mapping
from dataclasses import dataclass

from marketplace.documents import addresses


@dataclass(frozen=True, slots=True)
class Pager:
    """Where the neighbouring pages are.

    Attributes:
        path: of the list.
        query: what narrows or orders it, without the page.
        current, last: page numbers; `last` is 0 for an empty list.
    """

    path: str
    query: Mapping[str, str]
    current: int
    last: int

    def to(self, number: int) -> str:
        """The address of a page; the first is the list itself."""
        return addresses.with_query(self.path, {**self.query, "page": number if number > 1 else ""})

    @property
    def canonical(self) -> str:
        """This page, or the first where there is no such page."""
        return self.to(self.current if 1 <= self.current <= self.last else 1)

    @property
    def before(self) -> str:
        """The page before, empty on the first and past the end."""
        return self.to(self.current - 1) if 1 < self.current <= self.last else ""

    @property
    def after(self) -> str:
        """The page after, empty on the last."""
        return self.to(self.current + 1) if self.current < self.last else ""

    @property
    def numbers(self) -> list[int]:
        """First, last and those around the current one, with 0 where some are left out."""
        near = {1, self.last, *range(self.current - 1, self.current + 2)}
        shown = sorted(number for number in near if 1 <= number <= self.last)
        spaced: list[int] = []
        for number in shown:
            if spaced and number - spaced[-1] > 1:
                spaced.append(0)
            spaced.append(number)
        return spaced

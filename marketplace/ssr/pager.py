"""Pagination links of a list."""

from collections.abc import Mapping
from dataclasses import dataclass

from marketplace.ssr import urls


@dataclass(frozen=True, slots=True)
class Pager:
    """Pagination of a list.

    Attributes:
        path: path of the list.
        query: query parameters without `page`.
        current, last: page numbers; `last` is 0 for an empty list.
    """

    path: str
    query: Mapping[str, str]
    current: int
    last: int

    def page_url(self, number: int) -> str:
        """Return the URL of a page; the first page has no `page` parameter."""
        return urls.with_query(self.path, {**self.query, "page": number if number > 1 else ""})

    @property
    def canonical(self) -> str:
        """Canonical URL: the current page, or the first if the current one does not exist."""
        return self.page_url(self.current if 1 <= self.current <= self.last else 1)

    @property
    def previous_url(self) -> str:
        """URL of the previous page; empty on the first page and past the end."""
        return self.page_url(self.current - 1) if 1 < self.current <= self.last else ""

    @property
    def next_url(self) -> str:
        """URL of the next page; empty on the last page."""
        return self.page_url(self.current + 1) if self.current < self.last else ""

    @property
    def numbers(self) -> list[int]:
        """Page numbers to show: first, last and around the current one; 0 stands for a gap."""
        candidates = {1, self.last, *range(self.current - 1, self.current + 2)}
        shown = sorted(number for number in candidates if 1 <= number <= self.last)
        with_gaps: list[int] = []
        for number in shown:
            if with_gaps and number - with_gaps[-1] > 1:
                with_gaps.append(0)
            with_gaps.append(number)
        return with_gaps

"""The URL of a page, as the browser shows it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl

from marketplace.domain.paging import Window, page_number
from marketplace.settings import get_settings

_PARAM_MAX = 100


@dataclass(frozen=True, slots=True)
class PageUrl:
    """The path and the query of a page, percent-encoded; the query has no question mark."""

    path: str
    query: str = ""

    @property
    def whole(self) -> str:
        """The path with the query."""
        return f"{self.path}?{self.query}" if self.query else self.path

    @property
    def params(self) -> Mapping[str, str]:
        """The query parameters; of several values the last."""
        return dict(parse_qsl(self.query, keep_blank_values=True))

    @property
    def window(self) -> Window:
        """The part of a list that the parameter `page` names."""
        return Window(page_number(self.params), get_settings().page_size)

    def param(self, name: str) -> str:
        """Return a query parameter without surrounding spaces, at most 100 characters of it; empty if missing."""
        return self.params.get(name, "").strip()[:_PARAM_MAX]

    def choice(self, name: str, known: Collection[str], default: str = "") -> str:
        """Return a query parameter if its value is a known one, else the default."""
        value = self.param(name)
        return value if value in known else str(default)

    @property
    def last(self) -> str:
        """The last segment of the path, which is the id on pages that have one."""
        return self.path.rstrip("/").rsplit("/", 1)[-1]

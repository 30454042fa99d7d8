"""What one address says, before it is put into a compiled page."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from marketplace.domain.views import Photo

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request for a page.

    Attributes:
        path: in its one form.
        values: the variable parts of the path.
        query: the query, last value of each name.
        title, description: what was compiled into the page, for pages whose words never change.
    """

    path: str
    values: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    description: str = ""

    def with_values(self, values: Mapping[str, str]) -> "Asked":
        """The same request, its path taken apart."""
        return replace(self, values=values)


@dataclass(frozen=True, slots=True)
class Document:
    """The head and the first content of a page.

    Attributes:
        title: without the site's name.
        path: the canonical address on this site, with its query; empty for a page that has none.
        indexed: whether search engines may list it; its links are followed either way.
        kind: Open Graph's type.
        image: for previews.
        data: schema.org objects.
        template: the first content; empty for none.
        values: what the template shows.
        before, after: neighbouring pages of a list.
    """

    title: str
    path: str
    description: str = ""
    status: int = 200
    indexed: bool = True
    kind: str = "website"
    image: Photo | None = None
    data: tuple[Json, ...] = ()
    template: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    before: str = ""
    after: str = ""

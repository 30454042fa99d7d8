"""Page request and page content, before rendering into a compiled template."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from marketplace.domain.views import Photo

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request for a page.

    Attributes:
        path: canonical path.
        values: path parameters.
        query: query parameters; the last value of each.
        title, description: from the compiled page, for pages with static metadata.
    """

    path: str
    values: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    description: str = ""

    def with_values(self, values: Mapping[str, str]) -> "PageRequest":
        """Return a copy with these path parameters."""
        return replace(self, values=values)


@dataclass(frozen=True, slots=True)
class Document:
    """Metadata and first content of a page.

    Attributes:
        title: without the site name.
        path: canonical path with its query; empty for error pages.
        indexed: whether search engines may index it; they follow its links either way.
        kind: Open Graph type.
        image: preview image.
        data: schema.org objects.
        template: Jinja template of the first content; empty for none.
        values: variables of the template.
        previous_url, next_url: adjacent pages of a list.
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
    previous_url: str = ""
    next_url: str = ""

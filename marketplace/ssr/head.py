"""What crawlers read of a page besides its content: title, description, canonical URL, preview and structured data."""

from dataclasses import dataclass
from typing import Any

from marketplace.domain.views import PhotoSizes

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Head:
    """Metadata of a page.

    Attributes:
        title: with or without the site's name.
        path: canonical path with its query; empty for error pages.
        indexed: whether search engines may index it; they follow its links either way.
        kind: Open Graph type.
        image: preview image.
        data: schema.org objects.
        previous_url, next_url: adjacent pages of a list.
    """

    title: str
    path: str
    description: str = ""
    indexed: bool = True
    kind: str = "website"
    image: PhotoSizes | None = None
    data: tuple[Json, ...] = ()
    previous_url: str = ""
    next_url: str = ""

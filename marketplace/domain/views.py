"""Base class of the read views shared by all transports."""

from pydantic import BaseModel, ConfigDict


class View(BaseModel):
    """Immutable read view that contains only data its reader may see."""

    model_config = ConfigDict(frozen=True)


class Photo(View):
    """A stored image and its sizes.

    Attributes:
        url: the largest size.
        srcset: for the `srcset` attribute, widths in pixels; empty if there is one size only.
        card: a size for cards.
        thumb: a size for thumbnails of 50 to 100 px.
        width, height: pixels of the largest size.
    """

    id: str = ""
    name: str = ""
    url: str
    srcset: str = ""
    card: str = ""
    thumb: str = ""
    width: int = 0
    height: int = 0

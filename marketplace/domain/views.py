"""Base of the read views that all doors share."""

from pydantic import BaseModel, ConfigDict


class View(BaseModel):
    """Frozen, complete, and free of anything its reader may not see."""

    model_config = ConfigDict(frozen=True)


class Photo(View):
    """A stored image and the sizes it comes in.

    Attributes:
        url: the largest size.
        srcset: for the `srcset` attribute, widths in pixels; empty where there is one size only.
        card: a size fit for a card.
        thumb: a size fit for a thumbnail of 50 to 100 px.
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

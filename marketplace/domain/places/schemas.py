"""What places look like."""

from marketplace.domain.views import View


class PlaceNames(View):
    """The names of a point; `place` (neighbourhood or road) is empty where the source doesn't know it."""

    state: str
    city: str
    place: str = ""
    latitude: float
    longitude: float


class Place(View):
    """A town that can be picked; `label` tells it from others of its name."""

    city: str
    state: str
    label: str
    latitude: float
    longitude: float

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


class TownMark(View):
    """A town of a drawing, in percent of its width and height; `name` is empty where it has no room.

    Attributes:
        name_x, name_y: the middle of the name's foot.
        reach: how far the town reaches, in percent as SVG counts radii.
    """

    name: str = ""
    name_x: float = 0
    name_y: float = 0
    x: float
    y: float
    reach: float


class TownNearby(View):
    """A town and how far it is; `away` is for people: 12 km north-east."""

    name: str
    away: str


class AreaMap(View):
    """A drawing 1.6 times as wide as high, north above, its subject in the middle.

    Attributes:
        latitude, longitude: the middle, in degrees, rounded to about a kilometre.
        reach: radius of the circle the subject is in, in percent as SVG counts radii.
        scale: how long `scale_km` kilometres are, in percent of the width.
        nearby: the nearest towns outside the subject's circle.
    """

    latitude: float
    longitude: float
    reach: float
    towns: tuple[TownMark, ...]
    scale_km: int
    scale: float
    nearby: tuple[TownNearby, ...] = ()

"""Read views of places."""

from marketplace.domain.views import View


class PlaceNames(View):
    """Names of a point; `place` (neighbourhood or road) is empty if unknown."""

    state: str
    city: str
    place: str = ""
    latitude: float
    longitude: float


class Place(View):
    """A town to choose, or a locality in it; `label` distinguishes places with the same name.

    Attributes:
        place: the locality; empty for the town itself.
        latitude, longitude: of the locality if it is known, else of its town.
    """

    city: str
    state: str
    place: str
    label: str
    latitude: float
    longitude: float


class TownMark(View):
    """A town on the map, in percent of its width and height, with the bottom centre of its label and its radius as SVG counts radii."""

    name: str
    name_x: float = 0
    name_y: float = 0
    x: float
    y: float
    reach: float


class TownNearby(View):
    """A nearby town; `away` is for display: 12 km north-east."""

    name: str
    away: str


class AreaMap(View):
    """A map, 1.6 times as wide as high, north up, with its subject in the middle.

    Attributes:
        latitude, longitude: the centre, in degrees, rounded to about a kilometre.
        name, name_y: label of the circle, and the bottom of the label; its middle is that of the map.
        reach: radius of the subject's circle, in percent as SVG counts radii.
        scale: length of `scale_km` kilometres, in percent of the width.
        nearby: the nearest towns outside the subject's circle.
    """

    latitude: float
    longitude: float
    name: str = ""
    name_y: float = 0
    reach: float
    towns: tuple[TownMark, ...]
    scale_km: int
    scale: float
    nearby: tuple[TownNearby, ...] = ()

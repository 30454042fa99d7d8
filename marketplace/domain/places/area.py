"""Map of an ad's area: nearby towns and a circle, never the exact position."""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain.places.schemas import AreaMap, TownMark, TownNearby
from marketplace.i18n.texts import t
from marketplace.integrations.geocode import Town, distance_km, get_gazetteer

# Width to height.
_ASPECT = 1.6
# Base for SVG radii in percent, as a share of the width (SVG 1.1, section 7.10).
_RADIUS_UNIT = math.sqrt((1 + 1 / _ASPECT**2) / 2)
# Half widths to try; the first with enough towns is used.
_HALF_WIDTHS_KM = (10, 16, 25, 40, 60, 100)
_ENOUGH_TOWNS = 2
_MOST_TOWNS = 60
_MOST_NAMES = 12
_MOST_NEARBY = 4
# Two decimals are about a kilometre, the precision that is shown.
_DECIMALS = 2
_PRECISION_KM = 1.5
_KM_PER_DEGREE = 111.2
_SCALES_KM = (1, 2, 5, 10, 20, 50)
# Text size in percent of the map's width, as on a phone.
_LETTER, _LINE, _GAP = 1.9, 7.5, 2.0
# From the bottom of a text box to the baseline.
_BASELINE = 2.0

# The scale at the bottom left.
_SCALE_BOX = (0.0, 86.0, 24.0, 100.0)
_LONGEST_NAME = 24

# Left, top, right, bottom; lines in percent of the width, heights in percent of the height.
Box = tuple[float, float, float, float]


def draw_area(
    _db: Session,
    _actor: Actor,
    latitude: float | None,
    longitude: float | None,
    *,
    place: str = "",
    city: str = "",
    state: str = "",
) -> AreaMap | None:
    """Build the map around a point, or around the named town if there is no point.

    Args:
        latitude, longitude: degrees; rounded to about a kilometre first.
        place: the name beside the circle; the city if it is empty or too long.

    Returns:
        None if neither the point nor the town is known.
    """
    name = place if 0 < len(place) <= _LONGEST_NAME else city[:_LONGEST_NAME]
    if latitude is not None and longitude is not None:
        return _draw(round(latitude, _DECIMALS), round(longitude, _DECIMALS), _PRECISION_KM, name)
    town = _find_town(city, state)
    if town is None:
        return None
    return _draw(round(town.latitude, _DECIMALS), round(town.longitude, _DECIMALS), town.radius_km, name)


def _find_town(city: str, state: str) -> Town | None:
    wanted = (city.casefold().strip(), state.casefold().strip())
    return _by_name().get(wanted) if all(wanted) else None


@lru_cache(maxsize=1)
def _by_name() -> dict[tuple[str, str], Town]:
    # Ordered by size, so the largest town wins.
    found: dict[tuple[str, str], Town] = {}
    for town in get_gazetteer().home_towns:
        found.setdefault((town.city.casefold(), town.state.casefold()), town)
    return found


@lru_cache(maxsize=2048)
def _draw(latitude: float, longitude: float, precision_km: float, name: str) -> AreaMap | None:
    if not (-85 <= latitude <= 85):
        return None
    half, near = 0.0, []
    for half in (width for width in _HALF_WIDTHS_KM if width > 2 * precision_km):
        near = _towns_within(latitude, longitude, half)
        if len(near) >= _ENOUGH_TOWNS:
            break
    if not near:
        return None
    # The circle has the name of its place already.
    marks = [_make_mark(town, latitude, longitude, half) for town in near[:_MOST_TOWNS] if town.city != name]
    reach = precision_km / half * 50
    label = _label_above_circle(name, reach)
    scale = max(km for km in _SCALES_KM if km <= half / 2)
    return AreaMap(
        latitude=latitude,
        longitude=longitude,
        name=name,
        name_y=_percent(label[3] - _BASELINE),
        reach=_percent(reach / _RADIUS_UNIT),
        towns=tuple(_label_towns(marks, reach, label)),
        scale_km=scale,
        scale=_percent(scale / half * 50),
        nearby=tuple(_nearby(near, latitude, longitude, precision_km)),
    )


def _towns_within(latitude: float, longitude: float, half_km: float) -> list[Town]:
    sideways = half_km / (_KM_PER_DEGREE * math.cos(math.radians(latitude)))
    upwards = half_km / _ASPECT / _KM_PER_DEGREE
    return [
        town
        for town in get_gazetteer().home_towns
        if abs(town.latitude - latitude) < upwards * 0.94 and abs(town.longitude - longitude) < sideways * 0.94
    ]


def _offset(town: Town, latitude: float, longitude: float) -> tuple[float, float]:
    """Distance from a point to a town, in kilometres east and north."""
    north = distance_km(latitude, longitude, town.latitude, longitude) * (1 if town.latitude > latitude else -1)
    east = distance_km(latitude, longitude, latitude, town.longitude) * (1 if town.longitude > longitude else -1)
    return east, north


def _nearby(towns: Iterable[Town], latitude: float, longitude: float, precision_km: float) -> Iterator[TownNearby]:
    """The nearest towns, nearest first, except those inside the subject's own circle."""
    directions = (
        *(t("east"), t("north-east"), t("north"), t("north-west")),
        *(t("west"), t("south-west"), t("south"), t("south-east")),
    )
    offsets = ((town, *_offset(town, latitude, longitude)) for town in towns)
    found = sorted((math.hypot(east, north), town.city, east, north) for town, east, north in offsets)
    seen = set[str]()
    for km, name, east, north in found:
        if km > precision_km and name not in seen and len(seen) < _MOST_NEARBY:
            seen.add(name)
            towards = directions[round(math.atan2(north, east) / (math.pi / 4)) % 8]
            yield TownNearby(name=name, away=t("{km} km {direction}", km=round(km), direction=towards))


def _make_mark(town: Town, latitude: float, longitude: float, half_km: float) -> TownMark:
    east, north = _offset(town, latitude, longitude)
    return TownMark(
        name=town.city,
        x=_percent(50 + east / half_km * 50),
        y=_percent(50 - north / half_km * 50 * _ASPECT),
        reach=_percent(town.radius_km / half_km * 50 / _RADIUS_UNIT),
    )


def _label_above_circle(name: str, reach: float) -> Box:
    width, bottom = len(name) * _LETTER, 50 - reach * _ASPECT - 1
    return 50 - width / 2, bottom - _LINE, 50 + width / 2, bottom


def _label_towns(marks: Iterable[TownMark], reach: float, label: Box) -> list[TownMark]:
    """The towns that have room for their name, largest first. A shape without a name would say nothing."""
    across, down = min(reach, 6), min(reach, 6) * _ASPECT
    occupied = [(50 - across, 50 - down, 50 + across, 50 + down), label, _SCALE_BOX]
    made, names = [], set[str]()
    for mark in marks:
        spot = next((spot for spot in _label_boxes(mark) if _fits(spot, occupied)), None)
        if spot is None or len(names) == _MOST_NAMES or mark.name in names:
            continue
        occupied.append(spot)
        names.add(mark.name)
        made.append(
            mark.model_copy(
                update={"name_x": _percent((spot[0] + spot[2]) / 2), "name_y": _percent(spot[3] - _BASELINE)}
            )
        )
    return made


def _label_boxes(mark: TownMark) -> Iterator[Box]:
    """Possible label positions of a town: above, below, right and left of its dot."""
    width = len(mark.name) * _LETTER
    for x, y in (
        (mark.x - width / 2, mark.y - _LINE - _GAP),
        (mark.x - width / 2, mark.y + _GAP),
        (mark.x + _GAP, mark.y - _LINE / 2),
        (mark.x - width - _GAP, mark.y - _LINE / 2),
    ):
        yield x, y, x + width, y + _LINE


def _fits(box: Box, occupied: list[Box]) -> bool:
    inside = box[0] > 1 and box[2] < 99 and box[1] > 1 and box[3] < 99
    return inside and not any(_overlap(box, other) for other in occupied)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _percent(number: float) -> float:
    return round(number, 2)

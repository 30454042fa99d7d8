"""A drawing of the area a thing is in: the towns around it and a circle, never the exact point."""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain.places.schemas import AreaMap, TownMark, TownNearby
from marketplace.integrations.geocode import Town, distance_km, get_gazetteer
from marketplace.texts import t

# Width to height.
_ASPECT = 1.6
# What SVG takes percents of a radius from, as a part of the width (SVG 1.1, section 7.10).
_RADIUS_UNIT = math.sqrt((1 + 1 / _ASPECT**2) / 2)
# From the middle to the side; the first that shows enough towns is taken.
_HALF_WIDTHS_KM = (10, 16, 25, 40, 60, 100)
_ENOUGH_TOWNS = 2
_MOST_TOWNS = 60
_MOST_NAMES = 12
_MOST_NEARBY = 4
# Two decimals are about a kilometre: what is shown says no more than that.
_DECIMALS = 2
_ROUGH_KM = 1.5
_KM_PER_DEGREE = 111.2
_SCALES_KM = (1, 2, 5, 10, 20, 50)
# A name's size in percent of the drawing's width, as it is on a phone.
_LETTER, _LINE, _GAP = 1.9, 7.5, 2.0
# From the foot of a line to its letters.
_FOOT = 2.0

# Left, top, right, bottom; lines in percent of the width, heights in percent of the height.
Box = tuple[float, float, float, float]


def draw_area(
    _db: Session, _actor: Actor, latitude: float | None, longitude: float | None, *, city: str = "", state: str = ""
) -> AreaMap | None:
    """The area around a point, or around the town of that name where there is no point.

    Args:
        latitude, longitude: degrees; rounded to about a kilometre before anything is drawn.

    Returns:
        None where neither the point nor the town is known.
    """
    if latitude is not None and longitude is not None:
        return _draw(round(latitude, _DECIMALS), round(longitude, _DECIMALS), _ROUGH_KM)
    town = _find_town(city, state)
    return _draw(round(town.latitude, _DECIMALS), round(town.longitude, _DECIMALS), town.reach_km) if town else None


def _find_town(city: str, state: str) -> Town | None:
    wanted = (city.casefold().strip(), state.casefold().strip())
    return _by_name().get(wanted) if all(wanted) else None


@lru_cache(maxsize=1)
def _by_name() -> dict[tuple[str, str], Town]:
    # The largest come first and win.
    found: dict[tuple[str, str], Town] = {}
    for town in get_gazetteer().home_towns:
        found.setdefault((town.city.casefold(), town.state.casefold()), town)
    return found


@lru_cache(maxsize=2048)
def _draw(latitude: float, longitude: float, rough_km: float) -> AreaMap | None:
    if not (-85 <= latitude <= 85):
        return None
    half, near = 0.0, []
    for half in (width for width in _HALF_WIDTHS_KM if width > 2 * rough_km):
        near = _towns_within(latitude, longitude, half)
        if len(near) >= _ENOUGH_TOWNS:
            break
    if not near:
        return None
    marks = [_mark(town, latitude, longitude, half) for town in near[:_MOST_TOWNS]]
    scale = max(km for km in _SCALES_KM if km <= half / 2)
    return AreaMap(
        latitude=latitude,
        longitude=longitude,
        reach=_percent(rough_km / half * 50 / _RADIUS_UNIT),
        towns=tuple(_named(marks, rough_km / half * 50)),
        scale_km=scale,
        scale=_percent(scale / half * 50),
        nearby=tuple(_nearby(near, latitude, longitude, rough_km)),
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
    """How far east and how far north of a point the middle of a town lies, in kilometres."""
    north = distance_km(latitude, longitude, town.latitude, longitude) * (1 if town.latitude > latitude else -1)
    east = distance_km(latitude, longitude, latitude, town.longitude) * (1 if town.longitude > longitude else -1)
    return east, north


def _nearby(towns: Iterable[Town], latitude: float, longitude: float, rough_km: float) -> Iterator[TownNearby]:
    """The nearest of the towns, the nearest first; those in the subject's own circle tell nothing about where it is."""
    directions = (
        *(t("east"), t("north-east"), t("north"), t("north-west")),
        *(t("west"), t("south-west"), t("south"), t("south-east")),
    )
    offsets = ((town, *_offset(town, latitude, longitude)) for town in towns)
    found = sorted((math.hypot(east, north), town.city, east, north) for town, east, north in offsets)
    seen = set[str]()
    for km, name, east, north in found:
        if km > rough_km and name not in seen and len(seen) < _MOST_NEARBY:
            seen.add(name)
            towards = directions[round(math.atan2(north, east) / (math.pi / 4)) % 8]
            yield TownNearby(name=name, away=t("{km} km {direction}", km=round(km), direction=towards))


def _mark(town: Town, latitude: float, longitude: float, half_km: float) -> TownMark:
    east, north = _offset(town, latitude, longitude)
    return TownMark(
        name=town.city,
        x=_percent(50 + east / half_km * 50),
        y=_percent(50 - north / half_km * 50 * _ASPECT),
        reach=_percent(town.reach_km / half_km * 50 / _RADIUS_UNIT),
    )


def _named(marks: Iterable[TownMark], reach: float) -> list[TownMark]:
    """The towns, largest first, each with its name where that has room beside the circle in the middle."""
    across, down = min(reach, 6), min(reach, 6) * _ASPECT
    taken = [(50 - across, 50 - down, 50 + across, 50 + down)]
    made, names = [], set[str]()
    for mark in marks:
        spot = next((spot for spot in _spots(mark) if _fits(spot, taken)), None)
        if spot is None or len(names) == _MOST_NAMES or mark.name in names:
            made.append(mark.model_copy(update={"name": ""}))
            continue
        taken.append(spot)
        names.add(mark.name)
        made.append(
            mark.model_copy(update={"name_x": _percent((spot[0] + spot[2]) / 2), "name_y": _percent(spot[3] - _FOOT)})
        )
    return made


def _spots(mark: TownMark) -> Iterator[Box]:
    """Where a town's name may stand: above its dot, below it, at its right and left."""
    width = len(mark.name) * _LETTER
    for x, y in (
        (mark.x - width / 2, mark.y - _LINE - _GAP),
        (mark.x - width / 2, mark.y + _GAP),
        (mark.x + _GAP, mark.y - _LINE / 2),
        (mark.x - width - _GAP, mark.y - _LINE / 2),
    ):
        yield x, y, x + width, y + _LINE


def _fits(box: Box, taken: list[Box]) -> bool:
    inside = box[0] > 1 and box[2] < 99 and box[1] > 1 and box[3] < 99
    return inside and not any(_overlap(box, other) for other in taken)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _percent(number: float) -> float:
    return round(number, 2)

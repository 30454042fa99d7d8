"""Reverse geocoding and town suggestions."""

from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.core.numbers import parse_decimal
from marketplace.domain.places import messages
from marketplace.domain.places.schemas import Place, PlaceNames
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.integrations.geocode import (
    Location,
    Town,
    distance_km,
    get_gazetteer,
    get_geocoder,
    strip_diacritics,
)
from marketplace.settings import get_settings

_LIMIT = 8
_LONGEST = 60
_CACHED = 4096
# People who live further apart do not meet halfway.
_HALFWAY_KM = 40
# About 100 m: precise enough for a neighbourhood, coarse enough to cache.
_DECIMALS = 3
# Names that people type -> names in the data: former names, and two new names the data lacks.
FORMER_NAMES = {
    "allahabad": "prayagraj",
    "bangalore": "bengaluru",
    "banaras": "varanasi",
    "baroda": "vadodara",
    "bombay": "mumbai",
    "calcutta": "kolkata",
    "calicut": "kozhikode",
    "cochin": "kochi",
    "gurgaon": "gurugram",
    "madras": "chennai",
    "mangaluru": "mangalore",
    "mysuru": "mysore",
    "new delhi": "delhi",
    "pondicherry": "puducherry",
    "poona": "pune",
    "trivandrum": "thiruvananthapuram",
    "vizag": "visakhapatnam",
}


def locate(actor: Actor, latitude: str | float, longitude: str | float) -> PlaceNames:
    """Return state, town and, if known, neighbourhood of a point in degrees; no transaction is open during the geocoder request.

    Raises:
        Invalid: no such point on Earth.
        NotFound: no town is near.
        TooMany: too many requests from the network address.
    """
    north = _degrees(latitude, 90, "lat", messages.BAD_LATITUDE)
    east = _degrees(longitude, 180, "lng", messages.BAD_LONGITUDE)
    limits.hit(get_settings().limit_geocode, "geocode", actor.account_id or actor.address)
    found = _locate(round(north, _DECIMALS), round(east, _DECIMALS))
    if found is None:
        raise NotFound(t(messages.NOT_FETCHED))
    return PlaceNames(state=found.state, city=found.city, place=found.place, latitude=north, longitude=east)


def suggest(_db: Session, _actor: Actor, q: str) -> list[Place]:
    """List towns whose current or former name starts with the text, the largest first; empty for no text."""
    typed = strip_diacritics(q).casefold().strip()[:_LONGEST]
    if not typed:
        return []
    starts = [typed, *(name for former, name in FORMER_NAMES.items() if former.startswith(typed))]
    found: dict[tuple[str, str], Town] = {}
    for town, folded in _fold():
        if any(folded.startswith(start) for start in starts):
            found.setdefault((town.city, town.state), town)
        if len(found) == _LIMIT:
            break
    return [_place(town) for town in found.values()]


def find_town(name: str, state: str = "") -> Place | None:
    """Return the town with exactly this current or former name: in the state if there is one, else the largest."""
    town = (_find(f"{name}, {state}") if state else None) or _find(name)
    return _place(town) if town else None


def list_between(at: tuple[float | None, float | None], *, town: tuple[str, str], other: tuple[str, str]) -> list[str]:
    """List towns and localities that are near an ad and near another town, the fairest first.

    Args:
        at: degrees; rounded to the grid of public positions. Without them, the town counts.
        town, other: names of a town and its state. Another town that is too far away to meet halfway does not count.
    """
    ends = [find_town(*town), find_town(*other)]
    latitude, longitude = round_to_map(at[0]), round_to_map(at[1])
    points = [(end.latitude, end.longitude) for end in ends if end]
    if latitude is not None and longitude is not None:
        points = [(latitude, longitude), *points[bool(ends[0]) :]]
    points = [point for point in points[:2] if distance_km(*points[0], *point) <= _HALFWAY_KM]
    if not points:
        return []
    # Skip far towns first, because computing the distance is the expensive part.
    near = [
        one
        for one, _ in _fold()
        if all(abs(one.latitude - north) < 1 and abs(one.longitude - east) < 1 for north, east in points)
    ]
    near.sort(key=lambda one: max(distance_km(one.latitude, one.longitude, *point) for point in points))
    return [one.city for one in near[:_LIMIT]]


def find_home(actor: Actor) -> Town | None:
    """Return the town that the caller looks from; None if none was chosen, or if it is unknown."""
    return _find(actor.city) if actor.city else None


def largest_towns(count: int) -> list[Place]:
    """List the largest towns of the country."""
    return [_place(town) for town in get_gazetteer().home_towns[:count]]


def _find(label: str) -> Town | None:
    city, comma, state = _fold_name(label).partition(",")
    return _by_label().get(FORMER_NAMES.get(city, city) + comma + state)


def _fold_name(name: str) -> str:
    return strip_diacritics(name).casefold().strip()


def round_to_map(degrees: float | None) -> float | None:
    """Round a coordinate to the grid of public positions."""
    if degrees is None:
        return None
    grid = Decimal(str(get_settings().map_rounding_degrees))
    return float((Decimal(str(degrees)) / grid).quantize(Decimal(1), rounding=ROUND_HALF_UP) * grid)


@lru_cache(maxsize=1)
def _by_label() -> dict[str, Town]:
    """Return towns by folded label and by folded name."""
    # Ordered by size, so the largest town of a name is kept.
    towns = list(reversed(_fold()))
    return {_fold_name(_label(town)): town for town, _ in towns} | {folded: town for town, folded in towns}


@lru_cache(maxsize=_CACHED)
def _locate(latitude: float, longitude: float) -> Location | None:
    return get_geocoder().locate(latitude, longitude)


@lru_cache(maxsize=1)
def _fold() -> tuple[tuple[Town, str], ...]:
    return tuple((town, town.city.casefold()) for town in get_gazetteer().home_towns)


def _place(town: Town) -> Place:
    return Place.of(town, label=_label(town))


def _label(town: Town) -> str:
    return town.city if town.state in ("", town.city) else f"{town.city}, {town.state}"


def _degrees(value: str | float, most: int, field: str, message: str) -> float:
    number = parse_decimal(value)
    if number is None or abs(number) > most:
        raise Invalid(t(message), field)
    return float(number)

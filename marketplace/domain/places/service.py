"""Naming a position and suggesting towns."""

import math
from functools import lru_cache

from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain.places import messages
from marketplace.domain.places.schemas import Place, PlaceNames
from marketplace.errors import Invalid, NotFound
from marketplace.integrations import limits
from marketplace.integrations.geocode import Location, Town, get_gazetteer, get_geocoder, plain
from marketplace.settings import get_settings
from marketplace.texts import t

_LIMIT = 8
_LONGEST = 60
_CACHED = 4096
# About 100 m: fine enough for a neighbourhood, coarse enough to remember.
_DECIMALS = 3
# Names that people type for towns that the data calls otherwise: former ones, and two that it does not know yet.
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
    """The state, town and, where the geocoder knows it, neighbourhood of a point; no transaction waits for the geocoder.

    Args:
        latitude, longitude: degrees, as numbers or text.

    Raises:
        Invalid: no such point on Earth.
        NotFound: no town is near.
        TooMany: asked too often from one network address.
    """
    north = _degrees(latitude, 90, "lat", messages.BAD_LATITUDE)
    east = _degrees(longitude, 180, "lng", messages.BAD_LONGITUDE)
    limits.spend(get_settings().limit_geocode, "geocode", actor.account_id or actor.address)
    found = _locate(round(north, _DECIMALS), round(east, _DECIMALS))
    if found is None:
        raise NotFound(t(messages.NOT_FETCHED))
    return PlaceNames(state=found.state, city=found.city, place=found.place, latitude=north, longitude=east)


def suggest(_db: Session, _actor: Actor, q: str) -> list[Place]:
    """Towns whose name, or former name, begins with the text, the largest first; none for no text."""
    typed = plain(q).casefold().strip()[:_LONGEST]
    if not typed:
        return []
    starts = [typed, *(name for former, name in FORMER_NAMES.items() if former.startswith(typed))]
    found: dict[tuple[str, str], Town] = {}
    for town, folded in _folded():
        if any(folded.startswith(start) for start in starts):
            found.setdefault((town.city, town.state), town)
        if len(found) == _LIMIT:
            break
    return [_place(town) for town in found.values()]


def find_town(name: str) -> Place | None:
    """The largest town of exactly this name, or of the name it has today."""
    wanted = plain(name).casefold().strip()
    town = _by_name().get(FORMER_NAMES.get(wanted, wanted))
    return _place(town) if town else None


@lru_cache(maxsize=1)
def _by_name() -> dict[str, Town]:
    # The largest come first, and the first of a name stays.
    return {folded: town for town, folded in reversed(_folded())}


@lru_cache(maxsize=_CACHED)
def _locate(latitude: float, longitude: float) -> Location | None:
    return get_geocoder().locate(latitude, longitude)


@lru_cache(maxsize=1)
def _folded() -> tuple[tuple[Town, str], ...]:
    return tuple((town, town.city.casefold()) for town in get_gazetteer().home_towns)


def _place(town: Town) -> Place:
    label = town.city if town.state in ("", town.city) else f"{town.city}, {town.state}"
    return Place(city=town.city, state=town.state, label=label, latitude=town.latitude, longitude=town.longitude)


def _degrees(value: str | float, most: int, field: str, message: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not -most <= number <= most:
        raise Invalid(t(message), errors=[{"field": field, "message": t(message)}])
    return number

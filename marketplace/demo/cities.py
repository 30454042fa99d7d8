"""Neighbourhoods of fifteen cities, with coordinates in degrees."""

from dataclasses import dataclass

from marketplace.demo.content import read


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """A part of a city."""

    place: str
    city: str
    state: str
    latitude: float
    longitude: float


NEIGHBOURHOODS = tuple(
    Neighbourhood(place, row["city"], row["state"], *point)
    for row in read("cities")
    for place, point in row["neighbourhoods"].items()
)

"""/api/geocode and /api/places"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import wire
from marketplace.api.answers import Success, failures, ok
from marketplace.api.deps import TheDoor, absent
from marketplace.domain import places

router = APIRouter(tags=["places"])


class PlaceNamesOut(wire.Out):
    """The names of a point."""

    state: str = Field(examples=["Karnataka"])
    city: str = Field(examples=["Bengaluru"])
    place: str = Field(examples=["Indiranagar"])
    latitude: float = Field(examples=[12.9719])
    longitude: float = Field(examples=[77.6412])


class PlaceOut(wire.Out):
    """A town."""

    city: str = Field(examples=["Bengaluru"])
    state: str = Field(examples=["Karnataka"])
    label: str = Field(examples=["Bengaluru, Karnataka"])
    latitude: float
    longitude: float


class GeocodeOut(Success):
    """The names of the point asked for."""

    data: PlaceNamesOut


class PlacesOut(Success):
    """Towns, the largest first."""

    data: list[PlaceOut]


@router.get("/geocode", summary="Names of a position", responses={200: {"model": GeocodeOut}} | failures(404, 422))
def locate(door: TheDoor, lat: str = "", lng: str = "") -> JSONResponse:
    """State, town and (where known) neighbourhood of a latitude and longitude in degrees."""
    return ok(data=places.locate(door.who(), absent(lat), absent(lng)).model_dump())


@router.get("/places", summary="Suggest towns", responses={200: {"model": PlacesOut}} | failures())
def suggest(door: TheDoor, q: str = "") -> JSONResponse:
    """Up to eight towns whose name begins with `q`, former names included."""
    return ok(data=[place.model_dump() for place in door.ask(places.suggest, absent(q))])

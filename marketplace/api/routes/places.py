"""/api/geocode and /api/places"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import DispatcherDep, clean_param
from marketplace.api.operations import Operation
from marketplace.api.responses import Data, ok, returns
from marketplace.domain import places

router = APIRouter(tags=["places"], route_class=Operation)


class PlaceNamesOut(schemas.Out):
    """The place names of a position, in degrees."""

    state: str = Field(examples=["Karnataka"])
    city: str = Field(examples=["Bengaluru"])
    place: str = Field(examples=["Indiranagar"])
    latitude: float = Field(examples=[12.9719])
    longitude: float = Field(examples=[77.6412])


class PlaceOut(schemas.Out):
    """A town, or a locality in it."""

    city: str = Field(examples=["Bengaluru"])
    state: str = Field(examples=["Karnataka"])
    place: str = Field(description="the locality; empty for the town itself", examples=["Koramangala"])
    label: str = Field(examples=["Koramangala, Bengaluru"])
    latitude: float
    longitude: float


@router.get("/geocode", summary="Look up a position", responses=returns(Data[PlaceNamesOut], 404, 422))
def locate(dispatcher: DispatcherDep, lat: str = "", lng: str = "") -> JSONResponse:
    """Returns the state, town and, if known, neighbourhood of a latitude and longitude in degrees."""
    return ok(data=places.locate(dispatcher.get_actor(), clean_param(lat), clean_param(lng)).model_dump())


@router.get("/places", summary="Suggest towns and localities", responses=returns(Data[list[PlaceOut]]))
def suggest(dispatcher: DispatcherDep, q: str = "") -> JSONResponse:
    """Lists up to eight towns and localities whose current or former name begins with `q`.

    Exact names come first, then large towns, localities and small towns.
    """
    return ok(data=[place.model_dump() for place in dispatcher.query(places.suggest, clean_param(q))])

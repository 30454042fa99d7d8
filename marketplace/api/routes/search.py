"""/api/search/suggest and /api/savedsearch"""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import wire
from marketplace.api.answers import Success, Told, failures, ok
from marketplace.api.deps import TheDoor, absent
from marketplace.domain import search
from marketplace.domain.search import SavedSearchView, messages
from marketplace.errors import Invalid
from marketplace.models import Cadence
from marketplace.texts import t

router = APIRouter(tags=["search"])


class SuggestionOut(wire.Out):
    """One line under the search box."""

    kind: str = Field(examples=["query"], description="query, category or ad")
    text: str = Field(examples=["teak sofa"])
    link: str = Field(examples=["/products/search?keyword=teak%20sofa"])


class SuggestionsOut(Success):
    """What may be meant."""

    data: list[SuggestionOut]


class SavedSearchBody(wire.Body):
    """The search to save, by the query parameters of `/api/product/search`."""

    name: str = Field("", max_length=120, examples=["Flats in Pune"])
    query: dict[str, str | int | float | bool | None] = Field(
        default_factory=dict, examples=[{"keyword": "2bhk", "city": "Pune", "maxPrice": 15000}]
    )
    cadence: str = Field("daily", examples=["daily"], description="at_once, daily or weekly")


class SavedSearchOut(wire.Out):
    """A saved search."""

    id: str = Field(examples=[wire.EXAMPLE_ID])
    name: str
    query: dict[str, str]
    cadence: str
    link: str
    created_at: str


class SavedSearchMade(Told):
    """The search that was saved."""

    data: SavedSearchOut


class SavedSearchesOut(Success):
    """The caller's saved searches."""

    data: list[SavedSearchOut]


def _wire(saved: SavedSearchView) -> dict[str, Any]:
    return {
        "_id": saved.id,
        "name": saved.name,
        "query": saved.query,
        "cadence": saved.cadence,
        "link": saved.link,
        "createdAt": wire.moment(saved.created_at),
        "lastMailedAt": wire.moment(saved.last_mailed_at),
    }


@router.get(
    "/search/suggest", summary="Suggestions while typing", responses={200: {"model": SuggestionsOut}} | failures()
)
def suggest(door: TheDoor, q: Annotated[str, Query(examples=["teak so"])] = "") -> JSONResponse:
    """Queries that find something, categories and ads for a half-typed keyword."""
    return ok(data=[suggestion.model_dump() for suggestion in door.ask(search.suggest, absent(q))])


@router.get("/savedsearch", summary="Saved searches", responses={200: {"model": SavedSearchesOut}} | failures(401, 403))
def list_saved(door: TheDoor) -> JSONResponse:
    """The caller's saved searches, newest first."""
    return ok(data=[_wire(saved) for saved in door.ask(search.list_saved_searches)])


@router.post(
    "/savedsearch",
    status_code=201,
    summary="Save a search",
    responses={201: {"model": SavedSearchMade}} | failures(400, 401, 403, 422),
)
def save(body: SavedSearchBody, door: TheDoor) -> JSONResponse:
    """Saves a search; new ads that match it are told in the page and by mail."""
    cadence = _cadence(body.cadence)
    params = {name: _text(value) for name, value in body.query.items() if value is not None}
    saved = door.do(search.save_search, search.parse_query(params), name=body.name, cadence=cadence)
    return ok(201, message=t(messages.SAVED), data=_wire(saved))


@router.delete(
    "/savedsearch/{search_id}",
    summary="Delete a saved search",
    responses={200: {"model": Told}} | failures(401, 403, 404),
)
def delete(search_id: str, door: TheDoor) -> JSONResponse:
    """Deletes one of the caller's saved searches."""
    door.do(search.delete_saved_search, search_id)
    return ok(message=t(messages.DELETED))


def _cadence(value: str) -> Cadence:
    try:
        return Cadence(value)
    except ValueError:
        message = t(messages.UNKNOWN_CADENCE)
        raise Invalid(message, errors=[{"field": "cadence", "message": message}]) from None


def _text(value: str | float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

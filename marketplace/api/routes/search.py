"""/api/search/suggest and /api/savedsearch"""

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, RedirectResponse
from pydantic import Field

from marketplace.api import wire
from marketplace.api.answers import Listed, Success, Told, failures, ok, ok_page
from marketplace.api.deps import KEPT_READY, OptionallyPaged, TheDoor, absent
from marketplace.domain import search
from marketplace.domain.paging import cut
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
    cadence: str = Field(
        "", examples=["daily"], description="at_once, daily or weekly; left out, daily, or what it was"
    )


class SavedSearchChange(wire.Body):
    """What to change of a saved search; what is left out stays."""

    name: str | None = Field(None, max_length=120, examples=["Flats in Pune"])
    cadence: str | None = Field(None, examples=["weekly"], description="at_once, daily or weekly")
    wants_mail: bool | None = Field(None, description="without it matches are told in the page only")


class SavedSearchOut(wire.Out):
    """A saved search."""

    id: str = Field(examples=[wire.EXAMPLE_ID])
    name: str
    query: dict[str, str]
    cadence: str
    wants_mail: bool
    link: str
    created_at: str
    last_mailed_at: str | None = None


class SavedSearchMade(Told):
    """The search as it is now."""

    data: SavedSearchOut


class SavedSearchesOut(Listed):
    """The caller's saved searches."""

    data: list[SavedSearchOut]


def _wire(saved: SavedSearchView) -> dict[str, Any]:
    return {
        "_id": saved.id,
        "name": saved.name,
        "query": saved.query,
        "cadence": saved.cadence,
        "wantsMail": saved.wants_mail,
        "link": saved.link,
        "createdAt": wire.moment(saved.created_at),
        "lastMailedAt": wire.moment(saved.last_mailed_at),
    }


@router.get(
    "/search/suggest",
    summary="Suggestions while typing",
    responses={200: {"model": SuggestionsOut}} | failures(),
    dependencies=KEPT_READY,
)
def suggest(door: TheDoor, q: Annotated[str, Query(examples=["teak so"])] = "") -> JSONResponse:
    """Queries that find something, categories and ads for a half-typed keyword."""
    return ok(data=[suggestion.model_dump() for suggestion in door.ask(search.suggest, absent(q))])


@router.get(
    "/savedsearch", summary="Saved searches", responses={200: {"model": SavedSearchesOut}} | failures(401, 403, 422)
)
def list_saved(door: TheDoor, window: OptionallyPaged) -> JSONResponse:
    """All of the caller's saved searches, newest first; `page` and `limit` cut them into pages."""
    page = cut(door.ask(search.list_saved_searches), window)
    return ok_page(page, "data", [_wire(saved) for saved in page.items])


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


@router.post(
    "/savedsearch/unsubscribe",
    summary="No more mails for one saved search",
    responses={200: {"model": Told}} | failures(404, 422),
)
def stop_alerts(door: TheDoor, token: str = "") -> JSONResponse:
    """Mail programs call it by themselves, with one click (RFC 8058), so the body does not matter."""
    door.do(search.stop_alerts, token)
    return ok(message=t(messages.NO_MORE_ALERTS))


@router.get(
    "/savedsearch/unsubscribe",
    summary="The page to end these mails on",
    status_code=303,
    response_class=RedirectResponse,
    responses=failures(),
)
def show_stop_alerts(token: str = "") -> RedirectResponse:
    """Leads a person who opens the same address to the page; looking alone changes nothing (RFC 8058, section 3.2)."""
    return RedirectResponse(f"/savedsearches/unsubscribe?{urlencode({'token': token})}", 303)


@router.put(
    "/savedsearch/{search_id}",
    summary="Rename a saved search, or choose how often it is mailed",
    responses={200: {"model": SavedSearchMade}} | failures(401, 403, 404, 422),
)
def change(search_id: str, body: SavedSearchChange, door: TheDoor) -> JSONResponse:
    """Changes one of the caller's saved searches; what it searches for stays."""
    changes = {"name": body.name, "cadence": _cadence(body.cadence), "wants_mail": body.wants_mail}
    saved = door.do(search.change_saved_search, search_id, **changes)
    return ok(message=t(messages.CHANGED), data=_wire(saved))


@router.delete(
    "/savedsearch/{search_id}",
    summary="Delete a saved search",
    responses={200: {"model": Told}} | failures(401, 403, 404),
)
def delete(search_id: str, door: TheDoor) -> JSONResponse:
    """Deletes one of the caller's saved searches."""
    door.do(search.delete_saved_search, search_id)
    return ok(message=t(messages.DELETED))


def _cadence(value: str | None) -> Cadence | None:
    try:
        return Cadence(value) if value else None
    except ValueError:
        message = t(messages.UNKNOWN_CADENCE)
        raise Invalid(message, errors=[{"field": "cadence", "message": message}]) from None


def _text(value: str | float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

"""/api/search/suggest and /api/savedsearch"""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import CACHEABLE, ONCE, DispatcherDep, OptionallyPaged, clean_param
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import (
    Changed,
    Data,
    Listed,
    MessageResponse,
    ok,
    ok_page,
    returns,
)
from marketplace.api.unsubscribe import add_unsubscribe_endpoints
from marketplace.core.errors import Invalid
from marketplace.domain import saved_searches, search
from marketplace.domain.paging import cut
from marketplace.domain.saved_searches import messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, Cadence

router = APIRouter(tags=["search"], route_class=Operation)


class SuggestionOut(schemas.Out):
    """A suggestion below the search box."""

    kind: str = Field(examples=["query"], description="query, category or ad")
    text: str = Field(examples=["teak sofa"])
    link: str = Field(examples=["/products/search?keyword=teak%20sofa"])


class SavedSearchBody(schemas.Body):
    """The search to save; `query` has the query parameters of `/api/product/search`."""

    name: str = Field("", max_length=120, examples=["Flats in Pune"])
    query: dict[str, str | int | float | bool | None] = Field(
        default_factory=dict, max_length=100, examples=[{"keyword": "2bhk", "city": "Pune", "maxPrice": 15000}]
    )
    cadence: str = Field(
        "",
        examples=["daily"],
        description="at_once, daily or weekly; by default daily for a new search, unchanged for an existing one",
    )


class SavedSearchChange(schemas.Body):
    """Changes to a saved search. Fields that are left out keep their values."""

    name: str | None = Field(None, max_length=120, examples=["Flats in Pune"])
    cadence: str | None = Field(None, examples=["weekly"], description="at_once, daily or weekly")
    wants_mail: bool | None = Field(None, description="false: notify about matches on the website only")


class SavedSearchOut(schemas.Out):
    """A saved search."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    name: str
    query: dict[str, str]
    cadence: str
    wants_mail: bool
    link: str
    created_at: schemas.Timestamp
    last_mailed_at: schemas.Timestamp | None


SavedSearchChangedResponse = Changed[SavedSearchOut]


@router.get(
    "/search/suggest", summary="Suggest searches", responses=returns(Data[list[SuggestionOut]]), dependencies=CACHEABLE
)
def suggest(dispatcher: DispatcherDep, q: Annotated[str, Query(examples=["teak so"])] = "") -> JSONResponse:
    """Suggests queries, categories and ads for a partly typed keyword."""
    return ok(data=[suggestion.model_dump() for suggestion in dispatcher.query(search.suggest, clean_param(q))])


@router.get("/savedsearch", summary="List saved searches", responses=returns(Listed[SavedSearchOut], 401, 403, 422))
def list_saved(dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists the caller's saved searches, newest first, or a page of them with `page` and `limit`."""
    page = cut(dispatcher.query(saved_searches.list_saved_searches), window)
    return ok_page(page, "data", [SavedSearchOut.dump(saved) for saved in page.items])


@router.post(
    "/savedsearch",
    status_code=201,
    summary="Save a search",
    dependencies=ONCE,
    responses=returns(SavedSearchChangedResponse, 400, 401, 403, 422, status=201),
)
@callers(AccountKind.BUYER, AccountKind.SELLER, message=lambda: t(messages.LOGIN_FIRST))
def save(body: SavedSearchBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Saves a search. The caller is notified about new matching ads on the website and by email."""
    cadence = _cadence(body.cadence)
    params = {name: _text(value) for name, value in body.query.items() if value is not None}
    saved = dispatcher.execute(saved_searches.save_search, search.parse_query(params), name=body.name, cadence=cadence)
    return ok(201, message=t(messages.SAVED), data=SavedSearchOut.dump(saved))


add_unsubscribe_endpoints(
    router,
    "/savedsearch/unsubscribe",
    summary="Stop emails about a saved search",
    stop=saved_searches.stop_alerts,
    stopped=lambda: t(messages.NO_MORE_ALERTS),
    page="/savedsearches/unsubscribe",
)


@router.put(
    "/savedsearch/{search_id}",
    summary="Change a saved search",
    responses=returns(SavedSearchChangedResponse, 401, 403, 404, 422),
)
@callers(AccountKind.BUYER, AccountKind.SELLER, message=lambda: t(messages.LOGIN_FIRST))
def change(search_id: str, body: SavedSearchChange, dispatcher: DispatcherDep) -> JSONResponse:
    """Changes the name, email frequency or emails of one of the caller's saved searches."""
    changes = {"name": body.name, "cadence": _cadence(body.cadence), "wants_mail": body.wants_mail}
    saved = dispatcher.execute(saved_searches.change_saved_search, search_id, **changes)
    return ok(message=t(messages.CHANGED), data=SavedSearchOut.dump(saved))


@router.delete(
    "/savedsearch/{search_id}", summary="Delete a saved search", responses=returns(MessageResponse, 401, 403, 404)
)
def delete(search_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Deletes one of the caller's saved searches."""
    dispatcher.execute(saved_searches.delete_saved_search, search_id)
    return ok(message=t(messages.DELETED))


def _cadence(value: str | None) -> Cadence | None:
    try:
        return Cadence(value) if value else None
    except ValueError:
        raise Invalid(t(messages.UNKNOWN_CADENCE), "cadence") from None


def _text(value: str | float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

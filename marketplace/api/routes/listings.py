"""/api/product/sell, /rent, /lease, /featured, /search, /category: live ads in lists."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import wire
from marketplace.api.answers import Listed, failures, ok_page
from marketplace.api.deps import KEPT_READY, OptionallyPaged, Paged, TheDoor, absent
from marketplace.domain import catalog, search
from marketplace.domain.paging import cut
from marketplace.domain.search import SearchPage, SearchQuery
from marketplace.models import AdType

router = APIRouter(tags=["listings"], dependencies=KEPT_READY)


class NamedListOut(Listed):
    """Things by id and name."""

    data: list[wire.NamedOut]


class ProductDataOut(Listed):
    """Ads under `data`."""

    data: list[wire.ProductOut]


class FacetValueOut(wire.Out):
    """One choice of a facet and what a click on it would find."""

    value: str
    label: str
    count: int = Field(examples=[42])
    chosen: bool = False


class FacetOut(wire.Out):
    """A filter with its choices."""

    name: str = Field(examples=["categoryId"])
    label: str = Field(examples=["Category"])
    exact: bool = True
    values: list[FacetValueOut]


class SearchOut(wire.ProductListOut):
    """A page of ads with facets."""

    facets: list[FacetOut]


async def asked(
    request: Request,
    keyword: Annotated[str, Query(examples=["teak sofa"])] = "",
    producttype: Annotated[str, Query(description="sell, rent or lease")] = "",
    categoryId: str = "",
    category: Annotated[str, Query(description="the same as categoryId")] = "",
    subcategoryId: str = "",
    city: Annotated[str, Query(examples=["Pune"])] = "",
    minPrice: Annotated[str, Query(description="rupees, after the discount")] = "",
    maxPrice: Annotated[str, Query(description="rupees, after the discount")] = "",
    lat: Annotated[str, Query(description="degrees, together with lng")] = "",
    lng: Annotated[str, Query(description="degrees, together with lat")] = "",
    radiusKm: Annotated[str, Query(description="around lat and lng, or around what the keyword says to be near")] = "",
    postedWithinDays: str = "",
    featured: Annotated[str, Query(description="true or false")] = "",
    sort: Annotated[str, Query(description="relevance, newest, price_asc, price_desc or distance")] = "",
    after: Annotated[str, Query(description="the _id of the last ad seen: the list goes on behind it")] = "",
) -> SearchQuery:
    """The filters of a list. `field[<fieldRef>]=value` narrows by a dynamic field, `5..10` being a range; several
    fieldRefs with commas between them are alternatives.

    The names stand here for the documentation; `parse_query` reads and checks them.
    """
    del keyword, producttype, categoryId, category, subcategoryId, city, minPrice, maxPrice
    del lat, lng, radiusKm, postedWithinDays, featured, sort, after
    return search.parse_query(request.query_params)


Asked = Annotated[SearchQuery, Depends(asked)]


def _products(page: SearchPage, /, **keys: Any) -> JSONResponse:
    return ok_page(page, "products", [wire.product_card(ad) for ad in page.items], **keys)


def _list_type(ad_type: AdType, door: TheDoor, query: SearchQuery, window: Paged) -> JSONResponse:
    return _products(door.ask(search.list_ads, replace(query, ad_type=ad_type), window))


@router.get("/product/sell", summary="Ads for sale", responses={200: {"model": wire.ProductListOut}} | failures(422))
def list_sell(door: TheDoor, query: Asked, window: Paged) -> JSONResponse:
    """Live ads for sale, newest first unless a keyword or `sort` says otherwise."""
    return _list_type(AdType.SELL, door, query, window)


@router.get("/product/rent", summary="Ads for rent", responses={200: {"model": wire.ProductListOut}} | failures(422))
def list_rent(door: TheDoor, query: Asked, window: Paged) -> JSONResponse:
    """Live ads for rent, newest first unless a keyword or `sort` says otherwise."""
    return _list_type(AdType.RENT, door, query, window)


@router.get("/product/lease", summary="Ads for lease", responses={200: {"model": wire.ProductListOut}} | failures(422))
def list_lease(door: TheDoor, query: Asked, window: Paged) -> JSONResponse:
    """Live ads for lease, newest first unless a keyword or `sort` says otherwise."""
    return _list_type(AdType.LEASE, door, query, window)


@router.get("/product/search", summary="Search", responses={200: {"model": SearchOut}} | failures(422))
def find(door: TheDoor, query: Asked, window: Paged) -> JSONResponse:
    """Live ads of every type by keyword and filters, with counts of what each further filter would find."""
    page = door.ask(search.list_ads, query, window, facets=True)
    return _products(
        page,
        facets=[facet.model_dump() for facet in page.facets],
        understood=[chip.model_dump() for chip in page.chips],
        corrected=page.corrected,
        fallbacks=[fallback.model_dump() for fallback in page.fallbacks],
    )


@router.get("/product/featured", summary="Featured ads", responses={200: {"model": ProductDataOut}} | failures(422))
def list_featured(door: TheDoor, query: Asked, window: OptionallyPaged) -> JSONResponse:
    """All featured live ads; `page` and `limit` cut them into pages."""
    return _data(door.ask(search.list_ads, replace(query, featured=True), window))


@router.get(
    "/product/category/{category_id}",
    summary="Ads of a category",
    responses={200: {"model": ProductDataOut}} | failures(404, 422),
)
def list_category(category_id: str, door: TheDoor, query: Asked, window: OptionallyPaged) -> JSONResponse:
    """All live ads of a category; `page` and `limit` cut them into pages."""
    category = door.ask(lambda db, _actor: catalog.get_category(db, category_id))
    page = door.ask(search.list_ads, replace(query, category_id=category.id), window)
    return _data(page, with_products=True)


@router.get(
    "/product/categories/by-type",
    summary="Categories that have ads of a type",
    responses={200: {"model": NamedListOut}} | failures(422),
)
def list_categories_by_type(door: TheDoor, window: OptionallyPaged, type: str = "") -> JSONResponse:
    """All categories with at least one live ad of the type; `page` and `limit` cut them into pages."""
    page = cut(door.ask(lambda db, _actor: catalog.list_categories_by_type(db, absent(type))), window)
    return ok_page(page, "data", [{"_id": category.id, "name": category.name} for category in page.items])


def _data(page: SearchPage, *, with_products: bool = False) -> JSONResponse:
    items = [wire.product_card(ad) for ad in page.items]
    return ok_page(page, "data", items, **({"products": items} if with_products else {}))

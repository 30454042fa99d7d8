"""/api/product/sell, /rent, /lease, /featured, /search, /category: live ads in lists."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import DispatcherDep, OptionallyPaged, Paged, cacheable, clean_param
from marketplace.api.operations import Operation
from marketplace.api.responses import Listed, ListResponse, ProductListResponse, ok_page, returns
from marketplace.domain import catalog, search
from marketplace.domain.paging import cut
from marketplace.domain.search import SearchPage, SearchQuery
from marketplace.models import AdType

# `listing_query` reads more parameters than its signature declares: `field[...]`.
router = APIRouter(tags=["listings"], dependencies=cacheable(search.is_parameter), route_class=Operation)


class CategoryProductsResponse(ListResponse):
    """Ads of a category, under both `data` and `products`."""

    data: list[schemas.ProductCardOut]
    products: list[schemas.ProductCardOut]


class FacetValueOut(schemas.Out):
    """A value of a facet."""

    value: str = Field(description="the value of the query parameter")
    label: str
    count: int = Field(examples=[42], description="number of ads the filter would find")
    chosen: bool = Field(description="whether the filter is set to this value")


class FacetOut(schemas.Out):
    """A filter with its most frequent values."""

    name: str = Field(examples=["categoryId"], description="the query parameter")
    label: str = Field(examples=["Category"])
    values: list[FacetValueOut]
    more: bool = Field(description="whether there are further values")


class UnderstoodOut(schemas.Out):
    """A filter that was read from words of the keyword."""

    kind: str = Field(examples=["price"], description="price, city, type, category, posted or near")
    text: str = Field(examples=["Under ₹15,000"], description="the filter for display")
    words: str = Field(description="the words of the keyword it was read from")
    rest: str = Field(description="the keyword without those words")


class FallbackOut(schemas.Out):
    """A wider search that finds ads, offered when a search finds none."""

    kind: str = Field(description="spelling, words, radius or filters")
    text: str = Field(description="the suggestion for display")
    keyword: str
    drop: list[str] = Field(description="the query parameters to leave out")
    radius_km: float | None = Field(description="the wider radius, for kind radius")
    count: int = Field(description="number of ads it finds")


class SearchResponse(ProductListResponse):
    """A page of ads with facets."""

    facets: list[FacetOut]
    understood: list[UnderstoodOut]
    corrected: str = Field(description="the corrected keyword that was searched for; empty if nothing was misspelt")
    similar: list[schemas.ProductCardOut] = Field(
        description="if few ads contain all words: ads that contain most of them; not part of `total`"
    )
    fallbacks: list[FallbackOut]


async def listing_query(
    request: Request,
    keyword: Annotated[str, Query(examples=["teak sofa"])] = "",
    producttype: Annotated[str, Query(description="sell, rent or lease")] = "",
    categoryId: str = "",
    category: Annotated[str, Query(description="the same as `categoryId`")] = "",
    subcategoryId: str = "",
    city: Annotated[str, Query(examples=["Pune"])] = "",
    minPrice: Annotated[str, Query(description="rupees, after the discount")] = "",
    maxPrice: Annotated[str, Query(description="rupees, after the discount")] = "",
    priceUnit: Annotated[
        str,
        Query(
            description="hour, day, week, month or year: finds ads for rent and lease only, and minPrice and maxPrice are "
            "for this time; prices in other units are converted"
        ),
    ] = "",
    lat: Annotated[str, Query(description="degrees; requires `lng`")] = "",
    lng: Annotated[str, Query(description="degrees; requires `lat`")] = "",
    radiusKm: Annotated[
        str, Query(description="distance from `lat` and `lng`, or from a place that the keyword names with `near`")
    ] = "",
    postedWithinDays: str = "",
    featured: Annotated[str, Query(description="true or false")] = "",
    sort: Annotated[str, Query(description="relevance, newest, price_asc, price_desc or distance")] = "",
    after: Annotated[str, Query(description="`_id` of an ad; the list starts after it")] = "",
) -> SearchQuery:
    """Parse the filters of a list.

    `field[<fieldRef>]=value` filters by a dynamic field; `5..10` is a range. `field[<fieldRef>,<fieldRef>]` matches if any
    of the fields has the value. The parameters are declared for the OpenAPI document; `parse_query` reads and checks them.
    """
    del keyword, producttype, categoryId, category, subcategoryId, city, minPrice, maxPrice, priceUnit
    del lat, lng, radiusKm, postedWithinDays, featured, sort, after
    return search.parse_query(request.query_params)


ListingQuery = Annotated[SearchQuery, Depends(listing_query)]


def _products(page: SearchPage, /, **keys: Any) -> JSONResponse:
    return ok_page(page, "products", [schemas.product_card(ad) for ad in page.items], **keys)


def _list_type(ad_type: AdType, dispatcher: DispatcherDep, query: SearchQuery, window: Paged) -> JSONResponse:
    return _products(dispatcher.query(search.list_ads, replace(query, ad_type=ad_type), window))


@router.get("/product/sell", summary="List ads for sale", responses=returns(ProductListResponse, 422))
def list_sell(dispatcher: DispatcherDep, query: ListingQuery, window: Paged) -> JSONResponse:
    """Lists live ads for sale, newest first by default, by relevance with a keyword."""
    return _list_type(AdType.SELL, dispatcher, query, window)


@router.get("/product/rent", summary="List ads for rent", responses=returns(ProductListResponse, 422))
def list_rent(dispatcher: DispatcherDep, query: ListingQuery, window: Paged) -> JSONResponse:
    """Lists live ads for rent, newest first by default, by relevance with a keyword."""
    return _list_type(AdType.RENT, dispatcher, query, window)


@router.get("/product/lease", summary="List ads for lease", responses=returns(ProductListResponse, 422))
def list_lease(dispatcher: DispatcherDep, query: ListingQuery, window: Paged) -> JSONResponse:
    """Lists live ads for lease, newest first by default, by relevance with a keyword."""
    return _list_type(AdType.LEASE, dispatcher, query, window)


@router.get("/product/search", summary="Search", responses=returns(SearchResponse, 422))
def find(dispatcher: DispatcherDep, query: ListingQuery, window: Paged) -> JSONResponse:
    """Searches live ads of every type by keyword and filters. `facets` has the number of ads for each further filter."""
    page = dispatcher.query(search.list_ads, query, window, facets=True)
    return _products(
        page,
        facets=[facet.model_dump() for facet in page.facets],
        understood=[chip.model_dump() for chip in page.chips],
        corrected=page.corrected,
        similar=[schemas.product_card(ad) for ad in page.similar],
        fallbacks=[FallbackOut.dump(fallback) for fallback in page.fallbacks],
    )


@router.get("/product/featured", summary="List featured ads", responses=returns(Listed[schemas.ProductCardOut], 422))
def list_featured(dispatcher: DispatcherDep, query: ListingQuery, window: OptionallyPaged) -> JSONResponse:
    """Lists featured live ads, or a page of them with `page` and `limit`."""
    return _data(dispatcher.query(search.list_ads, replace(query, featured=True), window))


@router.get(
    "/product/category/{category_id}",
    summary="List the ads of a category",
    responses=returns(CategoryProductsResponse, 404, 422),
)
def list_category(
    category_id: str, dispatcher: DispatcherDep, query: ListingQuery, window: OptionallyPaged
) -> JSONResponse:
    """Lists the live ads of a category, or a page of them with `page` and `limit`."""
    category = dispatcher.query(lambda db, _actor: catalog.get_category(db, category_id, counted=False))
    page = dispatcher.query(search.list_ads, replace(query, category_id=category.id), window)
    return _data(page, with_products=True)


@router.get(
    "/product/categories/by-type",
    summary="List categories that have ads of a type",
    responses=returns(Listed[schemas.NamedOut], 422),
)
def list_categories_by_type(dispatcher: DispatcherDep, window: OptionallyPaged, type: str = "") -> JSONResponse:
    """Lists categories with at least one live ad of the type, or a page of them with `page` and `limit`."""
    page = cut(dispatcher.query(lambda db, _actor: catalog.list_categories_by_type(db, clean_param(type))), window)
    return ok_page(page, "data", [{"_id": category.id, "name": category.name} for category in page.items])


def _data(page: SearchPage, *, with_products: bool = False) -> JSONResponse:
    items = [schemas.product_card(ad) for ad in page.items]
    return ok_page(page, "data", items, **({"products": items} if with_products else {}))

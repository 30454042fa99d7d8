"""Response envelopes: the JSON bodies of every success and every failure."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api.schemas import CategoryOut, Out, ProductCardOut, ProductOut, SubcategoryOut, product
from marketplace.core.errors import MarketplaceError
from marketplace.domain.ads.schemas import AdDetail
from marketplace.domain.paging import Page
from marketplace.http import request_context

T = TypeVar("T")


class FieldError(Out):
    """An invalid field and what is wrong with it."""

    field: str
    message: str


class Failure(Out):
    """The body of every failure."""

    success: bool = Field(examples=[False])
    message: str = Field(examples=["Product not found"])
    errors: list[FieldError] | None = Field(None, description="the invalid fields, if the request was invalid")
    request_id: str | None = Field(
        None, description="identifies the request in the server's log; for status 500 and up"
    )
    stored_id: str | None = Field(
        None,
        description="id of what the first request stored, if it has one; for status 409 of a repeated Idempotency-Key",
    )
    suspended: bool | None = Field(
        None, examples=[True], description="true if the account of the session or of the right password is suspended"
    )


class ArchiveFailure(Failure):
    """The body of a failure to archive a category or subcategory."""

    ads: int | None = Field(None, examples=[12], description="for status 409: number of ads that need `moveTo`")


class Success(Out):
    """Base of the success envelopes."""

    success: bool = Field(examples=[True])


class MessageResponse(Success):
    """A success with one sentence for people."""

    message: str = Field(examples=["Added to wishlist"])


class ListResponse(Success):
    """Base of list envelopes. Without `page` and `limit` the whole list is one page."""

    total: int = Field(examples=[128])
    total_pages: int = Field(examples=[11])
    page: int = Field(examples=[1])
    total_exact: bool | None = Field(None, description="false if there are more items than `total` says")


class Data(Success, Generic[T]):
    """What was asked for."""

    data: T


class Changed(MessageResponse, Generic[T]):
    """What is new or changed."""

    data: T


class Listed(ListResponse, Generic[T]):
    """What is in the list, or on a page of it."""

    data: list[T]


class ProductListResponse(ListResponse):
    """A page of ads."""

    products: list[ProductCardOut]


ProductResponse = Data[ProductOut]
ProductChangedResponse = Changed[ProductOut]
CategoriesResponse = Listed[CategoryOut]
SubcategoriesResponse = Listed[SubcategoryOut]


def ok(status: int = 200, /, **keys: Any) -> JSONResponse:
    """Return a success envelope with these keys, whose values are JSON as the functions in `schemas` return it."""
    return JSONResponse({"success": True, **keys}, status)


def ok_page(page: Page[Any], key: str, items: list[Any], /, **keys: Any) -> JSONResponse:
    """Return a list envelope with its totals; the list is under `key`."""
    body: dict[str, Any] = {key: items, "total": page.total, "totalPages": page.pages, "page": page.page}
    if not page.exact:
        body["totalExact"] = False
    return ok(**body, **keys)


def failure(error: MarketplaceError) -> JSONResponse:
    """Return the failure envelope of an error."""
    body: dict[str, Any] = {"success": False, "message": error.message, **error.extra}
    if error.errors:
        body["errors"] = error.errors
    if error.status >= 500 and (request_id := request_context.request_id()):
        # Lets support find the request in the log.
        body["requestId"] = request_id
    headers = {"Retry-After": str(error.retry_after)} if error.retry_after else None
    return JSONResponse(body, error.status, headers)


_DESCRIPTIONS = {
    400: "The request breaks a rule, or its body is not valid JSON.",
    401: "The session token is missing or expired.",
    403: "The caller is not allowed to do this.",
    404: "Not found.",
    408: "The body took too long to arrive.",
    409: "It exists already, or was changed by another request.",
    410: "It existed, but is no longer available.",
    413: "The body or a file is too large.",
    415: "The media type of the body or file is not supported.",
    422: "Fields are invalid; `errors` lists them.",
    429: "Too many requests; retry after the seconds in `Retry-After`.",
    500: "Internal error; nothing was changed.",
    503: "A dependency of the site is unavailable; nothing was changed. Retry after the seconds in `Retry-After`.",
}


def failures(*statuses: int, models: Mapping[int, type[Failure]] | None = None) -> dict[int | str, dict[str, Any]]:
    """Return FastAPI `responses` for these failures and for 429, 500 and 503, which any operation may return; `models` have
    more keys than `Failure`.
    """
    models = models or {}
    return {
        status: {"model": models.get(status, Failure), "description": _DESCRIPTIONS[status]}
        for status in (*statuses, 429, 500, 503)
    }


def returns(
    model: type[Success], *failure_statuses: int, status: int = 200, models: Mapping[int, type[Failure]] | None = None
) -> dict[int | str, dict[str, Any]]:
    """Return FastAPI `responses` for one success and these failures; `models` as for `failures`."""
    return {status: {"model": model}} | failures(*failure_statuses, models=models)


def returns_new_or_existing(existing: str, *failure_statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return FastAPI `responses` for 201, and for 200 if there was nothing to add; `existing` describes that."""
    already = {200: {"model": MessageResponse, "description": existing}}
    return already | {201: {"model": MessageResponse}} | failures(*failure_statuses)


def product_changed(message: str, ad: AdDetail) -> JSONResponse:
    """Return the envelope of a changed ad."""
    return ok(message=message, data=product(ad))


def failure_response(status: int) -> dict[str, Any]:
    """Return the OpenAPI response object of a failure that the operation does not declare."""
    schema = {"$ref": f"#/components/schemas/{Failure.__name__}"}
    return {"description": _DESCRIPTIONS[status], "content": {"application/json": {"schema": schema}}}

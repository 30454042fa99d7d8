"""The envelopes of the contract: every success and every failure is made here."""

from typing import Any

from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from marketplace import requests
from marketplace.domain.paging import Page
from marketplace.errors import MarketplaceError


class FieldError(BaseModel):
    """What is wrong with one field."""

    field: str
    message: str


class Failure(BaseModel):
    """Any answer that is not a success."""

    success: bool = Field(False, examples=[False])
    message: str = Field(examples=["Product not found"])
    errors: list[FieldError] | None = None
    requestId: str | None = Field(None, description="of answers from 500 on: names the request in the log")


class Success(BaseModel):
    """What every success has."""

    success: bool = Field(True, examples=[True])


class Told(Success):
    """A success with a sentence for people."""

    message: str = Field(examples=["Added to wishlist"])


class Listed(Success):
    """What every list has; all of it is one page where none was asked for."""

    total: int = Field(examples=[128])
    totalPages: int = Field(examples=[11])
    page: int = Field(examples=[1])
    totalExact: bool | None = Field(None, description="false where there are more than `total` says")


def ok(status: int = 200, /, **keys: Any) -> JSONResponse:
    """A success with these keys beside `success`; values are JSON already (see `wire`)."""
    return JSONResponse({"success": True, **keys}, status)


def ok_page(page: Page[Any], key: str, items: list[Any], /, **keys: Any) -> JSONResponse:
    """A list with its totals."""
    body: dict[str, Any] = {key: items, "total": page.total, "totalPages": page.pages, "page": page.page}
    if not page.exact:
        body["totalExact"] = False
    return ok(**body, **keys)


def failure(error: MarketplaceError) -> JSONResponse:
    """A failure in the one shape there is."""
    body: dict[str, Any] = {"success": False, "message": error.message, **error.extra}
    if error.errors:
        body["errors"] = error.errors
    if error.status >= 500 and (number := requests.current()):
        # What people can tell us, and what the log can be searched for.
        body["requestId"] = number
    headers = {"Retry-After": str(error.retry_after)} if error.retry_after else None
    return JSONResponse(body, error.status, headers)


_SENTENCES = {
    400: "A rule says no, or the body can't be read.",
    401: "No token, or one that has ended.",
    403: "Not yours.",
    404: "There is no such thing.",
    408: "The body took too long to arrive.",
    409: "It was there already, or changed meanwhile.",
    410: "It was there once.",
    413: "Too large.",
    415: "Not a kind of file or body that is taken.",
    422: "Fields are invalid; `errors` names them.",
    429: "Too often; `Retry-After` says when again.",
    500: "Our fault; nothing was changed.",
    503: "Something the site needs is away; nothing was changed, `Retry-After` says when to try again.",
}


def failures(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of an operation: these failures, in the one shape, beside 429, 500 and 503 that any may give."""
    return {status: {"model": Failure, "description": _SENTENCES[status]} for status in (*statuses, 429, 500, 503)}


def described(status: int) -> dict[str, Any]:
    """A failure as the OpenAPI document shows it, for those that no operation names itself."""
    schema = {"$ref": f"#/components/schemas/{Failure.__name__}"}
    return {"description": _SENTENCES[status], "content": {"application/json": {"schema": schema}}}

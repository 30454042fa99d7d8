"""/api/follow"""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import account_schemas, schemas
from marketplace.api.dependencies import DispatcherDep, OptionallyPaged
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import (
    Listed,
    MessageResponse,
    ok,
    ok_page,
    returns,
    returns_new_or_existing,
)
from marketplace.domain import saved_searches
from marketplace.domain.paging import cut
from marketplace.domain.saved_searches import messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

router = APIRouter(tags=["following"], route_class=Operation)


class FollowBody(schemas.Body):
    """The seller to follow."""

    seller_id: str = Field(examples=[schemas.EXAMPLE_ID])


class FollowedOut(account_schemas.PersonOut):
    """A seller that the caller follows."""

    saved_search_id: str = Field(description="holds how often the caller gets emails; see `/api/savedsearch`")
    created_at: str


@router.get("/follow", summary="List followed sellers", responses=returns(Listed[FollowedOut], 401, 403, 422))
def list_followed(dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists the active sellers that the caller follows, newest first, or a page of them with `page` and `limit`."""
    page = cut(dispatcher.query(saved_searches.list_followed), window)
    return ok_page(page, "data", [_followed(view) for view in page.items])


@router.post(
    "/follow",
    status_code=201,
    summary="Follow a seller",
    responses=returns_new_or_existing("The caller follows the seller already.", 400, 401, 403, 404, 422),
)
@callers(AccountKind.BUYER, AccountKind.SELLER, message=lambda: t(messages.LOGIN_TO_FOLLOW))
def follow(body: FollowBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Notifies the caller about the seller's new ads, on the website and by email. The seller is not told."""
    is_new = dispatcher.execute(saved_searches.follow, body.seller_id)
    return ok(201 if is_new else 200, message=t(messages.FOLLOWED))


@router.delete("/follow/{seller_id}", summary="Unfollow a seller", responses=returns(MessageResponse, 401, 403))
def unfollow(seller_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Stops the notifications. Does nothing if the caller doesn't follow the seller."""
    dispatcher.execute(saved_searches.unfollow, seller_id)
    return ok(message=t(messages.UNFOLLOWED))


@router.delete("/follow", summary="Unfollow the seller in the body", responses=returns(MessageResponse, 401, 403, 422))
@callers(AccountKind.BUYER, AccountKind.SELLER, message=lambda: t(messages.LOGIN_TO_FOLLOW))
def unfollow_by_body(body: FollowBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Works like `DELETE /api/follow/{sellerId}`, with the body of `POST /api/follow`."""
    dispatcher.execute(saved_searches.unfollow, body.seller_id)
    return ok(message=t(messages.UNFOLLOWED))


def _followed(view: saved_searches.FollowedSeller) -> dict[str, Any]:
    return account_schemas.PersonOut.dump(view.seller) | {
        "savedSearchId": view.search_id,
        "createdAt": schemas.timestamp(view.created_at),
    }

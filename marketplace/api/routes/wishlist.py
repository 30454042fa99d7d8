"""/api/wishlist"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
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
from marketplace.api.unsubscribe import add_unsubscribe_endpoints
from marketplace.domain import wishlist
from marketplace.domain.ads import messages as ads_messages
from marketplace.domain.wishlist import messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

router = APIRouter(tags=["wishlist"], route_class=Operation)


class WishlistBody(schemas.Body):
    """The ad to save. Its name is taken from the ad."""

    user_id: str = ""
    product_id: str = Field("", examples=[schemas.EXAMPLE_ID])


class WishlistItemOut(schemas.Out):
    """A saved ad."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    user_id: str
    product_id: schemas.ProductCardOut | None = Field(description="null if the ad no longer exists")
    product_name: str


@router.post(
    "/wishlist",
    status_code=201,
    summary="Add an ad to the wishlist",
    responses=returns_new_or_existing("The ad was saved already.", 400, 401, 403, 404, 422),
)
@callers(AccountKind.BUYER, message=lambda: t(messages.LOGIN_FIRST))
def add(body: WishlistBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Adds an ad to the signed-in user's wishlist."""
    dispatcher.resolve_account_id(body.user_id, AccountKind.BUYER, message=t(messages.LOGIN_FIRST))
    is_new = dispatcher.execute(wishlist.add, body.product_id)
    return ok(201 if is_new else 200, message=t(messages.ADDED))


@router.delete(
    "/wishlist/{user_id}/{product_id}",
    summary="Remove an ad from the wishlist",
    responses=returns(MessageResponse, 401, 403),
)
def remove(user_id: str, product_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Removes an ad from the signed-in user's wishlist."""
    dispatcher.resolve_account_id(user_id, AccountKind.BUYER, message=t(messages.LOGIN_FIRST))
    dispatcher.execute(wishlist.remove, product_id)
    return ok(message=t(messages.REMOVED))


add_unsubscribe_endpoints(
    router,
    "/wishlist/mails/unsubscribe",
    summary="Stop emails about saved ads",
    stop=wishlist.MAILS.stop,
    stopped=lambda: t(ads_messages.NO_MORE_SAVED_MAILS),
    page="/wishlist/unsubscribe",
)


@router.get(
    "/wishlist/{user_id}", summary="List the wishlist", responses=returns(Listed[WishlistItemOut], 401, 403, 422)
)
def list_saved(user_id: str, dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists the ads that the signed-in user saved, newest first, or a page of them with `page` and `limit`."""
    dispatcher.resolve_account_id(user_id, AccountKind.BUYER, message=t(messages.LOGIN_FIRST))
    page = dispatcher.query(wishlist.list_saved, window=window)
    return ok_page(
        page,
        "data",
        [
            {
                "_id": item.id,
                "userId": item.buyer_id,
                "productId": schemas.product_card(item.ad) if item.ad else None,
                "productName": item.ad_name,
            }
            for item in page.items
        ],
    )

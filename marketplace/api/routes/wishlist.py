"""/api/wishlist"""

from urllib.parse import urlencode

from fastapi import APIRouter
from fastapi.responses import JSONResponse, RedirectResponse
from pydantic import Field

from marketplace.api import wire
from marketplace.api.answers import Listed, Told, failures, ok, ok_page
from marketplace.api.deps import OptionallyPaged, TheDoor
from marketplace.domain import ads, wishlist
from marketplace.domain.ads import messages as ads_messages
from marketplace.domain.wishlist import messages
from marketplace.models import AccountKind
from marketplace.texts import t

router = APIRouter(tags=["wishlist"])


class WishlistBody(wire.Body):
    """Which ad to save; the name is taken from the ad itself."""

    user_id: str = ""
    product_id: str = Field("", examples=[wire.EXAMPLE_ID])


class WishlistItemOut(wire.Out):
    """A saved ad."""

    id: str
    user_id: str
    product_id: wire.ProductOut | None
    product_name: str


class WishlistOut(Listed):
    """The caller's wishlist."""

    data: list[WishlistItemOut]


@router.post(
    "/wishlist",
    status_code=201,
    summary="Save an ad",
    responses={200: {"model": Told, "description": "It was saved already."}, 201: {"model": Told}}
    | failures(401, 403, 404, 422),
)
def add(body: WishlistBody, door: TheDoor) -> JSONResponse:
    """Saves an ad for the signed-in user."""
    door.claim(body.user_id, AccountKind.BUYER, message=t(messages.LOGIN_FIRST))
    is_new = door.do(wishlist.add, body.product_id)
    return ok(201 if is_new else 200, message=t(messages.ADDED))


@router.delete(
    "/wishlist/{user_id}/{product_id}",
    summary="Take an ad out",
    responses={200: {"model": Told}} | failures(401, 403),
)
def remove(user_id: str, product_id: str, door: TheDoor) -> JSONResponse:
    """Takes an ad out of the signed-in user's wishlist."""
    door.claim(user_id, AccountKind.BUYER, message=t(messages.LOGIN_FIRST))
    door.do(wishlist.remove, product_id)
    return ok(message=t(messages.REMOVED))


@router.post(
    "/wishlist/mails/unsubscribe",
    summary="No more mails about saved ads",
    responses={200: {"model": Told}} | failures(404, 422),
)
def stop_mails(door: TheDoor, token: str = "") -> JSONResponse:
    """Mail programs call it by themselves, with one click (RFC 8058), so the body does not matter."""
    door.do(ads.stop_wishlist_mails, token)
    return ok(message=t(ads_messages.NO_MORE_SAVED_MAILS))


@router.get(
    "/wishlist/mails/unsubscribe",
    summary="The page to end these mails on",
    status_code=303,
    response_class=RedirectResponse,
    responses=failures(),
)
def show_stop_mails(token: str = "") -> RedirectResponse:
    """Leads a person who opens the same address to the page; looking alone changes nothing (RFC 8058, section 3.2)."""
    return RedirectResponse(f"/wishlist/unsubscribe?{urlencode({'token': token})}", 303)


@router.get(
    "/wishlist/{user_id}",
    summary="The wishlist",
    responses={200: {"model": WishlistOut}} | failures(401, 403, 422),
)
def list_saved(user_id: str, door: TheDoor, window: OptionallyPaged) -> JSONResponse:
    """All that the signed-in user saved, newest first; `page` and `limit` cut it into pages."""
    door.claim(user_id, AccountKind.BUYER, message=t(messages.LOGIN_FIRST))
    page = door.ask(wishlist.list_saved, window=window)
    return ok_page(
        page,
        "data",
        [
            {
                "_id": item.id,
                "userId": item.buyer_id,
                "productId": wire.product_card(item.ad) if item.ad else None,
                "productName": item.ad_name,
            }
            for item in page.items
        ],
    )

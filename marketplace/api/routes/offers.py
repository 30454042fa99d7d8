"""/api/offer"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import deal_schemas, schemas
from marketplace.api.dependencies import ONCE, DispatcherDep, OptionallyPaged, clean_param
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import Changed, Listed, ok, ok_page, returns
from marketplace.core.numbers import Number
from marketplace.domain import deals
from marketplace.domain.deals import messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

router = APIRouter(tags=["offers"], route_class=Operation)


class OfferBody(schemas.Body):
    """An offer for an ad for sale."""

    product_id: str = Field("", examples=[schemas.EXAMPLE_ID])
    user_id: str | None = None
    price: Number = Field(None, examples=[16000], description="rupees")
    message: str = Field("", examples=["I can come today."])


class MessageBody(schemas.Body):
    """An optional message to the other party."""

    message: str = Field("", examples=["See you on Saturday."])


class CounterBody(schemas.Body):
    """Another price, with an optional message."""

    price: Number = Field(None, examples=[17000], description="rupees")
    message: str = ""


OfferChangedResponse = Changed[deal_schemas.OfferOut]
_CHANGED = returns(OfferChangedResponse, 401, 403, 404, 409, 422)
OffersResponse = Listed[deal_schemas.OfferOut]


@router.post(
    "/offer",
    status_code=201,
    summary="Make an offer",
    dependencies=ONCE,
    responses=returns(OfferChangedResponse, 400, 401, 403, 404, 409, 410, 422, 429, status=201),
)
@callers(AccountKind.BUYER, message=lambda: t(messages.LOGIN_TO_OFFER))
def make_offer(body: OfferBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Offers a price for an ad for sale. Returns 409 while the user has an open offer for it."""
    dispatcher.resolve_account_id(clean_param(body.user_id), AccountKind.BUYER, message=t(messages.LOGIN_TO_OFFER))
    offer = dispatcher.execute(deals.make_offer, body.product_id, body.price, message=body.message)
    return ok(201, message=t(messages.SENT), data=deal_schemas.OfferOut.dump(offer))


@router.get(
    "/offer/user/{user_id}",
    summary="List the offers that a user made",
    responses=returns(OffersResponse, 401, 403, 422),
)
def list_for_buyer(user_id: str, dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists offers, newest first, or a page of them with `page` and `limit`."""
    page = dispatcher.query(deals.list_offers_for_buyer, user_id, window=window)
    return ok_page(page, "data", [deal_schemas.OfferOut.dump(view) for view in page.items])


@router.get(
    "/offer/seller/{seller_id}",
    summary="List the offers that a seller received",
    responses=returns(OffersResponse, 401, 403, 422),
)
def list_for_seller(seller_id: str, dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists offers, newest first, or a page of them with `page` and `limit`."""
    page = dispatcher.query(deals.list_offers_for_seller, seller_id, window=window)
    return ok_page(page, "data", [deal_schemas.OfferOut.dump(view) for view in page.items])


@router.post("/offer/{offer_id}/accept", summary="Accept an offer", responses=_CHANGED)
@callers(AccountKind.BUYER, AccountKind.SELLER, message=lambda: t(messages.LOGIN_FOR_DEALS))
def accept(offer_id: str, dispatcher: DispatcherDep, body: MessageBody | None = None) -> JSONResponse:
    """Accepts the price named last and reserves the ad. Returns 409 if another offer was accepted."""
    offer = dispatcher.execute(deals.accept_offer, offer_id, message=body.message if body else "")
    return ok(message=t(messages.ACCEPTED), data=deal_schemas.OfferOut.dump(offer))


@router.post("/offer/{offer_id}/decline", summary="Decline an offer", responses=_CHANGED)
@callers(AccountKind.BUYER, AccountKind.SELLER, message=lambda: t(messages.LOGIN_FOR_DEALS))
def decline(offer_id: str, dispatcher: DispatcherDep, body: MessageBody | None = None) -> JSONResponse:
    """Declines the price that the other party named, which ends the offer."""
    offer = dispatcher.execute(deals.decline_offer, offer_id, message=body.message if body else "")
    return ok(message=t(messages.DECLINED), data=deal_schemas.OfferOut.dump(offer))


@router.post("/offer/{offer_id}/counter", summary="Make a counter-offer", dependencies=ONCE, responses=_CHANGED)
@callers(AccountKind.BUYER, AccountKind.SELLER, message=lambda: t(messages.LOGIN_FOR_DEALS))
def counter(offer_id: str, body: CounterBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Names another price; then it is the other party's move."""
    offer = dispatcher.execute(deals.counter_offer, offer_id, body.price, message=body.message)
    return ok(message=t(messages.COUNTERED), data=deal_schemas.OfferOut.dump(offer))


@router.post("/offer/{offer_id}/withdraw", summary="Withdraw an offer", responses=_CHANGED)
@callers(AccountKind.BUYER, AccountKind.SELLER, message=lambda: t(messages.LOGIN_FOR_DEALS))
def withdraw(offer_id: str, dispatcher: DispatcherDep, body: MessageBody | None = None) -> JSONResponse:
    """Withdraws the price that the caller named last, which ends the offer."""
    offer = dispatcher.execute(deals.withdraw_offer, offer_id, message=body.message if body else "")
    return ok(message=t(messages.WITHDRAWN), data=deal_schemas.OfferOut.dump(offer))

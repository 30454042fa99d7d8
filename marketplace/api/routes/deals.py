"""/api/deal"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from marketplace.api import deal_schemas, schemas
from marketplace.api.dependencies import ONCE, DispatcherDep, OptionallyPaged
from marketplace.api.meetup_schemas import ConfirmBody, LateBody, MeetupBody
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import (
    Changed,
    Data,
    Listed,
    failures,
    ok,
    ok_page,
    returns,
)
from marketplace.domain import deals
from marketplace.domain.deals import messages
from marketplace.domain.meetups import messages as meetup_messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

router = APIRouter(tags=["deals"], route_class=Operation)


class ReasonBody(schemas.Body):
    """Why a deal is cancelled."""

    reason: str = Field("", examples=["I found another one."])


class CodeBody(schemas.Body):
    """The four digits that the user shows."""

    code: str = Field("", examples=["4821"])


DealChangedResponse = Changed[deal_schemas.DealOut]
DealsResponse = Listed[deal_schemas.DealOut]


@router.get("/deal/user/{user_id}", summary="List a user's deals", responses=returns(DealsResponse, 401, 403, 422))
def list_for_buyer(user_id: str, dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists deals, newest first, or a page of them with `page` and `limit`."""
    page = dispatcher.query(deals.list_deals_for_buyer, user_id, window=window)
    return ok_page(page, "data", [deal_schemas.DealOut.dump(view) for view in page.items])


@router.get(
    "/deal/seller/{seller_id}", summary="List a seller's deals", responses=returns(DealsResponse, 401, 403, 422)
)
def list_for_seller(seller_id: str, dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists deals, newest first, or a page of them with `page` and `limit`."""
    page = dispatcher.query(deals.list_deals_for_seller, seller_id, window=window)
    return ok_page(page, "data", [deal_schemas.DealOut.dump(view) for view in page.items])


@router.get("/deal/{deal_id}", summary="Get a deal", responses=returns(Data[deal_schemas.DealOut], 401, 404))
def get_deal(deal_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns a deal to its parties and to admins. Only the user sees `code`."""
    return ok(data=deal_schemas.DealOut.dump(dispatcher.query(deals.get_deal, deal_id)))


@router.get(
    "/deal/{deal_id}/receipt",
    summary="Get the receipt of a deal",
    response_class=Response,
    responses={200: {"description": "The receipt", "content": {"application/pdf": {}}}, **failures(401, 404, 409)},
)
def get_receipt(deal_id: str, dispatcher: DispatcherDep) -> Response:
    """Returns the receipt of a finished deal as PDF, to its parties and to admins."""
    return Response(
        dispatcher.query(deals.get_receipt, deal_id),
        media_type="application/pdf",
        headers={"Content-Disposition": 'attachment; filename="receipt.pdf"', "Cache-Control": "private, no-store"},
    )


@router.post(
    "/deal/{deal_id}/meetup",
    summary="Propose a meetup",
    dependencies=ONCE,
    responses=returns(DealChangedResponse, 401, 403, 404, 409, 422, 429),
)
@callers(AccountKind.BUYER, AccountKind.SELLER, message=lambda: t(messages.LOGIN_FOR_DEALS))
def propose_meetup(deal_id: str, body: MeetupBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Proposes a place and a time. It replaces an earlier proposal, and an agreed meetup, which must be agreed anew."""
    deal = dispatcher.execute(deals.propose_meetup, deal_id, body.place, body.at)
    return ok(message=t(meetup_messages.MEETUP_PROPOSED), data=deal_schemas.DealOut.dump(deal))


@router.post(
    "/deal/{deal_id}/meetup/confirm",
    summary="Confirm a meetup",
    responses=returns(DealChangedResponse, 401, 403, 404, 409, 422),
)
@callers(AccountKind.BUYER, AccountKind.SELLER, message=lambda: t(messages.LOGIN_FOR_DEALS))
def confirm_meetup(deal_id: str, dispatcher: DispatcherDep, body: ConfirmBody | None = None) -> JSONResponse:
    """Agrees to the other party's proposal. Returns 409 if there is a newer one than `number`.

    A reservation that ends earlier is extended to some hours after the meetup.
    """
    deal = dispatcher.execute(deals.confirm_meetup, deal_id, number=body.number if body else None)
    return ok(message=t(meetup_messages.MEETUP_CONFIRMED), data=deal_schemas.DealOut.dump(deal))


@router.post(
    "/deal/{deal_id}/meetup/late",
    summary="Tell that one is late",
    responses=returns(DealChangedResponse, 401, 403, 404, 409, 422, 429),
)
@callers(AccountKind.BUYER, AccountKind.SELLER, message=lambda: t(messages.LOGIN_FOR_DEALS))
def report_late(deal_id: str, body: LateBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Tells the other party, from some hours before an agreed meetup on."""
    deal = dispatcher.execute(deals.report_late, deal_id, body.minutes)
    return ok(message=t(meetup_messages.LATE_SAID), data=deal_schemas.DealOut.dump(deal))


@router.post(
    "/deal/{deal_id}/meetup/here",
    summary="Tell that one is there",
    responses=returns(DealChangedResponse, 401, 403, 404, 409),
)
def report_here(deal_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Tells the other party, from some hours before an agreed meetup on."""
    deal = dispatcher.execute(deals.report_here, deal_id)
    return ok(message=t(meetup_messages.HERE_SAID), data=deal_schemas.DealOut.dump(deal))


@router.get(
    "/deal/{deal_id}/meetup.ics",
    summary="Get the meetup as a calendar file",
    response_class=Response,
    responses={200: {"description": "RFC 5545", "content": {"text/calendar": {}}}, **failures(401, 404, 409)},
)
def get_meetup_calendar(deal_id: str, dispatcher: DispatcherDep) -> Response:
    """Returns the agreed meetup in iCalendar format, to the parties and to admins."""
    return Response(
        dispatcher.query(deals.get_calendar, deal_id),
        media_type="text/calendar",
        headers={"Content-Disposition": 'attachment; filename="meetup.ics"', "Cache-Control": "private, no-store"},
    )


@router.post(
    "/deal/{deal_id}/cancel",
    summary="Cancel a deal",
    responses=returns(DealChangedResponse, 401, 403, 404, 409, 422),
)
@callers(AccountKind.BUYER, AccountKind.SELLER, message=lambda: t(messages.LOGIN_FOR_DEALS))
def cancel(deal_id: str, body: ReasonBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Cancels a deal with a reason. The ad is free again, and the next in line is notified."""
    deal = dispatcher.execute(deals.cancel_deal, deal_id, body.reason)
    return ok(message=t(messages.CANCELLED), data=deal_schemas.DealOut.dump(deal))


@router.post(
    "/deal/{deal_id}/handover",
    summary="Confirm the handover",
    responses=returns(DealChangedResponse, 400, 401, 403, 404, 409, 422, 429),
)
@callers(AccountKind.BUYER, AccountKind.SELLER, message=lambda: t(messages.LOGIN_FOR_DEALS))
def hand_over(deal_id: str, body: CodeBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Ends the deal as done and the ad as sold, with the code that the user shows. For the seller.

    Returns 429 after five wrong codes, until the user creates a new one.
    """
    deal = dispatcher.execute(deals.hand_over, deal_id, body.code)
    return ok(message=t(messages.DONE), data=deal_schemas.DealOut.dump(deal))


@router.post(
    "/deal/{deal_id}/code",
    summary="Create a new handover code",
    responses=returns(DealChangedResponse, 401, 403, 404, 409),
)
def renew_code(deal_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Replaces the handover code; the old one no longer works. Only the buyer may do this."""
    deal = dispatcher.execute(deals.renew_code, deal_id)
    return ok(message=t(messages.NEW_CODE), data=deal_schemas.DealOut.dump(deal))

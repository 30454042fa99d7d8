"""/api/enquiry"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import talk, wire
from marketplace.api.answers import Success, Told, failures, ok, ok_page
from marketplace.api.deps import OptionallyPaged, TheDoor, absent
from marketplace.domain import rentals
from marketplace.domain.rentals import messages
from marketplace.models import AccountKind
from marketplace.texts import t

router = APIRouter(tags=["enquiries"])


class EnquiryBody(wire.Body):
    """Dates of a rent or lease ad; a time without a zone is in the ad's."""

    product_id: str = Field("", examples=[wire.EXAMPLE_ID])
    seller_id: str | None = None
    user_id: str | None = None
    pickup_date_time: str | None = Field(None, examples=["2026-12-04T10:00"])
    drop_date_time: str | None = Field(None, examples=["2026-12-06T18:00"])


class MoveBody(wire.Body):
    """A word that goes with the move."""

    message: str = Field("", examples=["The keys are with the guard."])


class EnquiryAnswer(Told):
    """One enquiry."""

    data: talk.EnquiryOut


class EnquiriesOut(Success):
    """Enquiries, newest first."""

    data: list[talk.EnquiryOut]
    total: int
    totalPages: int
    page: int


@router.post(
    "/enquiry",
    status_code=201,
    summary="Ask for dates",
    responses={201: {"model": EnquiryAnswer}} | failures(400, 401, 403, 404, 409, 410, 422),
)
def enquire(body: EnquiryBody, door: TheDoor) -> JSONResponse:
    """Rent and lease ads only; dates that are booked already are refused with 409."""
    door.claim(absent(body.user_id), AccountKind.BUYER, message=t(messages.LOGIN_TO_ENQUIRE))
    made = door.do(
        rentals.enquire,
        body.product_id,
        absent(body.pickup_date_time),
        absent(body.drop_date_time),
        seller_id=absent(body.seller_id),
    )
    return ok(201, message=t(messages.SENT), data=talk.enquiry(made))


@router.get(
    "/enquiry/seller/{seller_id}",
    summary="What buyers asked a seller",
    responses={200: {"model": EnquiriesOut}} | failures(401, 403, 422),
)
def list_for_seller(
    seller_id: str, door: TheDoor, window: OptionallyPaged, status: str = "", product_id: str = ""
) -> JSONResponse:
    """Newest first; everything unless a page is asked for."""
    page = door.ask(rentals.list_for_seller, seller_id, status=absent(status), ad_id=absent(product_id), window=window)
    return ok_page(page, "data", [talk.received_enquiry(one) for one in page.items])


@router.get(
    "/enquiry/user/{user_id}",
    summary="What a user asked",
    responses={200: {"model": EnquiriesOut}} | failures(401, 403, 422),
)
def list_for_buyer(user_id: str, door: TheDoor, window: OptionallyPaged, status: str = "") -> JSONResponse:
    """Newest first; everything unless a page is asked for."""
    page = door.ask(rentals.list_for_buyer, user_id, status=absent(status), window=window)
    return ok_page(page, "data", [talk.enquiry(one) for one in page.items])


@router.post(
    "/enquiry/{enquiry_id}/accept",
    summary="Accept, which books the dates",
    responses={200: {"model": EnquiryAnswer}} | failures(401, 403, 404, 409, 422),
)
def accept(enquiry_id: str, door: TheDoor, body: MoveBody | None = None) -> JSONResponse:
    """The seller's move. Waiting enquiries that overlap are declined; 409 when the dates are taken meanwhile."""
    moved = door.do(rentals.accept, enquiry_id, word=body.message if body else "")
    return ok(message=t(messages.ACCEPTED), data=talk.enquiry(moved))


@router.post(
    "/enquiry/{enquiry_id}/decline",
    summary="Decline",
    responses={200: {"model": EnquiryAnswer}} | failures(401, 403, 404, 409, 422),
)
def decline(enquiry_id: str, door: TheDoor, body: MoveBody | None = None) -> JSONResponse:
    """The seller's move."""
    moved = door.do(rentals.decline, enquiry_id, word=body.message if body else "")
    return ok(message=t(messages.DECLINED), data=talk.enquiry(moved))


@router.post(
    "/enquiry/{enquiry_id}/cancel",
    summary="Cancel, which frees the dates",
    responses={200: {"model": EnquiryAnswer}} | failures(401, 403, 404, 409, 422),
)
def cancel(enquiry_id: str, door: TheDoor, body: MoveBody | None = None) -> JSONResponse:
    """The user's move while it waits, either side's once it is accepted."""
    moved = door.do(rentals.cancel, enquiry_id, word=body.message if body else "")
    return ok(message=t(messages.CANCELLED), data=talk.enquiry(moved))

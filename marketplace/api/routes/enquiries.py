"""/api/enquiry"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import rental_schemas, schemas
from marketplace.api.dependencies import ONCE, DispatcherDep, OptionallyPaged, clean_param
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import Changed, Listed, ok, ok_page, returns
from marketplace.domain import rentals
from marketplace.domain.rentals import messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

router = APIRouter(tags=["enquiries"], route_class=Operation)


class EnquiryBody(schemas.Body):
    """Dates for a rent or lease ad. Times without a UTC offset are in the ad's time zone."""

    product_id: str = Field("", examples=[schemas.EXAMPLE_ID])
    seller_id: str | None = None
    user_id: str | None = None
    pickup_date_time: str | None = Field(None, examples=["2026-12-04T10:00"])
    drop_date_time: str | None = Field(None, examples=["2026-12-06T18:00"])


class ActionBody(schemas.Body):
    """An optional message to the other party."""

    message: str = Field("", examples=["The keys are with the guard."])


EnquiryChangedResponse = Changed[rental_schemas.EnquiryOut]
_CHANGED = returns(EnquiryChangedResponse, 401, 403, 404, 409, 422)


@router.post(
    "/enquiry",
    status_code=201,
    summary="Send an enquiry",
    dependencies=ONCE,
    responses=returns(EnquiryChangedResponse, 400, 401, 403, 404, 409, 410, 422, status=201),
)
@callers(AccountKind.BUYER, message=lambda: t(messages.LOGIN_TO_ENQUIRE))
def enquire(body: EnquiryBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Asks the seller for dates of a rent or lease ad. Returns 409 if the dates are booked."""
    dispatcher.resolve_account_id(clean_param(body.user_id), AccountKind.BUYER, message=t(messages.LOGIN_TO_ENQUIRE))
    enquiry = dispatcher.execute(
        rentals.enquire,
        body.product_id,
        clean_param(body.pickup_date_time),
        clean_param(body.drop_date_time),
        seller_id=clean_param(body.seller_id),
    )
    return ok(201, message=t(messages.SENT), data=rental_schemas.EnquiryOut.dump(enquiry))


@router.get(
    "/enquiry/seller/{seller_id}",
    summary="List the enquiries that a seller received",
    responses=returns(Listed[rental_schemas.ReceivedEnquiryOut], 401, 403, 422),
)
def list_for_seller(
    seller_id: str, dispatcher: DispatcherDep, window: OptionallyPaged, status: str = "", product_id: str = ""
) -> JSONResponse:
    """Lists enquiries, newest first, or a page of them with `page` and `limit`."""
    page = dispatcher.query(
        rentals.list_for_seller, seller_id, status=clean_param(status), ad_id=clean_param(product_id), window=window
    )
    return ok_page(page, "data", [rental_schemas.received_enquiry(view) for view in page.items])


@router.get(
    "/enquiry/user/{user_id}",
    summary="List the enquiries that a user sent",
    responses=returns(Listed[rental_schemas.EnquiryOut], 401, 403, 422),
)
def list_for_buyer(user_id: str, dispatcher: DispatcherDep, window: OptionallyPaged, status: str = "") -> JSONResponse:
    """Lists enquiries, newest first, or a page of them with `page` and `limit`."""
    page = dispatcher.query(rentals.list_for_buyer, user_id, status=clean_param(status), window=window)
    return ok_page(page, "data", [rental_schemas.EnquiryOut.dump(view) for view in page.items])


@router.post("/enquiry/{enquiry_id}/accept", summary="Accept an enquiry", responses=_CHANGED)
@callers(AccountKind.BUYER, AccountKind.SELLER)
def accept(enquiry_id: str, dispatcher: DispatcherDep, body: ActionBody | None = None) -> JSONResponse:
    """Books the dates and declines waiting enquiries that overlap. For the seller. Returns 409 if the dates are booked."""
    enquiry = dispatcher.execute(rentals.accept, enquiry_id, word=body.message if body else "")
    return ok(message=t(messages.ACCEPTED), data=rental_schemas.EnquiryOut.dump(enquiry))


@router.post("/enquiry/{enquiry_id}/decline", summary="Decline an enquiry", responses=_CHANGED)
@callers(AccountKind.BUYER, AccountKind.SELLER)
def decline(enquiry_id: str, dispatcher: DispatcherDep, body: ActionBody | None = None) -> JSONResponse:
    """Declines a waiting enquiry. For the seller."""
    enquiry = dispatcher.execute(rentals.decline, enquiry_id, word=body.message if body else "")
    return ok(message=t(messages.DECLINED), data=rental_schemas.EnquiryOut.dump(enquiry))


@router.post("/enquiry/{enquiry_id}/cancel", summary="Cancel an enquiry", responses=_CHANGED)
@callers(AccountKind.BUYER, AccountKind.SELLER)
def cancel(enquiry_id: str, dispatcher: DispatcherDep, body: ActionBody | None = None) -> JSONResponse:
    """Cancels an enquiry and frees its dates. The user can cancel a waiting one, both parties an accepted one."""
    enquiry = dispatcher.execute(rentals.cancel, enquiry_id, word=body.message if body else "")
    return ok(message=t(messages.CANCELLED), data=rental_schemas.EnquiryOut.dump(enquiry))

"""/api/order/check"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import DispatcherDep, clean_param
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import MessageResponse, ok, returns
from marketplace.domain import rentals
from marketplace.domain.rentals import messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

router = APIRouter(tags=["enquiries"], route_class=Operation)


class CheckBody(schemas.Body):
    """The ad to check."""

    user_id: str | None = None
    product_id: str = Field("", examples=[schemas.EXAMPLE_ID])


class AvailabilityResponse(MessageResponse):
    """Whether the ad is available now."""

    message: str = Field(examples=["Available now", "Already booked until 4 Dec 2026, 10:00", "Sold"])
    available: bool


@router.post(
    "/order/check", summary="Check availability", responses=returns(AvailabilityResponse, 401, 403, 404, 410, 422)
)
@callers(AccountKind.BUYER, message=lambda: t(messages.LOGIN_TO_CHECK))
def check(body: CheckBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Checks whether an ad is available now. `message` contains the word Available if and only if it is."""
    dispatcher.resolve_account_id(clean_param(body.user_id), AccountKind.BUYER, message=t(messages.LOGIN_TO_CHECK))
    checked = dispatcher.query(rentals.check_availability, body.product_id)
    return ok(message=checked.message, available=checked.available)

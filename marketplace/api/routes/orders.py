"""/api/order/check"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import wire
from marketplace.api.answers import Told, failures, ok
from marketplace.api.deps import TheDoor, absent
from marketplace.domain import rentals
from marketplace.domain.rentals import messages
from marketplace.models import AccountKind
from marketplace.texts import t

router = APIRouter(tags=["enquiries"])


class CheckBody(wire.Body):
    """Which ad."""

    user_id: str | None = None
    product_id: str = Field("", examples=[wire.EXAMPLE_ID])


class CheckOut(Told):
    """Whether it can be had now."""

    message: str = Field(examples=["Available now", "Already booked until 4 Dec 2026, 10:00", "Sold"])
    available: bool


@router.post(
    "/order/check",
    summary="Check availability",
    responses={200: {"model": CheckOut}} | failures(401, 403, 404, 410, 422),
)
def check(body: CheckBody, door: TheDoor) -> JSONResponse:
    """`message` holds the word Available exactly where the ad can be had this moment."""
    door.claim(absent(body.user_id), AccountKind.BUYER, message=t(messages.LOGIN_TO_CHECK))
    checked = door.ask(rentals.check_availability, body.product_id)
    return ok(message=checked.message, available=checked.available)

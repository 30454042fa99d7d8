"""/api/product/{id}/calendar, /api/calendar"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from marketplace.api import rental_schemas, schemas
from marketplace.api.dependencies import CACHEABLE, DispatcherDep, clean_param
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import MessageResponse, Success, failures, ok, returns
from marketplace.core.numbers import Number
from marketplace.domain import rentals
from marketplace.domain.rentals import messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.settings import get_settings

router = APIRouter(tags=["calendars"], route_class=Operation)


class RulesBody(schemas.Body):
    """The seller's rules. Fields that are left out keep their values."""

    timezone: str | None = Field(default=None, examples=["Asia/Kolkata"])
    weekdays: schemas.Items[schemas.Whole] | None = Field(
        default=None, max_length=50, description="days open for pickup and drop; 0 is Monday"
    )
    minimum_minutes: schemas.Whole | None = None
    maximum_minutes: schemas.Whole | None = Field(default=None, description="0 means no limit")


class PeriodBody(schemas.Body):
    """A closed period. A `to` without a time means the end of that day."""

    starts_at: str = Field("", alias="from", examples=["2026-12-24"])
    ends_at: str = Field("", alias="to", examples=["2026-12-26"])


class CalendarBody(schemas.Body):
    """Changes to a calendar, with the keys of the GET response."""

    rules: RulesBody = Field(default_factory=RulesBody)
    prices: dict[str, Number] | None = Field(
        None,
        max_length=50,
        description="rupees for an hour, day, week (7 days), month (30 days) or year (365 days); null removes a price. "
        "In the ad's own price unit, only the price of the ad and null are accepted, and neither changes anything",
    )
    deposit: Number = Field(None, description="rupees that are given back at the return; 0 removes it")
    blocked: schemas.Items[PeriodBody] | None = Field(None, max_length=1000, description="replaces all closed periods")

    def draft(self) -> rentals.CalendarDraft:
        """Convert to the domain draft."""
        blocked = (
            None
            if self.blocked is None
            else [rentals.PeriodDraft(starts_at=period.starts_at, ends_at=period.ends_at) for period in self.blocked]
        )
        return rentals.CalendarDraft(
            prices=self.prices, deposit=self.deposit, blocked=blocked, **self.rules.model_dump()
        )


class CalendarResponse(Success, rental_schemas.CalendarOut):
    """A calendar; `data` repeats its keys."""

    data: rental_schemas.CalendarOut


class CalendarChangedResponse(MessageResponse, CalendarResponse):
    """The changed calendar; `data` repeats its keys."""


class FeedResponse(MessageResponse):
    """The address of a calendar feed."""

    url: str = Field(examples=["https://market.example.org/api/calendar/8dYc.ics"])


@router.get(
    "/product/{product_id}/calendar",
    summary="Get the calendar of an ad",
    responses=returns(CalendarResponse, 404, 409, 410, 422),
    dependencies=CACHEABLE,
)
def get_calendar(product_id: str, dispatcher: DispatcherDep, pickup: str = "", drop: str = "") -> JSONResponse:
    """Returns rules, prices and busy periods. With `pickup` and `drop`, `quote` has the price of these dates.

    Dates that an enquiry could not ask for return the same failure as that enquiry.
    """
    calendar = rental_schemas.calendar(dispatcher.query(rentals.get_calendar, product_id))
    if pickup or drop:
        quote = dispatcher.query(rentals.quote, product_id, clean_param(pickup), clean_param(drop))
        calendar["quote"] = rental_schemas.QuoteOut.dump(quote)
    return ok(**calendar, data=calendar)


@router.put(
    "/product/{product_id}/calendar",
    summary="Set the calendar",
    responses=returns(CalendarChangedResponse, 400, 401, 403, 404, 422),
)
@callers(AccountKind.SELLER)
def set_calendar(product_id: str, body: CalendarBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Changes the rules, prices and closed periods of the caller's ad. Fields that are left out keep their values."""
    calendar = rental_schemas.calendar(dispatcher.execute(rentals.set_calendar, product_id, body.draft()))
    return ok(message=t(messages.CALENDAR_SAVED), **calendar, data=calendar)


@router.post(
    "/calendar",
    status_code=201,
    summary="Create a calendar feed",
    responses=returns(FeedResponse, 401, 403, status=201),
)
def open_feed(dispatcher: DispatcherDep) -> JSONResponse:
    """Returns an address from which calendar apps read the caller's bookings. An earlier address stops working."""
    token = dispatcher.execute(rentals.open_feed)
    return ok(201, message=t(messages.FEED_MADE), url=f"{get_settings().url}/api/calendar/{token}.ics")


@router.delete("/calendar", summary="Revoke the calendar feed", responses=returns(MessageResponse, 401, 403))
def revoke_feed(dispatcher: DispatcherDep) -> JSONResponse:
    """Makes the address of the feed invalid at once."""
    dispatcher.execute(rentals.revoke_feed)
    return ok(message=t(messages.FEED_REVOKED))


@router.get(
    "/calendar/{token}.ics",
    summary="Get a calendar feed",
    response_class=Response,
    responses={200: {"content": {"text/calendar": {}}, "description": "RFC 5545"}} | failures(404),
)
def get_feed(token: str, dispatcher: DispatcherDep) -> Response:
    """Returns bookings in iCalendar format. Anyone who knows the address can read them."""
    text = dispatcher.query(rentals.get_feed, token)
    return Response(text, media_type="text/calendar", headers={"Cache-Control": "private, no-store"})

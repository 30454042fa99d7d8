"""/api/product/{id}/calendar, /api/calendar"""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from marketplace.api import talk, wire
from marketplace.api.answers import Success, Told, failures, ok
from marketplace.api.deps import KEPT_READY, TheDoor, absent
from marketplace.domain import rentals
from marketplace.domain.money import to_rupees
from marketplace.domain.rentals import messages
from marketplace.settings import get_settings
from marketplace.texts import t

router = APIRouter(tags=["calendars"])


class RulesBody(wire.Body):
    """The seller's rules; what is left out stays."""

    timezone: str | None = Field(None, examples=["Asia/Kolkata"])
    weekdays: list[int] | None = Field(None, description="opening days for pickup and drop, 0 is Monday")
    minimum_minutes: int | None = None
    maximum_minutes: int | None = Field(None, description="0: no limit")


class PeriodBody(wire.Body):
    """Dates to keep closed; a `to` that is a date alone means to the end of that day."""

    starts_at: str = Field("", alias="from", examples=["2026-12-24"])
    ends_at: str = Field("", alias="to", examples=["2026-12-26"])


class CalendarBody(wire.Body):
    """Changes of a calendar, in the shape that GET answers."""

    rules: RulesBody = Field(default_factory=RulesBody)
    prices: dict[str, float | str | None] | None = Field(
        None, description="rupees by hour, day, week (7 days) and month (30 days); null takes one away"
    )
    blocked: list[PeriodBody] | None = Field(None, description="replaces all closed periods")

    def draft(self) -> rentals.CalendarDraft:
        """As the domain takes it."""
        blocked = (
            None
            if self.blocked is None
            else [rentals.PeriodDraft(starts_at=one.starts_at, ends_at=one.ends_at) for one in self.blocked]
        )
        return rentals.CalendarDraft(prices=self.prices, blocked=blocked, **self.rules.model_dump())


class CalendarShape(wire.Out):
    """Rules, prices and what is taken, without names."""

    rules: dict[str, Any]
    prices: dict[str, float | None]
    busy: list[dict[str, str]] = Field(examples=[[{"from": "2026-12-04T04:30:00Z", "to": "2026-12-06T12:30:00Z"}]])
    blocked: list[dict[str, str]] = Field([], description="the closed ones among them, for the owner only")


class CalendarOut(Success, CalendarShape):
    """A calendar; `data` holds the same keys once more."""

    data: CalendarShape


class FeedOut(Told):
    """Where calendar programs subscribe."""

    url: str = Field(examples=["https://market.example.org/api/calendar/8dYc.ics"])


@router.get(
    "/product/{product_id}/calendar",
    summary="What is free, and what it costs",
    responses={200: {"model": CalendarOut}} | failures(404, 409, 410, 422),
    dependencies=KEPT_READY,
)
def get_calendar(product_id: str, door: TheDoor, pickup: str = "", drop: str = "") -> JSONResponse:
    """With `pickup` and `drop`, `quote` says what these dates cost, or the refusal an enquiry would get."""
    shown = talk.calendar(door.ask(rentals.get_calendar, product_id))
    if pickup or drop:
        quoted = door.ask(rentals.quote, product_id, absent(pickup), absent(drop))
        shown["quote"] = _quote(quoted)
    return ok(**shown, data=shown)


@router.put(
    "/product/{product_id}/calendar",
    summary="Set the calendar",
    responses={200: {"model": CalendarOut}} | failures(400, 401, 403, 404, 422),
)
def set_calendar(product_id: str, body: CalendarBody, door: TheDoor) -> JSONResponse:
    """The owner's rules, prices and closed dates; what is left out stays."""
    shown = talk.calendar(door.do(rentals.set_calendar, product_id, body.draft()))
    return ok(message=t(messages.CALENDAR_SAVED), **shown, data=shown)


@router.post(
    "/calendar",
    status_code=201,
    summary="Make a feed address",
    responses={201: {"model": FeedOut}} | failures(401, 403),
)
def open_feed(door: TheDoor) -> JSONResponse:
    """An address from which calendar programs read the caller's bookings; the one before stops working."""
    token = door.do(rentals.open_feed)
    return ok(201, message=t(messages.FEED_MADE), url=f"{get_settings().url}/api/calendar/{token}.ics")


@router.delete("/calendar", summary="Revoke the feed address", responses={200: {"model": Told}} | failures(401, 403))
def revoke_feed(door: TheDoor) -> JSONResponse:
    """The address stops working at once."""
    door.do(rentals.revoke_feed)
    return ok(message=t(messages.FEED_REVOKED))


@router.get(
    "/calendar/{token}.ics",
    summary="A feed",
    response_class=Response,
    responses={200: {"content": {"text/calendar": {}}, "description": "RFC 5545"}} | failures(404),
)
def get_feed(token: str, door: TheDoor) -> Response:
    """The bookings behind the address; whoever holds it may read it."""
    text = door.ask(rentals.get_feed, token)
    return Response(text, media_type="text/calendar", headers={"Cache-Control": "private, no-store"})


def _quote(quoted: rentals.Quote) -> dict[str, Any]:
    return {
        "pickupDateTime": wire.moment(quoted.pickup_at),
        "dropDateTime": wire.moment(quoted.drop_at),
        "price": to_rupees(quoted.paise),
        "text": quoted.text,
        "parts": [
            {"unit": part.unit, "count": part.count, "each": to_rupees(part.each_paise)} for part in quoted.parts
        ],
    }

"""Schemas and serializers of enquiries and calendars."""

from typing import Any

from pydantic import Field

from marketplace.api import schemas
from marketplace.core.money import to_rupees
from marketplace.domain.rentals import CalendarView, EnquiryView, Period


class CustomerOut(schemas.NamedOut):
    """The user of an enquiry, for the seller."""

    email: str = Field(examples=["ravi@example.com"])


class _EnquiryOut(schemas.Out):
    id: str = Field(examples=[schemas.EXAMPLE_ID])
    product_name: str
    seller_id: str
    seller_name: str
    pickup_date_time: str = Field(examples=["2026-12-04T04:30:00.000Z"])
    drop_date_time: str = Field(examples=["2026-12-06T12:30:00.000Z"])
    timezone: str = Field(examples=["Asia/Kolkata"], description="the ad's time zone")
    status: str = Field(examples=["pending"], description="pending, accepted, declined or cancelled")
    quote: float | None = Field(description="price in rupees when it was sent; null without prices")
    answer: str = Field(description="the message sent with the last action")
    moves: list[str] = Field(description="the actions the caller may take now: accept, decline, cancel")
    created_at: str
    decided_at: str | None


class EnquiryOut(_EnquiryOut):
    """An enquiry; related objects are ids."""

    product_id: str
    user_id: str


class ReceivedEnquiryOut(_EnquiryOut):
    """An enquiry in the seller's list; the ad and the user are objects."""

    product_id: schemas.NamedOut
    user_id: CustomerOut


class CalendarRulesOut(schemas.Out):
    """The seller's rules for dates."""

    timezone: str = Field(examples=["Asia/Kolkata"])
    weekdays: list[int] = Field(description="days open for pickup and drop; 0 is Monday")
    minimum_minutes: int = Field(description="0 means no limit")
    maximum_minutes: int = Field(description="0 means no limit")


class CalendarPricesOut(schemas.Out):
    """Prices in rupees; null where the seller set none. A week has 7 days, a month 30."""

    hour: float | None
    day: float | None
    week: float | None
    month: float | None


class PeriodOut(schemas.Out):
    """A half-open period: `to` is not part of it."""

    starts_at: str = Field(alias="from", examples=["2026-12-04T04:30:00.000Z"])
    ends_at: str = Field(alias="to", examples=["2026-12-06T12:30:00.000Z"])


class QuotePartOut(schemas.Out):
    """The price of a number of hours, days, weeks or months."""

    unit: str = Field(examples=["week"], description="hour, day, week or month")
    count: int = Field(examples=[2])
    each: float | None = Field(examples=[4500], description="rupees for one")


class QuoteOut(schemas.Out):
    """The price of the dates in the request."""

    pickup_date_time: str
    drop_date_time: str
    price: float | None = Field(examples=[9000], description="rupees; null if the seller set no prices")
    text: str = Field(examples=["₹9,000"], description="the price for display")
    parts: list[QuotePartOut]


class CalendarOut(schemas.Out):
    """The calendar of an ad."""

    rules: CalendarRulesOut
    prices: CalendarPricesOut
    busy: list[PeriodOut] = Field(description="booked or closed periods from now on")
    blocked: list[PeriodOut] = Field(description="the closed periods; empty unless the caller owns the ad")
    quote: QuoteOut | None = Field(None, description="only if the request has `pickup` or `drop`")


def enquiry(view: EnquiryView) -> dict[str, Any]:
    """Serialize an enquiry; related objects are ids."""
    return {
        "_id": view.id,
        "productId": view.ad_id,
        "productName": view.ad_name,
        "sellerId": view.seller_id,
        "sellerName": view.seller_name,
        "userId": view.buyer_id,
        "pickupDateTime": schemas.timestamp(view.pickup_at),
        "dropDateTime": schemas.timestamp(view.drop_at),
        "timezone": view.timezone,
        "status": view.status.value,
        "quote": to_rupees(view.quoted_paise),
        "answer": view.answer,
        "moves": list(view.moves),
        "createdAt": schemas.timestamp(view.created_at),
        "decidedAt": schemas.timestamp(view.decided_at),
    }


def received_enquiry(view: EnquiryView) -> dict[str, Any]:
    """Serialize an enquiry for the seller; ad and buyer are objects."""
    return enquiry(view) | {
        "productId": {"_id": view.ad_id, "name": view.ad_name},
        "userId": {"_id": view.buyer_id, "name": view.buyer_name, "email": view.buyer_email},
    }


def period(view: Period) -> dict[str, Any]:
    """Serialize a half-open period: `to` is not part of it."""
    return {"from": schemas.timestamp(view.starts_at), "to": schemas.timestamp(view.ends_at)}


def calendar(view: CalendarView) -> dict[str, Any]:
    """Serialize an ad's calendar; `blocked` is empty unless the caller owns the ad."""
    return {
        "rules": {
            "timezone": view.timezone,
            "weekdays": list(view.weekdays),
            "minimumMinutes": view.minimum_minutes,
            "maximumMinutes": view.maximum_minutes,
        },
        "prices": {
            "hour": to_rupees(view.hour_paise),
            "day": to_rupees(view.day_paise),
            "week": to_rupees(view.week_paise),
            "month": to_rupees(view.month_paise),
        },
        "busy": [period(item) for item in view.busy],
        "blocked": [period(item) for item in view.blocked],
    }

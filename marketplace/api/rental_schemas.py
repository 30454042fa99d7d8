"""Schemas and serializers of enquiries and calendars."""

from typing import Any

from pydantic import Field

from marketplace.api import schemas
from marketplace.api.chat_schemas import Warnings
from marketplace.core.money import to_rupees
from marketplace.domain.rentals import CalendarView, EnquiryView


class CustomerOut(schemas.NamedOut):
    """The user of an enquiry, for the seller."""

    email: str = Field(examples=["ravi@example.com"])


class _EnquiryOut(schemas.Out):
    id: str = Field(examples=[schemas.EXAMPLE_ID])
    product_name: str = Field(validation_alias="ad_name")
    seller_id: str
    seller_name: str
    pickup_date_time: schemas.Timestamp = Field(validation_alias="pickup_at", examples=["2026-12-04T04:30:00.000Z"])
    drop_date_time: schemas.Timestamp = Field(validation_alias="drop_at", examples=["2026-12-06T12:30:00.000Z"])
    timezone: str = Field(examples=["Asia/Kolkata"], description="the ad's time zone")
    status: str = Field(examples=["pending"], description="pending, accepted, declined or cancelled")
    quote: schemas.Rupees = Field(
        validation_alias="quoted_paise", description="price in rupees when it was sent; null without prices"
    )
    deposit: schemas.Rupees = Field(
        validation_alias="deposit_paise", description="the deposit in rupees when it was sent; null without one"
    )
    answer: str = Field(description="the message sent with the last action")
    warnings: Warnings
    moves: list[str] = Field(description="the actions the caller may take now: accept, decline, cancel")
    created_at: schemas.Timestamp
    decided_at: schemas.Timestamp | None


class EnquiryOut(_EnquiryOut):
    """An enquiry; related objects are ids."""

    product_id: str = Field(validation_alias="ad_id")
    user_id: str = Field(validation_alias="buyer_id")


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
    """Prices in rupees; null where there is none. A week has 7 days, a month 30, a year 365.

    In the ad's own price unit, it is the ad's price after the discount.
    """

    hour: schemas.Rupees = Field(validation_alias="hour_paise")
    day: schemas.Rupees = Field(validation_alias="day_paise")
    week: schemas.Rupees = Field(validation_alias="week_paise")
    month: schemas.Rupees = Field(validation_alias="month_paise")
    year: schemas.Rupees = Field(validation_alias="year_paise")


class PeriodOut(schemas.Out):
    """A half-open period: `to` is not part of it."""

    starts_at: schemas.Timestamp = Field(serialization_alias="from", examples=["2026-12-04T04:30:00.000Z"])
    ends_at: schemas.Timestamp = Field(serialization_alias="to", examples=["2026-12-06T12:30:00.000Z"])


class QuotePartOut(schemas.Out):
    """The price of a number of hours, days, weeks, months or years."""

    unit: str = Field(examples=["week"], description="hour, day, week, month or year")
    count: int = Field(examples=[2])
    each: schemas.Rupees = Field(validation_alias="each_paise", examples=[4500], description="rupees for one")


class QuoteOut(schemas.Out):
    """The price of the dates in the request."""

    pickup_date_time: schemas.Timestamp = Field(validation_alias="pickup_at")
    drop_date_time: schemas.Timestamp = Field(validation_alias="drop_at")
    price: schemas.Rupees = Field(validation_alias="paise", examples=[9000], description="rupees; null without prices")
    text: str = Field(examples=["₹9,000"], description="the price for display")
    parts: list[QuotePartOut]
    deposit: schemas.Rupees = Field(
        validation_alias="deposit_paise",
        examples=[2000],
        description="rupees, not part of the price: paid at pickup and given back at the return; null without one",
    )


class CalendarOut(schemas.Out):
    """The calendar of an ad."""

    rules: CalendarRulesOut
    prices: CalendarPricesOut
    deposit: schemas.Rupees = Field(description="rupees that are given back at the return; null without a deposit")
    busy: list[PeriodOut] = Field(description="booked or closed periods from now on")
    blocked: list[PeriodOut] = Field(description="the closed periods; empty unless the caller owns the ad")
    quote: QuoteOut | None = Field(None, description="only if the request has `pickup` or `drop`")


def received_enquiry(view: EnquiryView) -> dict[str, Any]:
    """Serialize an enquiry for the seller; ad and buyer are objects."""
    return EnquiryOut.dump(view) | {
        "productId": {"_id": view.ad_id, "name": view.ad_name},
        "userId": {"_id": view.buyer_id, "name": view.buyer_name, "email": view.buyer_email},
    }


def calendar(view: CalendarView) -> dict[str, Any]:
    """Serialize an ad's calendar; `blocked` is empty unless the caller owns the ad."""
    return {
        "rules": CalendarRulesOut.dump(view),
        "prices": CalendarPricesOut.dump(view),
        "deposit": to_rupees(view.deposit_paise),
        "busy": [PeriodOut.dump(item) for item in view.busy],
        "blocked": [PeriodOut.dump(item) for item in view.blocked],
    }

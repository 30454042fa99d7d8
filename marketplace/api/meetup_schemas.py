"""Schemas of meetups, of deals and of rentals."""

from pydantic import Field

from marketplace.api import schemas
from marketplace.api.chat_schemas import Warnings
from marketplace.core.numbers import Number


class MeetupBody(schemas.Body):
    """Where and when to meet."""

    place: str = Field("", examples=["Indiranagar metro station, gate 2"])
    at: str = Field(
        "",
        examples=["2026-12-04T17:30:00+05:30"],
        description="ISO 8601; without an offset, in the time zone of the site, or of a rented product",
    )


class ConfirmBody(schemas.Body):
    """Which proposal is confirmed."""

    number: schemas.Whole | None = Field(
        None, examples=[1], description="of the proposal that the caller has seen; else the newest"
    )


class LateBody(schemas.Body):
    """How late the caller is."""

    minutes: Number = Field(0, examples=[15], description="1 to 180")


class MeetupOut(schemas.Out):
    """Place and time at which the parties of a deal or a rental meet."""

    number: int = Field(examples=[1], description="of the proposal; each new one raises it")
    place: str = Field(examples=["Indiranagar metro station, gate 2"])
    warnings: Warnings
    at: schemas.Timestamp
    proposed_by: schemas.SideName = Field(examples=["user"], description="user or seller")
    confirmed: bool = Field(description="the other party has agreed")
    user_late_minutes: int = Field(validation_alias="buyer_late_minutes", description="as the user said; 0 if not late")
    seller_late_minutes: int = Field(description="likewise")
    user_here: bool = Field(validation_alias="buyer_here", description="the user has said so")
    seller_here: bool = Field(description="likewise")

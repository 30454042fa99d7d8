"""Offers, deals and handovers of rentals."""

from pydantic import BaseModel, Field


class DealSettings(BaseModel):
    """Offers for ads for sale, the deals that accepted offers become, and the handovers of rentals."""

    offer_minimum_percent: int = Field(40, ge=1, le=100, description="an offer is at least this part of the ad's price")
    offer_hours: int = Field(48, ge=1, le=24 * 30, description="an offer without an answer expires after this time")
    reservation_days: int = Field(5, ge=1, le=60, description="an accepted offer reserves the ad this long")
    meetup_reminder_hours: int = Field(
        2, ge=1, le=48, description="both parties are reminded this long before a meetup"
    )
    meetup_extra_days: int = Field(
        3, ge=0, le=30, description="a meetup may be this long after the end of the first reservation, which it extends"
    )
    meetup_grace_hours: int = Field(
        6, ge=1, le=72, description="a reservation lasts at least this long after the meetup"
    )
    handover_attempts: int = Field(5, ge=1, le=20, description="wrong attempts at one handover code")
    condition_entries_max: int = Field(200, ge=10, le=1000, description="entries of the condition record of a rental")

"""What happens between buyers and sellers: messages, offers, deals, handovers of rentals, and reviews."""

from pydantic import BaseModel, Field


class TradeSettings(BaseModel):
    """What happens between buyers and sellers: messages, offers, deals, handovers of rentals, and reviews."""

    message_max_length: int = Field(4_000, description="characters of one message")
    max_photos_per_message: int = Field(6, description="photos of one message")
    preview_length: int = Field(40, description="characters of the last message in a contact list")
    chat_autosend_ms: int = Field(500, description="delay before a prefilled first message is sent")
    chat_scroll_ms: int = Field(100, description="delay before a loaded conversation scrolls down")
    reply_time_days: int = Field(90, description="days of conversations that a seller's reply time is taken from")
    reply_time_min_answers: int = Field(5, description="answers without which no reply time is shown")
    rule_replay_messages: int = Field(
        2_000, description="messages on which a changed rule is tried; if there are more, an even sample"
    )
    rule_replay_ads: int = Field(
        2_000, description="ads on which a changed rule is tried; if there are more, an even sample"
    )
    rule_replay_seconds: int = Field(
        20,
        ge=1,
        le=300,
        description="a changed rule is tried on messages this long, and as long on ads; the rest is left out",
    )
    digest_after_minutes: int = Field(15, description="messages that are unread this long are mailed in a digest")
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
    review_days: int = Field(
        14, ge=1, le=365, description="reviews can be written this long after a deal or rental, then all are revealed"
    )
    review_average_from: int = Field(3, ge=1, le=100, description="reviews without which no average is shown")

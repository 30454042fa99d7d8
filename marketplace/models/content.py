"""Testimonials, notifications and newsletter subscribers."""

from datetime import datetime
from typing import ClassVar

from sqlalchemy import JSON, Index
from sqlmodel import Field

from marketplace.models.base import Table, created_field, id_field, optional_ref, optional_time, ref


class Testimonial(Table, table=True):
    """A customer's testimonial on the home page."""

    __test__: ClassVar[bool] = False  # or pytest collects it as a test
    __tablename__ = "testimonials"

    id: str = id_field()
    name: str = Field(max_length=80)
    description: str = Field(max_length=600)
    image_id: str | None = optional_ref("uploads.id", index=True)
    position: int = 0
    created_at: datetime = created_field()


class Notification(Table, table=True):
    """A notification that one account sees on the website."""

    __tablename__ = "notices"
    __table_args__ = (
        Index("ix_notices_account", "account_id", "id"),
        Index("uq_notices_occasion", "account_id", "occasion", unique=True),
    )

    id: str = id_field()
    account_id: str = ref("accounts.id")
    kind: str = Field(max_length=40, description="selects the text")
    values: dict = Field(default_factory=dict, sa_type=JSON, description="values for the placeholders of the text")
    link: str = Field(default="", max_length=300, description="path on this site")
    about_id: str | None = optional_ref(
        "accounts.id", index=True, description="the other account that is named in `values`"
    )
    ad_id: str | None = optional_ref("ads.id", description="the ad that it is about, for its photo")
    occasion: str | None = Field(default=None, max_length=80, description="an account hears of each once")
    created_at: datetime = created_field()
    read_at: datetime | None = optional_time()


class NewsletterSubscriber(Table, table=True):
    """A newsletter subscriber. Mail is sent only after the address was confirmed."""

    __tablename__ = "newsletter_subscribers"

    id: str = id_field()
    email: str = Field(max_length=254, unique=True)
    token_hash: str = Field(max_length=64, unique=True)
    confirmed_at: datetime | None = optional_time()
    unsubscribed_at: datetime | None = optional_time()
    created_at: datetime = created_field()

"""Consents: who agreed to what, when and how."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index
from sqlmodel import Field

from marketplace.models.base import Table, created_field, enum_field, id_field, one_of, optional_ref, optional_time


class ConsentPurpose(StrEnum):
    """What is done with personal data because the person agreed to it."""

    REGISTRATION = "registration"
    NEWSLETTER = "newsletter"
    PUSH = "push"
    CALLS = "calls"
    DIGEST_MAIL = "digest_mail"
    WISHLIST_MAIL = "wishlist_mail"
    WANTED_MAIL = "wanted_mail"


class ConsentWay(StrEnum):
    """How somebody agreed."""

    REGISTRATION = "registration"
    SETTINGS = "settings"
    MAIL_LINK = "mail_link"


class Consent(Table, table=True):
    """A consent of an account, or of an address without one. It stays after its withdrawal, as the proof that it was given."""

    __tablename__ = "consents"
    __table_args__ = (
        one_of("purpose", ConsentPurpose),
        one_of("way", ConsentWay),
        Index("ix_consents_account_id_purpose", "account_id", "purpose"),
    )

    id: str = id_field()
    account_id: str | None = optional_ref("accounts.id")
    address: str = Field(default="", max_length=254, index=True, description="email of a consent without an account")
    purpose: ConsentPurpose = enum_field(ConsentPurpose)
    notice: str = Field(max_length=500, description="the sentence that the person saw")
    notice_hash: str = Field(max_length=64, description="SHA-256 of that sentence, the terms and the privacy page")
    way: ConsentWay = enum_field(ConsentWay)
    given_at: datetime = created_field()
    withdrawn_at: datetime | None = optional_time()

"""Grievances to the grievance officer."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, Index
from sqlmodel import Field

from marketplace.models.base import (
    Table,
    created_field,
    enum_field,
    id_field,
    one_of,
    optional_ref,
    optional_time,
    ref,
    time_field,
)


class GrievanceKind(StrEnum):
    """What a grievance is about; staff enters the last two, which are of authorities (`domain/grievances/rules.py`)."""

    INTIMATE_IMAGE = "intimate_image"
    IMPERSONATION = "impersonation"
    CHILD = "harmful_to_child"
    OBSCENE = "obscene_or_abusive"
    FALSE = "false_content"
    PRETENDS = "pretends_another"
    SECURITY = "public_order"
    MALWARE = "malware"
    GAMING = "gambling"
    BELONGS = "belongs_to_another"
    COPYRIGHT = "copyright"
    UNLAWFUL = "unlawful_content"
    PERSONAL_DATA = "personal_data"
    CONSUMER = "consumer"
    OTHER = "other"
    ORDER = "order"
    ASSISTANCE = "assistance"


class GrievanceStatus(StrEnum):
    """The status of a grievance."""

    OPEN = "open"
    RESOLVED = "resolved"


class Grievance(Table, table=True):
    """A grievance. Anyone may file one, also without an account."""

    __tablename__ = "grievances"
    __table_args__ = (
        one_of("kind", GrievanceKind),
        one_of("status", GrievanceStatus),
        Index("ix_grievances_status_resolve_by", "status", "resolve_by", "id"),
    )

    id: str = id_field()
    reference: str = Field(max_length=20, unique=True, description="what the complainant quotes")
    account_id: str | None = optional_ref("accounts.id", index=True, description="None for an anonymous complainant")
    kind: GrievanceKind = enum_field(GrievanceKind)
    name: str = Field(default="", max_length=120, description="of the complainant, or of the authority of an order")
    authority_reference: str = Field(default="", max_length=120, description="the number of an order")
    legal_basis: str = Field(default="", max_length=300, description="what an order rests on")
    entered_by: str | None = optional_ref("accounts.id", description="who of the staff entered an order")
    behalf_of: str = Field(default="", max_length=120, description="the person for whom somebody else complains")
    email: str = Field(default="", max_length=254, description="where the acknowledgement and the answer go")
    about: str = Field(default="", max_length=2_000, description="addresses of pages, or what it is about")
    text: str = Field(default="", max_length=4_000)
    acknowledge_by: datetime = time_field()
    resolve_by: datetime = time_field()
    escalated_at: datetime | None = optional_time(description="staff was reminded of the deadline")
    status: GrievanceStatus = enum_field(GrievanceStatus, GrievanceStatus.OPEN)
    note: str = Field(default="", max_length=2_000, description="the answer to the complainant")
    resolved_by: str | None = optional_ref("accounts.id")
    resolved_at: datetime | None = optional_time()
    created_at: datetime = created_field(description="when it came in")


class Hold(Table, table=True):
    """A copy of an ad that was removed after a grievance or an order, with its seller's details. The law asks to keep it for a time.

    Nobody reads it on the site, and the deletion of the ad or the account leaves it.
    """

    __tablename__ = "holds"

    id: str = id_field()
    grievance_id: str = ref("grievances.id", index=True)
    ad_id: str = ref("ads.id", index=True)
    content: dict[str, Any] = Field(sa_type=JSON, description="the versions of the ad, and the seller's registration")
    until: datetime = time_field(index=True)
    created_at: datetime = created_field()


class HeldPhoto(Table, table=True):
    """A photo or file of a hold, which has no public address."""

    __tablename__ = "held_photos"

    hold_id: str = Field(foreign_key="holds.id", primary_key=True, max_length=26)
    upload_id: str = Field(foreign_key="uploads.id", primary_key=True, max_length=26, index=True)

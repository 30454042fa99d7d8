"""Reports by visitors, and the audit log of decisions."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import JSON, Index
from sqlmodel import Field

from marketplace.models.base import Table, created_field, enum_field, id_field, one_of, optional_ref, optional_time


class ReportTarget(StrEnum):
    """The kind of object that is reported. The API calls an ad `product`."""

    AD = "ad"
    ACCOUNT = "account"
    CONVERSATION = "conversation"


class ReportStatus(StrEnum):
    """The status of a report. It is open until an admin resolves or dismisses it."""

    OPEN = "open"
    RESOLVED = "resolved"
    DISMISSED = "dismissed"


class Report(Table, table=True):
    """A report about an ad, an account or a conversation."""

    __tablename__ = "reports"
    __table_args__ = (
        one_of("target", ReportTarget),
        one_of("status", ReportStatus),
        Index("ix_reports_status", "status", "id"),
        Index("ix_reports_target", "target", "target_id"),
    )

    id: str = id_field()
    reporter_id: str | None = optional_ref("accounts.id", index=True)
    target: ReportTarget = enum_field(ReportTarget)
    target_id: str = Field(max_length=26)
    reason: str = Field(max_length=40)
    text: str = Field(default="", max_length=1_000)
    status: ReportStatus = enum_field(ReportStatus, ReportStatus.OPEN)
    resolution: str = Field(default="", max_length=500)
    resolved_by: str | None = optional_ref("accounts.id")
    resolved_at: datetime | None = optional_time()
    created_at: datetime = created_field()


class AuditEntry(Table, table=True):
    """An entry of the audit log. Database triggers reject updates and deletions."""

    __tablename__ = "audit_log"
    __table_args__ = (Index("ix_audit_log_target", "target", "target_id", "id"),)

    id: str = id_field()
    actor_id: str | None = optional_ref("accounts.id", index=True)
    action: str = Field(max_length=60)
    target: str = Field(max_length=24)
    target_id: str = Field(max_length=26)
    before: dict = Field(default_factory=dict, sa_type=JSON)
    after: dict = Field(default_factory=dict, sa_type=JSON)
    created_at: datetime = created_field()

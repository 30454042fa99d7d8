"""Reports by visitors, appeals, the audit log of decisions, and what moderators use to share their work."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import JSON, CheckConstraint, Index, UniqueConstraint
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


class ReportTarget(StrEnum):
    """The kind of object that is reported. The API calls an ad `product`."""

    AD = "ad"
    ACCOUNT = "account"
    CONVERSATION = "conversation"
    REVIEW = "review"
    WANTED = "wanted"


class ReportStatus(StrEnum):
    """The status of a report. It is open until an admin resolves or dismisses it."""

    OPEN = "open"
    RESOLVED = "resolved"
    DISMISSED = "dismissed"


class Report(Table, table=True):
    """A report about an ad, an account, a conversation, a review or a wanted ad."""

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
    reported_seq: int | None = Field(
        default=None, description="number of a conversation's newest message when it was reported last"
    )
    resolution: str = Field(default="", max_length=500)
    resolved_by: str | None = optional_ref("accounts.id")
    resolved_at: datetime | None = optional_time()
    created_at: datetime = created_field()


class AppealTarget(StrEnum):
    """What the contested decision was about. The API calls an ad `product`."""

    AD = "ad"
    ACCOUNT = "account"


class AppealStatus(StrEnum):
    """The status of an appeal. It is open until an admin upholds or overturns the decision, or the decision no longer stands."""

    OPEN = "open"
    UPHELD = "upheld"
    OVERTURNED = "overturned"
    MOOT = "moot"


class Appeal(Table, table=True):
    """An owner's appeal against one decision on an ad or an account. The time of the decision identifies it."""

    __tablename__ = "appeals"
    __table_args__ = (
        one_of("target", AppealTarget),
        one_of("status", AppealStatus),
        UniqueConstraint("target_id", "decided_at"),
        Index("ix_appeals_status", "status", "id"),
    )

    id: str = id_field()
    account_id: str = ref("accounts.id", index=True, description="the owner, who appeals")
    target: AppealTarget = enum_field(AppealTarget)
    target_id: str = Field(max_length=26)
    reason: str = Field(default="", max_length=1_000, description="of the decision, as the owner read it")
    decided_by: str | None = optional_ref("accounts.id")
    decided_at: datetime = time_field()
    text: str = Field(default="", max_length=2_000)
    status: AppealStatus = enum_field(AppealStatus, AppealStatus.OPEN)
    note: str = Field(default="", max_length=1_000, description="the answer to the owner")
    closed_by: str | None = optional_ref("accounts.id")
    closed_at: datetime | None = optional_time()
    created_at: datetime = created_field()


class TextReading(Table, table=True):
    """Findings in the text of a version of an ad, and contact details in it. Its seller must not learn of them."""

    __tablename__ = "text_readings"

    version_id: str = Field(foreign_key="ad_versions.id", primary_key=True, max_length=26)
    rules: str = Field(max_length=20, description="version of the rules and model that read it")
    findings: list[list] = Field(sa_type=JSON, description="code and evidence of each reason, the strongest first")
    contacts: list[str] = Field(sa_type=JSON, description="phone numbers and hosts")


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


class CaseKind(StrEnum):
    """What moderators work on. The API calls an ad `product`."""

    AD = "ad"
    ACCOUNT = "account"
    REPORT = "report"
    APPEAL = "appeal"
    GRIEVANCE = "grievance"


class Assignment(Table, table=True):
    """A moderator works on a case until `expires_at`. The primary key lets one of two who take it at once win."""

    __tablename__ = "assignments"
    __table_args__ = (one_of("kind", CaseKind),)

    kind: CaseKind = enum_field(CaseKind, primary_key=True)
    case_id: str = Field(primary_key=True, max_length=26)
    account_id: str = ref("accounts.id", index=True)
    expires_at: datetime = time_field(index=True)


class InternalNote(Table, table=True):
    """A note of a moderator on a case, for moderators only."""

    __tablename__ = "internal_notes"
    __table_args__ = (one_of("kind", CaseKind), Index("ix_internal_notes_case", "kind", "case_id", "id"))

    id: str = id_field()
    kind: CaseKind = enum_field(CaseKind)
    case_id: str = Field(max_length=26)
    author_id: str = ref("accounts.id")
    text: str = Field(max_length=2_000)
    created_at: datetime = created_field()


class ReplyPurpose(StrEnum):
    """The answer that a canned reply is for."""

    REJECTION = "rejection"
    APPEAL = "appeal"
    GRIEVANCE = "grievance"
    SUSPENSION = "suspension"


class CannedReply(Table, table=True):
    """A text that moderators insert into their answers."""

    __tablename__ = "canned_replies"
    __table_args__ = (one_of("purpose", ReplyPurpose),)

    id: str = id_field()
    purpose: ReplyPurpose = enum_field(ReplyPurpose)
    title: str = Field(max_length=80)
    text: str = Field(max_length=1_000)
    position: int = 0
    created_at: datetime = created_field()


class ModerationSettings(Table, table=True):
    """What administrators set at /admin/rules, in the only row. Without it, the defaults hold."""

    __tablename__ = "moderation_settings"
    __table_args__ = (
        CheckConstraint("id = 1", name="only_row"),
        CheckConstraint("price_cut_percent BETWEEN 0 AND 90", name="price_cut_in_range"),
    )

    id: int = Field(default=1, primary_key=True, sa_column_kwargs={"autoincrement": False})
    price_cut_percent: int = Field(default=40, description="a lower price needs no review up to here; 0: always")

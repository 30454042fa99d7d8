"""Work that a transaction enqueues and a worker does after the commit: mail and jobs."""

from datetime import datetime

from sqlalchemy import JSON, Index, Text, text
from sqlmodel import Field

from marketplace.models.base import Table, created_field, id_field, optional_ref, optional_time

_WAITING = text("sent_at IS NULL AND failed_at IS NULL")
_UNSENT = text("sent_at IS NULL")
_SENT = text("sent_at IS NOT NULL")


class OutboxMail(Table, table=True):
    """A queued mail. It is retried until it is sent, then recipient and content are erased."""

    __tablename__ = "outbox_mails"
    __table_args__ = (
        # In sending order, to find the next mail quickly however many are queued.
        Index("ix_outbox_mails_waiting", "can_wait", "due_at", "id", sqlite_where=_WAITING, postgresql_where=_WAITING),
        Index("ix_outbox_mails_unsent", "id", "failed_at", sqlite_where=_UNSENT, postgresql_where=_UNSENT),
        Index("ix_outbox_mails_sent", "sent_at", sqlite_where=_SENT, postgresql_where=_SENT),
    )

    id: str = id_field()
    account_id: str | None = optional_ref("accounts.id", index=True)
    to: str = Field(max_length=254, description="empty: not to be sent, see `outbox.mail`")
    subject: str = Field(max_length=300)
    text: str = Field(sa_type=Text)
    headers: dict = Field(default_factory=dict, sa_type=JSON)
    attachments: list = Field(
        default_factory=list, sa_type=JSON, description="[{name, media_type, content}], content as text"
    )
    code_seed: str = Field(
        default="", max_length=26, description="seed of the one-time code that replaces `{code}` in the text"
    )
    purpose: str = Field(max_length=40)
    dedupe_key: str | None = Field(
        default=None, max_length=120, unique=True, description="a second mail with the same key is not queued"
    )
    can_wait: bool = Field(default=True, description="False for urgent mail that a person is waiting for")
    attempts: int = 0
    due_at: datetime = created_field()
    locked_until: datetime | None = optional_time()
    sent_at: datetime | None = optional_time()
    failed_at: datetime | None = optional_time(description="set when the last attempt failed")
    last_error: str = Field(default="", max_length=500)
    created_at: datetime = created_field()


class Job(Table, table=True):
    """A queued job, run by one worker at a time. A step that runs outside of a transaction may be repeated."""

    __tablename__ = "jobs"
    __table_args__ = (Index("ix_jobs_due", "done_at", "failed_at", "due_at"),)

    id: str = id_field()
    kind: str = Field(max_length=40)
    payload: dict = Field(default_factory=dict, sa_type=JSON)
    dedupe_key: str | None = Field(default=None, max_length=120, unique=True)
    attempts: int = 0
    due_at: datetime = created_field()
    locked_until: datetime | None = optional_time()
    done_at: datetime | None = optional_time()
    failed_at: datetime | None = optional_time()
    last_error: str = Field(default="", max_length=500)
    created_at: datetime = created_field()

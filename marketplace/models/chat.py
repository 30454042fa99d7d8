"""Conversations between a buyer and a seller."""

from datetime import datetime

from sqlalchemy import Index, UniqueConstraint, text
from sqlmodel import Field

from marketplace.models.base import Table, created_field, id_field, optional_ref, optional_time, ref

_UNREAD = text("unread > 0")


class Conversation(Table, table=True):
    """The one thread of a buyer and a seller."""

    __tablename__ = "conversations"
    __table_args__ = (UniqueConstraint("buyer_id", "seller_id"),)

    id: str = id_field()
    buyer_id: str = ref("accounts.id")
    seller_id: str = ref("accounts.id", index=True)
    ad_id: str | None = optional_ref("ads.id", index=True, description="the ad it last began from")
    last_seq: int = Field(default=0, description="number of the newest message")
    last_at: datetime | None = optional_time()
    created_at: datetime = created_field()


class ConversationParty(Table, table=True):
    """One side of a conversation: what it has read, and whether it wants to hear."""

    __tablename__ = "conversation_parties"
    __table_args__ = (
        Index("ix_conversation_parties_inbox", "account_id", "last_at"),
        # Few rows are unread at any time: badges and digests look at these alone.
        Index("ix_conversation_parties_unread", "account_id", sqlite_where=_UNREAD, postgresql_where=_UNREAD),
    )

    conversation_id: str = Field(foreign_key="conversations.id", primary_key=True, max_length=26)
    account_id: str = Field(foreign_key="accounts.id", primary_key=True, max_length=26)
    other_id: str = ref("accounts.id")
    unread: int = 0
    read_seq: int = Field(default=0, description="the newest message this side has read")
    delivered_seq: int = Field(default=0, description="the newest message that a page of this side has received")
    last_seq: int = Field(default=0, description="the newest message this side can see")
    last_at: datetime | None = optional_time(description="when that one came, for this side's inbox order")
    muted_at: datetime | None = optional_time()
    digest_seq: int = Field(default=0, description="the newest message mailed in a digest")


class Message(Table, table=True):
    """One message; `seq` counts within its conversation from 1."""

    __tablename__ = "messages"
    __table_args__ = (UniqueConstraint("conversation_id", "seq"), UniqueConstraint("sender_id", "client_id"))

    id: str = id_field()
    conversation_id: str = ref("conversations.id")
    seq: int
    sender_id: str = ref("accounts.id")
    client_id: str = Field(max_length=64, description="made by the sender's side; the same one twice is one message")
    text: str = Field(default="", max_length=4_000)
    ad_id: str | None = optional_ref("ads.id", index=True)
    withheld: bool = Field(default=False, description="sent while a block stood: only its sender sees it, for good")
    created_at: datetime = created_field()


class MessagePhoto(Table, table=True):
    """A photo in a message."""

    __tablename__ = "message_photos"

    message_id: str = Field(foreign_key="messages.id", primary_key=True, max_length=26)
    position: int = Field(primary_key=True)
    upload_id: str = ref("uploads.id", index=True)

"""Who people are: accounts, their sessions, one-time codes and second factors."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index, UniqueConstraint
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


class AccountKind(StrEnum):
    """The three kinds of account; on the wire a buyer is called `user`."""

    BUYER = "buyer"
    SELLER = "seller"
    ADMIN = "admin"


class AccountStatus(StrEnum):
    """A deleted account stays as a tombstone without personal data."""

    ACTIVE = "active"
    SUSPENDED = "suspended"
    DELETED = "deleted"


class SellerType(StrEnum):
    """Business sellers must name a business id."""

    PERSON = "person"
    BUSINESS = "business"


class CodePurpose(StrEnum):
    """What a one-time code is good for."""

    REGISTER = "register"
    RESET = "reset"
    EMAIL_CHANGE = "email_change"


class Account(Table, table=True):
    """One way of taking part; one person may hold a buyer's and a seller's with the same email."""

    __tablename__ = "accounts"
    __table_args__ = (
        UniqueConstraint("email", "kind"),
        UniqueConstraint("username_key", "kind"),
        one_of("kind", AccountKind),
        one_of("status", AccountStatus),
        one_of("seller_type", SellerType),
        Index("ix_accounts_kind_status_username_key", "kind", "status", "username_key"),
    )

    id: str = id_field()
    kind: AccountKind = enum_field(AccountKind)
    email: str = Field(max_length=254, description="lower case")
    username: str = Field(max_length=40, description="as the person writes it")
    username_key: str = Field(max_length=80, description="case-folded, for uniqueness and search")
    password_hash: str = Field(max_length=255)
    name: str = Field(max_length=120)
    phone: str = Field(default="", max_length=24)
    whatsapp: str = Field(default="", max_length=24)
    address: str = Field(default="", max_length=300)
    place: str = Field(default="", max_length=120)
    city: str = Field(default="", max_length=120)
    state: str = Field(default="", max_length=120)
    latitude: float | None = None
    longitude: float | None = None
    shop_name: str = Field(default="", max_length=120)
    seller_type: SellerType = enum_field(SellerType, SellerType.PERSON)
    business_id: str = Field(default="", max_length=60)
    takes_calls: bool = Field(default=True, description="whether signed-in buyers may see the phone number")
    wants_digest: bool = Field(default=True, description="mail about unread messages")
    wants_wishlist_mail: bool = Field(default=True, description="mail about saved ads: cheaper, or sold")
    status: AccountStatus = enum_field(AccountStatus, AccountStatus.ACTIVE)
    suspended_reason: str = Field(default="", max_length=500)
    suspended_at: datetime | None = optional_time()
    deleted_at: datetime | None = optional_time()
    generation: int = Field(default=1, description="rises when sessions end; nothing reads it any more")
    totp_seed: str = Field(default="", max_length=64, description="with SECRET_KEY it makes the authenticator's secret")
    totp_step: int = Field(default=0, description="newest 30 s step whose code was taken; none is taken twice")
    totp_enabled_at: datetime | None = optional_time()
    created_at: datetime = created_field()
    updated_at: datetime = created_field()


class AccountPhoto(Table, table=True):
    """A profile photo; position 0 is the one shown."""

    __tablename__ = "account_photos"

    account_id: str = Field(foreign_key="accounts.id", primary_key=True, max_length=26)
    position: int = Field(primary_key=True)
    upload_id: str = ref("uploads.id", index=True)


class AccountSession(Table, table=True):
    """A sign-in; the token itself is known to its holder only."""

    __tablename__ = "account_sessions"

    id: str = id_field()
    account_id: str = ref("accounts.id", index=True)
    token_hash: str = Field(max_length=64, unique=True)
    remember: bool = False
    user_agent: str = Field(default="", max_length=300)
    address: str = Field(default="", max_length=64, description="network address at sign-in")
    device_hash: str = Field(default="", max_length=64, description="hash of the long-lived device cookie")
    created_at: datetime = created_field()
    last_seen_at: datetime = created_field()
    expires_at: datetime = time_field()
    ended_at: datetime | None = optional_time()


class OneTimeCode(Table, table=True):
    """A mailed code of six digits; stored as a keyed hash, one use, a new one replaces the old."""

    __tablename__ = "one_time_codes"
    __table_args__ = (
        one_of("kind", AccountKind),
        one_of("purpose", CodePurpose),
        Index("ix_one_time_codes_email_kind_purpose", "email", "kind", "purpose", "created_at"),
    )

    id: str = id_field()
    email: str = Field(max_length=254)
    kind: AccountKind = enum_field(AccountKind)
    purpose: CodePurpose = enum_field(CodePurpose)
    account_id: str | None = optional_ref("accounts.id", index=True)
    code_hash: str = Field(max_length=64)
    tries: int = 0
    created_at: datetime = created_field()
    expires_at: datetime = time_field()
    verified_at: datetime | None = optional_time()
    ended_at: datetime | None = optional_time(description="used up, replaced, or spent on an account")


class RecoveryCode(Table, table=True):
    """A one-use stand-in for the second factor, stored as a hash."""

    __tablename__ = "recovery_codes"

    id: str = id_field()
    account_id: str = ref("accounts.id", index=True)
    code_hash: str = Field(max_length=64)
    used_at: datetime | None = optional_time()


class Block(Table, table=True):
    """One account silences another; both ways, until it is taken back."""

    __tablename__ = "blocks"

    blocker_id: str = Field(foreign_key="accounts.id", primary_key=True, max_length=26)
    blocked_id: str = Field(foreign_key="accounts.id", primary_key=True, max_length=26, index=True)
    created_at: datetime = created_field()

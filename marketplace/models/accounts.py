"""Accounts, sessions, one-time codes and second factors."""

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
    """The kinds of account. The API calls a buyer `user`. Moderators are of the kind admin (`Account.moderates_only`)."""

    BUYER = "buyer"
    SELLER = "seller"
    ADMIN = "admin"


class AccountStatus(StrEnum):
    """The status of an account. A deleted account remains as a row without personal data."""

    ACTIVE = "active"
    SUSPENDED = "suspended"
    DELETED = "deleted"


class SellerType(StrEnum):
    """The type of a seller. A business must have a business id."""

    PERSON = "person"
    BUSINESS = "business"


class CodePurpose(StrEnum):
    """The purpose of a one-time code."""

    REGISTER = "register"
    RESET = "reset"
    EMAIL_CHANGE = "email_change"


class Account(Table, table=True):
    """An account. One person may have a buyer and a seller account with the same email."""

    __tablename__ = "accounts"
    __table_args__ = (
        UniqueConstraint("email", "kind"),
        UniqueConstraint("username_key", "kind"),
        Index("ix_accounts_username_skeleton_kind", "username_skeleton", "kind", unique=True),
        one_of("kind", AccountKind),
        one_of("status", AccountStatus),
        one_of("seller_type", SellerType),
        Index("ix_accounts_kind_status_username_key", "kind", "status", "username_key"),
    )

    id: str = id_field()
    kind: AccountKind = enum_field(AccountKind)
    email: str = Field(max_length=254, description="lower case")
    username: str = Field(max_length=40, description="in the person's spelling")
    username_key: str = Field(max_length=80, description="case-folded, for uniqueness and search")
    username_skeleton: str | None = Field(
        default=None,
        max_length=80,
        description="equal for usernames that look alike; NULL of deleted accounts, and of the younger of two from before it was checked",
    )
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
    upi: str = Field(default="", max_length=120, description="UPI address of a seller, for the buyers of active deals")
    takes_calls: bool = Field(default=False, description="whether signed-in buyers may see the phone number")
    wants_digest: bool = Field(default=True, description="mail about unread messages")
    wants_wishlist_mail: bool = Field(default=True, description="mail when a saved ad gets cheaper or is sold")
    wants_wanted_mail: bool = Field(default=True, description="mail to a seller about what buyers look for")
    moderates_only: bool = Field(default=False, description="of the kind admin: a moderator")
    status: AccountStatus = enum_field(AccountStatus, AccountStatus.ACTIVE)
    suspended_reason: str = Field(default="", max_length=500)
    suspended_at: datetime | None = optional_time()
    suspended_until: datetime | None = optional_time(index=True, description="None: without an end")
    deleted_at: datetime | None = optional_time()
    holiday_until: datetime | None = optional_time(description="when the ads of a seller on holiday resume")
    dormant_notice_at: datetime | None = optional_time(description="mail about the coming erasure of an unused account")
    rules_reminded_at: datetime | None = optional_time(description="last reminder of the site's rules")
    generation: int = Field(default=1, description="increases when sessions end; no longer read")
    totp_seed: str = Field(
        default="", max_length=64, description="combined with SECRET_KEY into the secret of the authenticator app"
    )
    totp_step: int = Field(default=0, description="last 30 s step whose code was accepted; a code is accepted once")
    totp_enabled_at: datetime | None = optional_time()
    created_at: datetime = created_field()
    updated_at: datetime = created_field()


class AccountPhoto(Table, table=True):
    """A profile photo. Position 0 is the one that others see."""

    __tablename__ = "account_photos"

    account_id: str = Field(foreign_key="accounts.id", primary_key=True, max_length=26)
    position: int = Field(primary_key=True)
    upload_id: str = ref("uploads.id", index=True)


class AccountSession(Table, table=True):
    """A session. Only a hash of its token is stored."""

    __tablename__ = "account_sessions"

    id: str = id_field()
    account_id: str = ref("accounts.id", index=True)
    token_hash: str = Field(max_length=64, unique=True)
    remember: bool = False
    user_agent: str = Field(default="", max_length=300)
    address: str = Field(default="", max_length=64, index=True, description="network address at sign-in")
    device_hash: str = Field(default="", max_length=64, index=True, description="hash of the device cookie")
    created_at: datetime = created_field()
    last_seen_at: datetime = created_field()
    expires_at: datetime = time_field()
    ended_at: datetime | None = optional_time()


class OneTimeCode(Table, table=True):
    """A mailed code of six digits, stored as a keyed hash. It can be used once, and a new code replaces it."""

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
    proof_hash: str = Field(
        default="", max_length=64, description="hash of the token given to the client that entered the code"
    )
    verified_from: str = Field(default="", max_length=64, description="network address of that client")
    ended_at: datetime | None = optional_time(description="set when the code was used, replaced or tried too often")


class RecoveryCode(Table, table=True):
    """A one-time replacement of the second factor, stored as a hash."""

    __tablename__ = "recovery_codes"

    id: str = id_field()
    account_id: str = ref("accounts.id", index=True)
    code_hash: str = Field(max_length=64)
    used_at: datetime | None = optional_time()


class Block(Table, table=True):
    """An account blocks another one. Neither can write to the other while the row exists."""

    __tablename__ = "blocks"

    blocker_id: str = Field(foreign_key="accounts.id", primary_key=True, max_length=26)
    blocked_id: str = Field(foreign_key="accounts.id", primary_key=True, max_length=26, index=True)
    created_at: datetime = created_field()

"""Input and read views of accounts."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from marketplace.core.numbers import Number
from marketplace.domain.ratings import TradeSummary
from marketplace.domain.views import Photo, View
from marketplace.models import AccountKind, AccountStatus, SellerType


class AccountDraft(BaseModel):
    """A registration as submitted. Its types are loose on purpose: `rules` validates it with readable messages."""

    model_config = ConfigDict(extra="ignore")

    name: str = ""
    phone: str = ""
    email: str = ""
    password: str = ""
    confirm_password: str | None = Field(None, description="None where the caller has no second field")
    address: str = ""
    place: str = ""
    username: str = ""
    state: str = ""
    city: str = ""
    latitude: Number = None
    longitude: Number = None
    whatsapp: str = ""
    shop_name: str = ""
    seller_type: str = ""
    business_id: str = ""


class ProfileDraft(BaseModel):
    """Changes of a profile; None leaves a field unchanged."""

    model_config = ConfigDict(extra="ignore")

    username: str | None = None
    email: str | None = None
    name: str | None = None
    phone: str | None = None
    whatsapp: str | None = None
    address: str | None = None
    place: str | None = None
    city: str | None = None
    state: str | None = None
    latitude: Number = None
    longitude: Number = None
    shop_name: str | None = None
    seller_type: str | None = None
    business_id: str | None = None
    upi: str | None = None
    takes_calls: bool | None = None
    wants_digest: bool | None = None
    wants_wishlist_mail: bool | None = None
    wants_wanted_mail: bool | None = None
    images: list[str] | None = Field(None, description="ids or URLs of own uploads, the photo shown first")
    password: str = ""
    current_password: str = ""


class OwnAccount(View):
    """An account as its owner and admins see it."""

    id: str
    kind: AccountKind
    email: str
    pending_email: str = Field("", description="a new email that waits for its code")
    username: str
    name: str
    phone: str
    whatsapp: str
    address: str
    place: str
    city: str
    state: str
    latitude: float | None
    longitude: float | None
    shop_name: str
    seller_type: SellerType
    business_id: str
    upi: str = Field("", description="of a seller, for its owner only; empty for admins")
    takes_calls: bool
    wants_digest: bool
    wants_wishlist_mail: bool
    wants_wanted_mail: bool
    followers: int | None = Field(None, description="of a seller; None for buyers")
    images: tuple[Photo, ...] = ()
    second_factor: bool = False
    status: AccountStatus
    created_at: datetime


class PublicSeller(View):
    """A seller's public profile: no email, phone or address.

    Attributes:
        display_name: the name that pages show.
        live_ads: number of ads in lists.
        followers: None for others than the seller while there are few.
    """

    id: str
    name: str
    display_name: str
    username: str
    place: str
    shop_name: str
    seller_type: SellerType
    images: tuple[Photo, ...] = ()
    created_at: datetime
    live_ads: int
    followers: int | None = None
    trade: TradeSummary = TradeSummary()


class SellerProfile(PublicSeller):
    """A seller's public profile with facts.

    Attributes:
        since: "On Chowk since March 2025".
        live_ads_text: "12 live ads".
        followers_text: "12 followers"; empty if the number is not shown.
        replies_within: usual time until an answer in minutes; None if unknown.
        reply_text: "Usually replies within an hour"; empty if unknown.
        reply_rate_text: "Replies to 95 % of buyers"; empty if unknown.
    """

    since: str
    live_ads_text: str
    followers_text: str = ""
    replies_within: int | None = None
    reply_text: str = ""
    reply_rate_text: str = ""


class Contact(View):
    """An account in the contact list; `name` is its display name."""

    id: str
    name: str
    username: str
    images: tuple[Photo, ...] = ()


class Person(View):
    """Display name and photo of an account; a deleted account is `Deleted user`."""

    id: str
    name: str
    username: str
    kind: AccountKind
    photo: Photo | None = None


class SessionView(View):
    """One of the reader's sessions."""

    id: str
    device: str = Field(description="e.g. Firefox on Windows")
    address: str
    remember: bool
    current: bool
    created_at: datetime
    last_seen_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True, repr=False)
class SignedIn:
    """A new session, with the device cookie as received or new. The token appears only here, and not in the repr, which
    keeps it out of logs.
    """

    token: str
    account: OwnAccount
    session_id: str
    remember: bool
    expires_at: datetime
    device: str


@dataclass(frozen=True, slots=True, repr=False)
class FactorSetup:
    """Setup data for an authenticator app: the secret in base32, its `otpauth://` address, and that as a QR code in SVG."""

    secret: str
    uri: str
    picture: str


@dataclass(frozen=True, slots=True, repr=False)
class NewModerator:
    """The credentials of a new moderator, shown only once; the second factor only if the site requires one."""

    account_id: str
    email: str
    username: str
    password: str
    factor: FactorSetup | None
    recovery_codes: tuple[str, ...]

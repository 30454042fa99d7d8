"""Schemas and serializers of accounts, shared by the routes of users, sellers and authentication."""

from typing import Annotated, Any

from fastapi.responses import JSONResponse
from pydantic import AliasChoices, AliasPath, BeforeValidator, Field

from marketplace.api import schemas
from marketplace.api.responses import Changed, Data, ListResponse, ok
from marketplace.core.errors import Invalid
from marketplace.core.numbers import Number
from marketplace.domain.accounts import AccountDraft, OwnAccount, ProfileDraft, messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind


def _code_to_text(value: Any) -> Any:
    """Convert a code sent as a number to text with its leading zeros."""
    return f"{value:06d}" if isinstance(value, int) and not isinstance(value, bool) else value


EXAMPLE_PROOF = "kP0vX7cQ3mZr1sT9uW2yB4dF6gH8jL5nE0aC-iKoR_M"
Code = Annotated[str, BeforeValidator(_code_to_text)]


class RegistrationBody(schemas.Body):
    """A registration (spec 3.9)."""

    name: str = Field("", examples=["Asha Rao"])
    phone: str = Field("", examples=["+91 98765 43210"])
    email: str = Field("", examples=["asha@example.com"])
    password: str = Field("", examples=["correct horse"])
    confirm_password: str | None = Field(None, alias="confirm_password")
    address: str = Field("", examples=["12 Gandhi Road"])
    place: str = Field("", examples=["Indiranagar"])
    username: str = Field("", examples=["asha"])
    state: str = ""
    city: str = ""
    latitude: Number = None
    longitude: Number = None
    whatsapp: str = ""
    shop_name: str = ""
    seller_type: str = ""
    business_id: str = ""
    proof: str = Field(
        "",
        examples=[EXAMPLE_PROOF],
        description="from verifyOtpRegister; required if that request came from another network address",
    )

    def draft(self) -> AccountDraft:
        """Convert to the domain draft."""
        return AccountDraft.model_validate(self.model_dump())


class PasswordBody(schemas.Body):
    """The password of the caller's account."""

    password: str = Field("", examples=["correct horse"])


class ProfileBody(schemas.Body):
    """Changes to a profile. Fields that are left out keep their values."""

    username: str | None = Field(None, examples=["asha"])
    email: str | None = Field(
        None, examples=["asha@example.com"], description="takes effect after `POST /api/auth/confirmEmail`"
    )
    name: str | None = Field(None, examples=["Asha Rao"])
    phone: str | None = Field(None, examples=["+91 98765 43210"])
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
    upi: str | None = Field(None, examples=["asha@bank"], description="UPI address of a seller; empty removes it")
    takes_calls: bool | None = None
    wants_digest: bool | None = None
    wants_wishlist_mail: bool | None = None
    wants_wanted_mail: bool | None = None
    images: schemas.Items[schemas.ImageRef | str] | None = Field(
        None, max_length=1000, description="the caller's own uploads; the first is the profile photo"
    )
    password: str | None = Field(None, description="the new password; requires `currentPassword`")
    current_password: str | None = None

    def draft(self) -> ProfileDraft:
        """Convert to the domain draft."""
        values = self.model_dump(exclude={"images", "password", "current_password"})
        if self.images is not None:
            refs = [image if isinstance(image, str) else image.ref for image in self.images]
            values["images"] = [ref for ref in refs if ref]
        return ProfileDraft(password=self.password or "", current_password=self.current_password or "", **values)


class AccountOut(schemas.Out):
    """An account as its owner and admins see it."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    type: schemas.KindName = Field(validation_alias="kind", examples=["seller"], description="user, seller or admin")
    name: str
    email: str
    pending_email: str = Field(description="a new email that is not confirmed yet, else empty")
    phone: str
    username: str
    whatsapp: str
    address: str
    place: str
    city: str
    state: str
    latitude: schemas.Coordinate = Field(description="degrees")
    longitude: schemas.Coordinate
    shop_name: str
    seller_type: str = Field(examples=["person"], description="person or business")
    business_id: str
    upi: str = Field(
        examples=["asha@bank"], description="UPI address of a seller, for the seller only; empty for admins"
    )
    takes_calls: bool
    wants_digest: bool
    wants_wishlist_mail: bool
    wants_wanted_mail: bool
    followers: int | None = Field(examples=[12], description="of a seller; null for a user")
    images: schemas.Images
    second_factor: bool
    status: str = Field(examples=["active"], description="active, suspended or deleted")
    created_at: schemas.Timestamp


AccountResponse = Data[AccountOut]
AccountChangedResponse = Changed[AccountOut]


class ReviewNumbersOut(schemas.Out):
    """The revealed reviews about an account in numbers."""

    average: float | None = Field(examples=[4.8], description="of the stars; null below three reviews")
    count: int = Field(examples=[12])


class PublicSellerOut(schemas.Out):
    """The public fields of a seller, with facts for buyers."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    name: str
    username: str
    place: str
    shop_name: str
    seller_type: str = Field(examples=["person"], description="person or business")
    images: schemas.Images
    live_ads: int = Field(examples=[12], description="number of ads in lists")
    followers: int | None = Field(
        examples=[12], description="accounts that follow the seller; null below 3, so that none can be guessed"
    )
    replies_within: int | None = Field(
        examples=[60], description="minutes within which the seller usually answers; null if unknown"
    )
    reviews: ReviewNumbersOut = Field(validation_alias="trade")
    deals: int = Field(
        validation_alias=AliasPath("trade", "deals"), examples=[5], description="number of finished deals and rentals"
    )
    created_at: schemas.Timestamp


SellerResponse = Data[PublicSellerOut | AccountOut]


class PersonOut(schemas.Out):
    """The public fields of a user or seller."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    name: str = Field(examples=["Asha Rao"])
    username: str = Field(examples=["asha"])
    images: schemas.Images = Field(validation_alias=AliasChoices("images", "photo"))


class ContactsResponse(ListResponse):
    """The people that the caller may write to."""

    data: list[PersonOut]
    next: str | None = Field(description="the value of `after` for the next page, null on the last page")


def profile_saved(account: OwnAccount) -> JSONResponse:
    """Return the response to a profile change; the message says if a new email has to be confirmed."""
    message = messages.CONFIRM_EMAIL if account.pending_email else messages.PROFILE_SAVED
    return ok(message=t(message), data=AccountOut.dump(account))


def parse_user_type(user_type: str) -> AccountKind:
    """Return the account kind of a `userType`.

    Raises:
        Invalid: not `user` or `seller`.
    """
    kind = schemas.KINDS.get(user_type.strip())
    if kind is None or kind is AccountKind.ADMIN:
        raise Invalid(t("userType must be user or seller."), "userType")
    return kind

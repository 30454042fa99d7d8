"""Wire shapes of accounts, shared by the routes of users, sellers and sign-in."""

from typing import Annotated, Any

from fastapi.responses import JSONResponse
from pydantic import BeforeValidator, Field

from marketplace.api import wire
from marketplace.api.answers import Success, ok
from marketplace.domain.accounts import AccountDraft, Contact, OwnAccount, ProfileDraft, PublicSeller, messages
from marketplace.errors import Invalid
from marketplace.models import AccountKind
from marketplace.texts import t


def _as_text(value: Any) -> Any:
    """A code sent as a number has lost its leading zeros."""
    return f"{value:06d}" if isinstance(value, int) and not isinstance(value, bool) else value


Code = Annotated[str, BeforeValidator(_as_text)]
Degrees = str | float | None


class RegistrationBody(wire.Body):
    """A registration (specification, section 3)."""

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
    latitude: Degrees = None
    longitude: Degrees = None
    whatsapp: str = ""
    shop_name: str = ""
    seller_type: str = ""
    business_id: str = ""

    def draft(self) -> AccountDraft:
        """As the domain takes it."""
        return AccountDraft.model_validate(self.model_dump())


class ImageRef(wire.Body):
    """A photo as the API gave it; its id or its address names it."""

    url: str = ""
    public_id: str = Field("", alias="public_id")


class ProfileBody(wire.Body):
    """Changes of a profile; what is left out stays."""

    username: str | None = Field(None, examples=["asha"])
    email: str | None = Field(
        None, examples=["asha@example.com"], description="counts once the code mailed to it is confirmed"
    )
    name: str | None = Field(None, examples=["Asha Rao"])
    phone: str | None = Field(None, examples=["+91 98765 43210"])
    whatsapp: str | None = None
    address: str | None = None
    place: str | None = None
    city: str | None = None
    state: str | None = None
    latitude: Degrees = None
    longitude: Degrees = None
    shop_name: str | None = None
    seller_type: str | None = None
    business_id: str | None = None
    takes_calls: bool | None = None
    wants_digest: bool | None = None
    wants_wishlist_mail: bool | None = None
    images: list[ImageRef | str] | None = Field(None, description="own uploads, the photo shown first")
    password: str | None = Field(None, description="a new one; needs currentPassword")
    current_password: str | None = None

    def draft(self) -> ProfileDraft:
        """As the domain takes it."""
        values = self.model_dump(exclude={"images", "password", "current_password"})
        if self.images is not None:
            refs = [image if isinstance(image, str) else image.public_id or image.url for image in self.images]
            values["images"] = [ref for ref in refs if ref]
        return ProfileDraft(password=self.password or "", current_password=self.current_password or "", **values)


class AccountOut(wire.Out):
    """An account as its holder sees it."""

    id: str = Field(examples=[wire.EXAMPLE_ID])
    type: str = Field(examples=["seller"])
    name: str
    email: str
    pending_email: str = ""
    phone: str
    username: str
    whatsapp: str = ""
    address: str = ""
    place: str = ""
    images: list[wire.ImageOut] = []


class AccountAnswer(Success):
    """One account."""

    message: str = ""
    data: AccountOut


class PublicSellerOut(wire.Out):
    """A seller as everyone sees them; for the holder and admins the fields of an own account too."""

    id: str = Field(examples=[wire.EXAMPLE_ID])
    name: str
    username: str
    place: str = ""
    shop_name: str = ""
    seller_type: str = "person"
    images: list[wire.ImageOut] = []
    created_at: str


class PublicSellerAnswer(Success):
    """One seller."""

    data: PublicSellerOut


class ContactOut(wire.Out):
    """Somebody to write to."""

    id: str = Field(examples=[wire.EXAMPLE_ID])
    name: str
    username: str
    images: list[wire.ImageOut] = []


class ContactListOut(Success):
    """Whom the caller may write to."""

    data: list[ContactOut]
    total: int
    totalPages: int
    page: int
    next: str | None = Field(None, description="send it as `after` for the next ones")


def own(account: OwnAccount) -> dict[str, Any]:
    """An account for its holder."""
    return {
        "_id": account.id,
        "type": wire.KIND_NAMES[account.kind],
        "name": account.name,
        "email": account.email,
        "pendingEmail": account.pending_email,
        "phone": account.phone,
        "username": account.username,
        "whatsapp": account.whatsapp,
        "address": account.address,
        "place": account.place,
        "city": account.city,
        "state": account.state,
        "latitude": wire.coordinate(account.latitude),
        "longitude": wire.coordinate(account.longitude),
        "shopName": account.shop_name,
        "sellerType": account.seller_type.value,
        "businessId": account.business_id,
        "takesCalls": account.takes_calls,
        "wantsDigest": account.wants_digest,
        "wantsWishlistMail": account.wants_wishlist_mail,
        "images": [wire.image(photo) for photo in account.images],
        "secondFactor": account.second_factor,
        "status": account.status.value,
        "createdAt": wire.moment(account.created_at),
    }


def saved(account: OwnAccount) -> JSONResponse:
    """A profile after a change, and whether a new email waits for its code."""
    sentence = messages.CONFIRM_EMAIL if account.pending_email else messages.PROFILE_SAVED
    return ok(message=t(sentence), data=own(account))


def public_seller(seller: PublicSeller) -> dict[str, Any]:
    """A seller for everyone."""
    return {
        "_id": seller.id,
        "name": seller.name,
        "username": seller.username,
        "place": seller.place,
        "shopName": seller.shop_name,
        "sellerType": seller.seller_type.value,
        "images": [wire.image(photo) for photo in seller.images],
        "createdAt": wire.moment(seller.created_at),
    }


def contact(person: Contact) -> dict[str, Any]:
    """Somebody to write to."""
    return {
        "_id": person.id,
        "name": person.name,
        "username": person.username,
        "images": [wire.image(photo) for photo in person.images],
    }


def kind_of(user_type: str) -> AccountKind:
    """The kind that `userType` names.

    Raises:
        Invalid: neither user nor seller.
    """
    kind = wire.KINDS.get(user_type.strip())
    if kind is None or kind is AccountKind.ADMIN:
        message = t("userType must be user or seller.")
        raise Invalid(message, errors=[{"field": "userType", "message": message}])
    return kind

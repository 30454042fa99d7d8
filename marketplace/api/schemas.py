"""Shared request and response schemas: only the API calls an ad a `product` and a buyer a `user`.

Request bodies derive from `Body` (snake_case attributes, camelCase JSON). The `...Out` models describe the responses in the
OpenAPI document and serialize the domain views; ads, whose view differs in form, are serialized by the functions below.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, TypeVar

from pydantic import (
    AliasGenerator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticKnownError

from marketplace.core import dates
from marketplace.core.money import to_rupees
from marketplace.core.sanitize import sanitize
from marketplace.domain import display_names
from marketplace.domain.ad_texts import AD_TEXTS, AdTexts, wire_name
from marketplace.domain.ads.schemas import AdCard, AdDetail, FieldValue
from marketplace.domain.views import Photo
from marketplace.models import AccountKind, AdStatus, CaseKind, ReportTarget

KIND_NAMES = {AccountKind.BUYER: "user", AccountKind.SELLER: "seller", AccountKind.ADMIN: "admin"}
KINDS = {name: kind for kind, name in KIND_NAMES.items()}
TARGET_NAMES = {target: "product" if target is ReportTarget.AD else target.value for target in ReportTarget}
CASES = {"product" if kind is CaseKind.AD else kind.value: kind.value for kind in CaseKind}
CASE_NAMES = {kind: name for name, kind in CASES.items()}
TARGETS = {name: target for target, name in TARGET_NAMES.items()}
EXAMPLE_ID = "01M7YH44H3FVMP4547R0ZWQBC3"


def _refuse_bool(value: Any) -> Any:
    if isinstance(value, bool):
        raise PydanticKnownError("int_type")
    return value


Item = TypeVar("Item")
Items = Annotated[list[Item], Field(fail_fast=True)]
"""A list in a request body, validated up to its first invalid item. The field says how many items it takes."""
Whole = Annotated[int, BeforeValidator(_refuse_bool)]
"""A whole number in a request body; `true`, of which pydantic would make 1, is none."""
# More than any text of the site; each has a bound of its own in the domain.
_TEXT_MAX_LENGTH = 20_000


class Body(BaseModel):
    """Base of request bodies. Unknown fields are ignored; null counts as absent. Lists are `Items` with a `max_length`."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="ignore", str_max_length=_TEXT_MAX_LENGTH
    )

    @model_validator(mode="before")
    @classmethod
    def _normalize(cls, value: Any) -> Any:
        # Error messages repeat the input, so sanitizing it in the database layer is too late.
        value = sanitize(value)
        return {key: item for key, item in value.items() if item is not None} if isinstance(value, dict) else value


class Order(Body):
    """A new order: every id exactly once."""

    order: Items[str] = Field(examples=[[EXAMPLE_ID]], max_length=1000)


class ArchiveBody(Body):
    """The destination of the ads in an archived category or subcategory."""

    move_to: str = Field(
        "", examples=[EXAMPLE_ID], description="id of a category or subcategory; required if there are ads"
    )


class ImageRef(Body):
    """One of the caller's uploads, by its id or its URL."""

    url: str = Field("", examples=["/media/3f2a-1600.webp"])
    public_id: str = Field("", alias="public_id", examples=[EXAMPLE_ID])

    @property
    def ref(self) -> str:
        """The id, or the URL if there is no id."""
        return self.public_id or self.url


class Out(BaseModel):
    """Base of response schemas; the attribute `id` is `_id` in JSON.

    A schema names every key that is sent; tests refuse any other key. A field without a default is always sent. A field
    reads the attribute of the domain view that has its name, or the one that its `validation_alias` names.
    """

    model_config = ConfigDict(
        alias_generator=AliasGenerator(serialization_alias=lambda name: "_id" if name == "id" else to_camel(name)),
        from_attributes=True,
    )

    @classmethod
    def dump(cls, view: object) -> dict[str, Any]:
        """Serialize a domain view to JSON values."""
        return cls.model_validate(view).model_dump(by_alias=True, exclude_unset=True)


def _product_key(attribute: str) -> str:
    return "_id" if attribute == "id" else wire_name(attribute)


class ImageOut(Out):
    """A photo."""

    name: str = Field(examples=["sofa-front.jpg"])
    url: str = Field(examples=["/media/3f2a-1600.webp"])
    public_id: str = Field(serialization_alias="public_id", examples=[EXAMPLE_ID])
    thumb: str = Field(examples=["/media/3f2a-200.webp"], description="URL of a smaller size for thumbnails")
    width: int = Field(examples=[1600], description="pixels; 0 if unknown")
    height: int = Field(examples=[1200], description="pixels; 0 if unknown")
    ai_made: bool = Field(
        validation_alias="aiMade", examples=[False], description="made or changed by AI, by its metadata or its owner"
    )


def timestamp(value: datetime | None) -> str | None:
    """Serialize as ISO 8601 in UTC with milliseconds and `Z`."""
    return None if value is None else dates.timestamp(value)


def coordinate(value: float | None) -> str:
    """Serialize degrees as text with at most six decimals; empty for None."""
    return "" if value is None else f"{value:.6f}".rstrip("0").rstrip(".")


def image(photo: Photo) -> dict[str, Any]:
    """Serialize a photo."""
    return {
        "name": photo.name,
        "url": photo.url,
        "public_id": photo.id,
        "thumb": photo.thumb_url(),
        "width": photo.width,
        "height": photo.height,
        "aiMade": photo.ai_made,
    }


def _images(photos: Photo | Iterable[Photo] | None) -> list[dict[str, Any]]:
    return [image(photo) for photo in ((photos,) if isinstance(photos, Photo) else photos or ())]


Timestamp = Annotated[str, BeforeValidator(timestamp)]
Coordinate = Annotated[str, BeforeValidator(coordinate)]
Image = Annotated[ImageOut, BeforeValidator(image)]
Images = Annotated[list[ImageOut], BeforeValidator(_images)]
Rupees = Annotated[float | None, PlainValidator(to_rupees)]
OptionalId = Annotated[str | None, BeforeValidator(lambda value: value or None)]
KindName = Annotated[str, BeforeValidator(lambda kind: KIND_NAMES[AccountKind(kind)])]
SideName = Annotated[str, BeforeValidator(lambda side: "user" if side == "buyer" else side)]
TargetName = Annotated[str, BeforeValidator(lambda target: TARGET_NAMES[ReportTarget(target)])]
CaseName = Annotated[str, BeforeValidator(lambda kind: CASE_NAMES[kind])]


class NamedOut(Out):
    """The id and name of a related object."""

    id: str = Field(examples=[EXAMPLE_ID])
    name: str = Field(examples=["Furniture"])


class CategoryOut(Out):
    """A category."""

    id: str = Field(examples=[EXAMPLE_ID])
    name: str = Field(examples=["Furniture"])
    images: Images = Field(validation_alias="image")
    position: int
    rental_price_unit: str = Field(
        examples=["day"], description="price unit of an ad for rent that names none: hour, day, week, month or year"
    )
    count: int = Field(examples=[42], description="number of live ads")


class DynamicFieldOut(Out):
    """The definition of a dynamic field."""

    id: str = Field(examples=[EXAMPLE_ID])
    label: str = Field(examples=["Year"])
    input_type: str = Field(examples=["number"], description="text, number, date, select or file")
    required: bool
    options: list[str] = Field(description="the choices of a select field")
    unit: str = Field(examples=["km"], description="of a number field, shown after its values")
    min: str = Field(
        validation_alias="least",
        examples=["1950"],
        description="least value of a number or date field: a number, `this year`, `next year`, a date, `today`, or empty",
    )
    max: str = Field(validation_alias="most", examples=["next year"], description="greatest value, like `min`")
    is_public: bool = Field(description="whether everyone who sees the ad may open the file; for file fields")


class SubcategoryOut(Out):
    """A subcategory with its dynamic fields in the order of the form."""

    id: str = Field(examples=[EXAMPLE_ID])
    name: str = Field(examples=["Sofas"])
    category: str = Field(validation_alias="category_id", examples=[EXAMPLE_ID])
    dynamic_fields: list[DynamicFieldOut] = Field(validation_alias="fields")


class FileOut(Out):
    """An uploaded file."""

    url: str = Field(examples=[f"/api/files/{EXAMPLE_ID}"])
    name: str = Field(examples=["papers.pdf"])


class FieldValueOut(Out):
    """The value of a dynamic field."""

    field_ref: str = Field(examples=[EXAMPLE_ID])
    label: str = Field(examples=["Year"])
    input_type: str = Field(examples=["number"])
    value: str | float = Field(examples=[2019], description="a number for number fields, else text")
    unit: str = Field(examples=["km"], description="of a number field; may be empty")
    file_value: FileOut | None = Field(None, description="for file fields only")


class _AdOut(Out):
    id: str = Field(examples=[EXAMPLE_ID])
    name: str = Field(examples=["Teak sofa, three seats"])
    title: str
    price: float | None = Field(examples=[18500], description="rupees, before the discount")
    price_unit: str | None = Field(
        examples=[None], description="the time that the price is for: hour, day, week, month or year; null for sale"
    )
    discount: float = Field(description="percent")
    final_price: float | None = Field(description="rupees, after the discount")
    state: str
    city: str
    place: str
    location: str = Field(examples=["Kothrud, Pune, Maharashtra"])
    producttype: str = Field(examples=["sell"], description="sell, rent or lease")
    seller_id: str = Field(examples=[EXAMPLE_ID])
    status: str = Field(
        examples=["approved"],
        description="pending, approved, rejected, paused, sold or expired; Reserved for an approved one that is held "
        "for a user",
    )
    featured: bool
    reserved_until: str | None = Field(examples=[None], description="set while it is reserved")
    is_new: bool
    wishlisted: bool
    category_id: NamedOut
    images: list[ImageOut]
    created_at: str | None


class ProductCardOut(_AdOut):
    """An ad in a list. `images` has the cover at most; `createdAt` is the time of publication."""

    subcategory_id: str | None


class OfferedPriceOut(Out):
    """The price of one version of an ad."""

    price: Rupees = Field(validation_alias="asked_paise", examples=[18500], description="rupees, before the discount")
    price_unit: str | None = Field(examples=[None])
    discount: float = Field(validation_alias="discount_percent", description="percent")
    final_price: Rupees = Field(validation_alias="price_paise", description="rupees, after the discount")


class PendingChangeOut(Out):
    """A change of a live ad. The approved version stays published until it is approved."""

    status: str = Field(validation_alias="review", examples=["waiting"], description="waiting or rejected")
    note: str = Field(description="why it was rejected")
    before: OfferedPriceOut = Field(description="what buyers see")
    after: OfferedPriceOut
    changed: list[str] = Field(
        validation_alias="fields", examples=[["Description", "Photos"]], description="labels of what else would change"
    )


class ProductOut(AdTexts, _AdOut):
    """An ad with all its fields."""

    model_config = ConfigDict(alias_generator=_product_key, json_schema_serialization_defaults_required=True)

    latitude: str = Field(description="degrees; rounded for everyone except the owner and admins")
    longitude: str
    seller_name: str
    confirmed_at: str | None = Field(examples=[None], description="when the seller last said that it is available")
    note: str = Field(description="why it was rejected; empty for everyone except the owner and admins")
    pending_change: PendingChangeOut | None = Field(
        description="set for the owner and admins while the rest of this object is a change that waits or was rejected"
    )
    subcategory_id: NamedOut | None
    field_values: list[FieldValueOut]
    version: int = Field(description="increases with each submitted change")
    updated_at: str


def _reservation(ad: AdCard | AdDetail) -> dict[str, Any]:
    """The status, which is `Reserved` for a live ad that is reserved."""
    reserved = ad.status == AdStatus.APPROVED and ad.reserved_until is not None
    return {
        "status": "Reserved" if reserved else ad.status,
        "reservedUntil": timestamp(ad.reserved_until) if reserved else None,
    }


def product_card(ad: AdCard) -> dict[str, Any]:
    """Serialize an ad for a list."""
    return {
        "_id": ad.id,
        "name": ad.name,
        "title": ad.title,
        "price": to_rupees(ad.asked_paise),
        "priceUnit": ad.price_unit,
        "discount": ad.discount_percent,
        "finalPrice": to_rupees(ad.price_paise),
        "state": ad.state,
        "city": ad.city,
        "place": ad.place,
        "location": display_names.location(ad.place, ad.city, ad.state),
        "producttype": ad.ad_type,
        "sellerId": ad.seller_id,
        **_reservation(ad),
        "featured": ad.featured,
        "isNew": ad.is_new,
        "wishlisted": ad.saved,
        "categoryId": {"_id": ad.category_id, "name": ad.category_name},
        "subcategoryId": ad.subcategory_id or None,
        "images": [image(ad.cover)] if ad.cover else [],
        "createdAt": timestamp(ad.published_at),
    }


def field_value(value: FieldValue) -> dict[str, Any]:
    """Serialize the value of a dynamic field; a file field has `fileValue` too."""
    serialized: dict[str, Any] = {
        "fieldRef": value.field_ref,
        "label": value.label,
        "inputType": value.input_type,
        "value": _parse_number(value.value) if value.input_type == "number" else value.value,
        "unit": value.unit,
    }
    if value.input_type == "file" and value.value:
        serialized["fileValue"] = {"url": value.value, "name": value.file_name}
    return serialized


def _parse_number(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def product(ad: AdDetail) -> dict[str, Any]:
    """Serialize an ad with all its fields."""
    return {
        "_id": ad.id,
        **{text.wire: getattr(ad, name) for name, text in AD_TEXTS.items()},
        "price": to_rupees(ad.asked_paise),
        "priceUnit": ad.price_unit,
        "discount": ad.discount_percent,
        "finalPrice": to_rupees(ad.price_paise),
        "latitude": coordinate(ad.latitude),
        "longitude": coordinate(ad.longitude),
        "location": ad.location,
        "producttype": ad.ad_type,
        "sellerId": ad.seller_id,
        "sellerName": ad.seller_name,
        **_reservation(ad),
        "confirmedAt": timestamp(ad.confirmed_at),
        "note": ad.note,
        "pendingChange": PendingChangeOut.dump(ad.change) if ad.change else None,
        "featured": ad.featured,
        "isNew": ad.is_new,
        "wishlisted": ad.saved,
        "categoryId": {"_id": ad.category_id, "name": ad.category_name},
        "subcategoryId": {"_id": ad.subcategory_id, "name": ad.subcategory_name} if ad.subcategory_id else None,
        "images": [image(photo) for photo in ad.images],
        "fieldValues": [field_value(value) for value in ad.fields if not value.withheld],
        "version": ad.version,
        "createdAt": timestamp(ad.created_at),
        "updatedAt": timestamp(ad.updated_at),
    }

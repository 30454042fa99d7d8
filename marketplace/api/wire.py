"""Public field names: here, and only here, an ad is a `product` and a buyer is a `user`.

Request bodies derive from `Body` (snake_case inside, camelCase outside); answers are made by the functions below,
one for each view, and described to OpenAPI by the `...Out` models.
"""

from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

from marketplace.domain.ads.schemas import AdCard, AdDetail, FieldValue
from marketplace.domain.catalog import CategoryView, FieldView, SubcategoryView
from marketplace.domain.money import to_rupees
from marketplace.domain.views import Photo
from marketplace.models import AccountKind, ReportTarget
from marketplace.storable import make_storable

KIND_NAMES = {AccountKind.BUYER: "user", AccountKind.SELLER: "seller", AccountKind.ADMIN: "admin"}
KINDS = {name: kind for kind, name in KIND_NAMES.items()}
TARGET_NAMES = {ReportTarget.AD: "product", ReportTarget.ACCOUNT: "account", ReportTarget.CONVERSATION: "conversation"}
TARGETS = {name: target for target, name in TARGET_NAMES.items()}
EXAMPLE_ID = "01M7YH44H3FVMP4547R0ZWQBC3"


class Body(BaseModel):
    """Base of request bodies; unknown fields are ignored (contract, Conventions), and null counts as left out."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def _tidy(cls, value: Any) -> Any:
        # What a refusal repeats must be sayable too, so the database's own care is not enough.
        value = make_storable(value)
        return {key: item for key, item in value.items() if item is not None} if isinstance(value, dict) else value


class Order(Body):
    """Every id exactly once, in the order wanted."""

    order: list[str] = Field(examples=[[EXAMPLE_ID]])


class Leaving(Body):
    """Where the ads of what is archived go."""

    move_to: str = Field("", examples=[EXAMPLE_ID], description="a category or subcategory; needed if there are ads")


class Out(BaseModel):
    """Base of the models that describe answers; fields named `id` are `_id` on the wire."""

    model_config = ConfigDict(alias_generator=lambda name: "_id" if name == "id" else to_camel(name), extra="allow")


class ImageOut(Out):
    """A photo."""

    name: str = Field(examples=["sofa-front.jpg"])
    url: str = Field(examples=["/media/3f2a-1600.webp"])
    public_id: str = Field(alias="public_id", examples=[EXAMPLE_ID])


class NamedOut(Out):
    """A thing by id and name."""

    id: str = Field(examples=[EXAMPLE_ID])
    name: str = Field(examples=["Furniture"])


class CategoryOut(Out):
    """A category."""

    id: str = Field(examples=[EXAMPLE_ID])
    name: str = Field(examples=["Furniture"])
    images: list[ImageOut]
    position: int
    count: int = Field(examples=[42], description="live ads")


class DynamicFieldOut(Out):
    """The definition of a dynamic field."""

    id: str = Field(examples=[EXAMPLE_ID])
    label: str = Field(examples=["Year"])
    input_type: str = Field(examples=["number"], description="text, number, date, select or file")
    required: bool
    options: list[str] = Field(description="for select")


class SubcategoryOut(Out):
    """A subcategory with its dynamic fields, in the order of the form."""

    id: str = Field(examples=[EXAMPLE_ID])
    name: str = Field(examples=["Sofas"])
    category: str = Field(examples=[EXAMPLE_ID])
    dynamic_fields: list[DynamicFieldOut]


class FileOut(Out):
    """An uploaded file."""

    url: str = Field(examples=["/media/3f2a.pdf"])
    name: str = Field(examples=["papers.pdf"])


class FieldValueOut(Out):
    """The value of a dynamic field; `fileValue` comes with file fields."""

    field_ref: str = Field(examples=[EXAMPLE_ID])
    label: str = Field(examples=["Year"])
    input_type: str = Field(examples=["number"])
    value: str | float | None = Field(None, examples=[2019])
    file_value: FileOut | None = None


class ProductOut(Out):
    """An ad. Lists leave out what only the ad's own page needs."""

    id: str = Field(examples=[EXAMPLE_ID])
    name: str = Field(examples=["Teak sofa, three seats"])
    title: str = ""
    short_description: str = ""
    description: str = ""
    termsandcondition: str = ""
    price: float | None = Field(None, examples=[18500], description="rupees, before the discount")
    discount: float = Field(0, description="percent")
    final_price: float | None = Field(None, description="rupees, after the discount")
    state: str = ""
    city: str = ""
    place: str = ""
    latitude: str = Field("", description="degrees; rounded for all but the owner and admins")
    longitude: str = ""
    location: str = Field("", examples=["Kothrud, Pune, Maharashtra"])
    producttype: str = Field(examples=["sell"], description="sell, rent or lease")
    seller_id: str = Field(examples=[EXAMPLE_ID])
    seller_name: str = ""
    status: str = Field(examples=["approved"], description="pending, approved, rejected, sold or expired")
    note: str = Field("", description="why it was rejected; for the owner and admins")
    category_id: NamedOut
    subcategory_id: NamedOut | str | None = None
    images: list[ImageOut]
    field_values: list[FieldValueOut] = Field(default_factory=list)
    featured: bool = False
    is_new: bool = False
    wishlisted: bool = False
    version: int = Field(1, description="rises with each change that is handed in")


class ProductListOut(BaseModel):
    """A page of ads."""

    success: bool = True
    products: list[ProductOut]
    total: int = Field(examples=[128])
    totalPages: int = Field(examples=[11])
    page: int = Field(examples=[1])


def moment(value: datetime | None) -> str | None:
    """ISO 8601 in UTC with `Z`, milliseconds."""
    if value is None:
        return None
    return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def image(photo: Photo) -> dict[str, Any]:
    """A photo; `thumb`, `width` and `height` are beside what the contract names."""
    return {
        "name": photo.name,
        "url": photo.url,
        "public_id": photo.id,
        "thumb": photo.thumb or photo.url,
        "width": photo.width,
        "height": photo.height,
    }


def category(view: CategoryView) -> dict[str, Any]:
    """A category."""
    images = [image(view.image)] if view.image else []
    return {"_id": view.id, "name": view.name, "images": images, "position": view.position, "count": view.count}


def subcategory(view: SubcategoryView) -> dict[str, Any]:
    """A subcategory with its dynamic fields."""
    fields = [dynamic_field(field) for field in view.fields]
    return {"_id": view.id, "name": view.name, "category": view.category_id, "dynamicFields": fields}


def dynamic_field(view: FieldView) -> dict[str, Any]:
    """The definition of a dynamic field."""
    return {
        "_id": view.id,
        "label": view.label,
        "inputType": view.input_type,
        "required": view.required,
        "options": list(view.options),
    }


def coordinate(value: float | None) -> str:
    """Degrees as text, six decimals at most; empty without any."""
    return "" if value is None else f"{value:.6f}".rstrip("0").rstrip(".")


def product_card(ad: AdCard) -> dict[str, Any]:
    """An ad in a list."""
    return {
        "_id": ad.id,
        "name": ad.name,
        "title": ad.title,
        "price": to_rupees(ad.asked_paise),
        "discount": ad.discount_percent,
        "finalPrice": to_rupees(ad.price_paise),
        "state": ad.state,
        "city": ad.city,
        "place": ad.place,
        "location": ad.location,
        "producttype": ad.ad_type,
        "sellerId": ad.seller_id,
        "status": ad.status,
        "featured": ad.featured,
        "isNew": ad.is_new,
        "wishlisted": ad.saved,
        "categoryId": {"_id": ad.category_id, "name": ad.category_name},
        "subcategoryId": ad.subcategory_id or None,
        "images": [image(ad.cover)] if ad.cover else [],
        "createdAt": moment(ad.published_at),
    }


def field_value(value: FieldValue) -> dict[str, Any]:
    """A dynamic field's value: a JSON number for number fields; file fields carry `fileValue` too."""
    answer: dict[str, Any] = {
        "fieldRef": value.field_ref,
        "label": value.label,
        "inputType": value.input_type,
        "value": _number(value.value) if value.input_type == "number" else value.value,
    }
    if value.input_type == "file" and value.value:
        answer["fileValue"] = {"url": value.value, "name": value.file_name}
    return answer


def _number(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def product(ad: AdDetail) -> dict[str, Any]:
    """An ad in full."""
    return {
        "_id": ad.id,
        "name": ad.name,
        "title": ad.title,
        "shortDescription": ad.short_description,
        "description": ad.description,
        "termsandcondition": ad.terms,
        "price": to_rupees(ad.asked_paise),
        "discount": ad.discount_percent,
        "finalPrice": to_rupees(ad.price_paise),
        "state": ad.state,
        "city": ad.city,
        "place": ad.place,
        "latitude": coordinate(ad.latitude),
        "longitude": coordinate(ad.longitude),
        "location": ad.location,
        "producttype": ad.ad_type,
        "sellerId": ad.seller_id,
        "sellerName": ad.seller_name,
        "status": ad.status,
        "note": ad.note,
        "featured": ad.featured,
        "isNew": ad.is_new,
        "wishlisted": ad.saved,
        "categoryId": {"_id": ad.category_id, "name": ad.category_name},
        "subcategoryId": {"_id": ad.subcategory_id, "name": ad.subcategory_name} if ad.subcategory_id else None,
        "images": [image(photo) for photo in ad.images],
        "fieldValues": [field_value(value) for value in ad.fields],
        "version": ad.version,
        "createdAt": moment(ad.created_at),
        "updatedAt": moment(ad.updated_at),
    }

"""Queries for the full view of an ad: one for the ad with a version, one for the photos and fields of versions."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import String, bindparam, case, literal, union_all
from sqlalchemy import select as select_columns
from sqlmodel import Session, col

from marketplace.db.rows import read_rows
from marketplace.domain.ad_texts import AD_TEXTS
from marketplace.domain.ads.queries import FILE_COLUMNS
from marketplace.models import (
    Account,
    AccountStatus,
    Ad,
    AdStatus,
    AdType,
    AdVersion,
    AdVersionImage,
    AdVersionValue,
    Category,
    FieldDefinition,
    PriceUnit,
    Review,
    Subcategory,
    Upload,
    UploadKind,
)


class DetailRow(NamedTuple):
    """An ad with one of its versions. A row also has the other texts of `AD_TEXTS`, so its columns are read by name."""

    id: str
    seller_id: str
    status: AdStatus
    live_version_id: str | None
    first_approved_at: datetime | None
    sold_at: datetime | None
    featured: bool
    reserved_until: datetime | None
    paused_until: datetime | None
    confirmed_at: datetime | None
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None
    place: str
    city: str
    state: str
    number: int
    price_paise: int | None
    price_unit: PriceUnit | None
    discount_basis_points: int
    ad_type: AdType
    category_id: str
    subcategory_id: str | None
    latitude: float | None
    longitude: float | None
    review: Review
    reason_code: str
    note: str
    decided_at: datetime | None
    version_id: str
    category_name: str
    subcategory_name: str | None
    seller_name: str
    seller_status: AccountStatus
    shop_name: str
    takes_calls: bool
    phone: str


class Attachment(NamedTuple):
    """A photo, or the value of a dynamic field with its file, if it has one. Photos have empty texts.

    Attributes:
        is_public: whether everyone who sees the ad may open the file.
    """

    is_photo: bool
    version_id: str
    position: int
    field_id: str
    label: str
    input_type: str
    text: str
    unit: str
    is_public: bool
    id: str | None
    kind: UploadKind | None
    name: str | None
    digest: str | None
    width: int | None
    height: int | None
    ai_made: bool | None


# Built once: every page of an ad runs these, and building a statement takes longer than running it.
_IDS = bindparam("ids", expanding=True)
_nothing = literal("", String).label
_ATTACHMENTS = union_all(
    select_columns(
        literal(True).label("is_photo"),
        col(AdVersionImage.version_id),
        col(AdVersionImage.position),
        *(_nothing(name) for name in ("field_id", "label", "input_type", "text", "unit")),
        literal(True).label("is_public"),
        *map(col, FILE_COLUMNS),
    )
    .join(Upload, col(Upload.id) == AdVersionImage.upload_id)
    .where(col(AdVersionImage.version_id).in_(_IDS), col(Upload.kind) == UploadKind.IMAGE),
    select_columns(
        literal(False),
        col(AdVersionValue.version_id),
        col(AdVersionValue.position),
        col(AdVersionValue.field_id),
        col(AdVersionValue.label),
        col(AdVersionValue.input_type),
        col(AdVersionValue.text),
        col(AdVersionValue.unit),
        col(FieldDefinition.is_public),
        *map(col, FILE_COLUMNS),
    )
    .join(FieldDefinition, col(FieldDefinition.id) == AdVersionValue.field_id)
    .outerjoin(Upload, col(Upload.id) == AdVersionValue.upload_id)
    .where(col(AdVersionValue.version_id).in_(_IDS)),
).order_by("version_id", "position")
# What the full view of a version shows, without photos and fields.
_DETAIL = (
    *(col(getattr(Ad, name)) for name in (
        "id", "seller_id", "status", "live_version_id", "first_approved_at", "sold_at", "featured", "reserved_until",
        "paused_until", "confirmed_at", "created_at", "updated_at", "expires_at",
    )),
    *(col(getattr(AdVersion, name)) for name in (
        *AD_TEXTS, "number", "price_paise", "price_unit", "discount_basis_points", "ad_type", "category_id",
        "subcategory_id", "latitude", "longitude", "review", "reason_code", "note", "decided_at",
    )),
    col(AdVersion.id).label("version_id"),
    col(Category.name).label("category_name"),
    col(Subcategory.name).label("subcategory_name"),
    *(col(getattr(Account, name)).label(f"seller_{name}") for name in ("name", "status")),
    col(Account.shop_name),
    col(Account.takes_calls),
    col(Account.phone),
)  # fmt: skip
_is_own = col(Ad.seller_id) == bindparam("account_id", type_=String)
_SHOWN, _SUBMITTED, _DETAILS = (
    select_columns(*_DETAIL)
    .select_from(Ad)
    .join(Account, col(Account.id) == Ad.seller_id)
    .outerjoin(AdVersion, is_shown)
    .outerjoin(Category, col(Category.id) == AdVersion.category_id)
    .outerjoin(Subcategory, col(Subcategory.id) == AdVersion.subcategory_id)
    .where(condition)
    for is_shown, condition in (
        (
            AdVersion.id == case((_is_own, col(Ad.submitted_version_id)), else_=col(Ad.live_version_id)),
            Ad.id == bindparam("ad_id"),
        ),
        (AdVersion.id == Ad.submitted_version_id, Ad.id == bindparam("ad_id")),
        (AdVersion.ad_id == Ad.id, col(AdVersion.id).in_(_IDS)),
    )
)


def find_shown(db: Session, ad_id: str, *, account_id: str | None, is_admin: bool) -> DetailRow | None:
    """Return what the full view of an ad shows, in any state; None if there is no such ad.

    The owner and admins see the submitted version, others the live one; without a version, its columns are None.
    """
    values = {"ad_id": ad_id} if is_admin else {"ad_id": ad_id, "account_id": account_id or ""}
    return read_rows(db, _SUBMITTED if is_admin else _SHOWN, values).one_or_none()


def list_details(db: Session, version_ids: Sequence[str]) -> dict[str, DetailRow]:
    """Like `find_shown` for these versions, by their ids."""
    return {row.version_id: row for row in read_rows(db, _DETAILS, {"ids": version_ids})}


def list_attachments(db: Session, version_ids: Sequence[str]) -> list[Attachment]:
    """Return the photos and the dynamic field values of the versions in order."""
    return list(read_rows(db, _ATTACHMENTS, {"ids": version_ids}))

"""Statements of the desk. Admins see all ads but deleted ones; the verbs check that an admin asks."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import ColumnElement, and_, or_
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, func, select

from marketplace.domain.paging import Window
from marketplace.models import (
    Account,
    Ad,
    AdStatus,
    AdVersion,
    AdVersionImage,
    AdVersionValue,
    Category,
    Report,
    ReportStatus,
    ReportTarget,
    Review,
    Subcategory,
    Upload,
)

_not_deleted = col(Ad.status) != AdStatus.DELETED
_waiting = and_(_not_deleted, col(Ad.review_waiting_since).is_not(None))
# What the admin is shown is the version handed in last, so its review decides among approved ads.
_FILTERS: dict[str, ColumnElement[bool]] = {
    "": _not_deleted,
    "pending": _waiting,
    "approved": and_(col(Ad.status) == AdStatus.APPROVED, col(AdVersion.review) == Review.APPROVED),
    "rejected": and_(
        col(Ad.status).in_((AdStatus.REJECTED, AdStatus.APPROVED)), col(AdVersion.review) == Review.REJECTED
    ),
    "sold": col(Ad.status) == AdStatus.SOLD,
    "expired": col(Ad.status) == AdStatus.EXPIRED,
}
STATUSES = tuple(name for name in _FILTERS if name)


@dataclass(frozen=True, slots=True)
class QueueRow:
    """An ad with the version handed in last and the names around it."""

    ad: Ad
    version: AdVersion
    category_name: str
    seller_name: str
    cover_id: str | None


def list_queue(db: Session, status: str, q: str, window: Window, most: int) -> tuple[list[QueueRow], int]:
    """Ads of a status ('' for all): waiting ones resubmissions first and then oldest first, others newest first.

    Returns:
        The rows of the window, and how many there are in all, counted up to `most`.
    """
    wanted = [_FILTERS[status]]
    if q:
        wanted.append(col(AdVersion.name).icontains(q, autoescape=True))
    order = [col(Ad.id).desc()]
    if status == "pending":
        order = [col(Ad.review_resubmitted).desc(), col(Ad.review_waiting_since), col(Ad.id)]
    counted = select(Ad.id).join(AdVersion, col(AdVersion.id) == Ad.submitted_version_id).where(*wanted).limit(most)
    total = db.exec(select(func.count()).select_from(counted.subquery())).one()
    cover = and_(col(AdVersionImage.version_id) == col(AdVersion.id), col(AdVersionImage.position) == 0)
    rows = db.execute(
        sa.select(Ad, AdVersion, col(Category.name), col(Account.username), col(AdVersionImage.upload_id))
        .join(AdVersion, col(AdVersion.id) == Ad.submitted_version_id)
        .join(Category, col(Category.id) == AdVersion.category_id)
        .join(Account, col(Account.id) == Ad.seller_id)
        .outerjoin(AdVersionImage, cover)
        .where(*wanted)
        .order_by(*order)
        .offset(window.offset)
        .limit(window.limit)
    )
    return [QueueRow(*row) for row in rows], total


def count_waiting(db: Session) -> tuple[int, datetime | None]:
    """How many ads wait, and since when the oldest does."""
    return db.exec(select(func.count(), func.min(Ad.review_waiting_since)).where(_waiting)).one()


def count_decided(db: Session, since: datetime) -> int:
    """How many decisions were made from a moment on."""
    # A version that only lost a photo keeps its verdict, so one decision may stand on several versions.
    decided = (
        select(AdVersion.ad_id, AdVersion.decided_at)
        .where(
            col(AdVersion.decided_at) >= since,
            col(AdVersion.review).in_((Review.APPROVED, Review.REJECTED)),
            col(AdVersion.decided_by).is_not(None),
        )
        .distinct()
    )
    return db.exec(select(func.count()).select_from(decided.subquery())).one()


def find_ad(db: Session, ad_id: str) -> Ad | None:
    """An ad that is not deleted."""
    return db.exec(select(Ad).where(Ad.id == ad_id, _not_deleted)).one_or_none()


def list_versions(db: Session, ad_id: str) -> list[tuple[AdVersion, str | None]]:
    """The ad's versions, newest first, each with the username of who decided it."""
    rows = db.exec(
        select(AdVersion, Account.username)
        .outerjoin(Account, col(Account.id) == AdVersion.decided_by)
        .where(AdVersion.ad_id == ad_id)
        .order_by(col(AdVersion.number).desc())
    )
    return [(version, name) for version, name in rows]


@dataclass(frozen=True, slots=True)
class Contents:
    """All that a version says."""

    version: AdVersion
    category_name: str
    subcategory_name: str
    image_ids: tuple[str, ...]
    values: dict[str, tuple[str, str, str | None]]
    """Of each dynamic field: label, value (of a file, its name) and the file's upload id."""


def find_contents(db: Session, version_id: str) -> Contents | None:
    """One version with its photos and dynamic values."""
    found = db.exec(
        select(AdVersion, Category.name, Subcategory.name)
        .join(Category, col(Category.id) == AdVersion.category_id)
        .outerjoin(Subcategory, col(Subcategory.id) == AdVersion.subcategory_id)
        .where(AdVersion.id == version_id)
    ).one_or_none()
    if found is None:
        return None
    version, category_name, subcategory_name = found
    images = db.exec(
        select(AdVersionImage.upload_id)
        .where(AdVersionImage.version_id == version_id)
        .order_by(col(AdVersionImage.position))
    )
    values = db.exec(
        select(AdVersionValue, Upload.name)
        .outerjoin(Upload, col(Upload.id) == AdVersionValue.upload_id)
        .where(AdVersionValue.version_id == version_id)
        .order_by(col(AdVersionValue.position))
    )
    return Contents(
        version,
        category_name,
        subcategory_name or "",
        tuple(images),
        {value.field_id: (value.label, file_name or value.text, value.upload_id) for value, file_name in values},
    )


def count_ads(db: Session, seller_id: str) -> dict[str, int]:
    """The seller's ads by status, deleted ones too."""
    rows = db.exec(select(Ad.status, func.count()).where(Ad.seller_id == seller_id).group_by(col(Ad.status)))
    return {AdStatus(status).value: number for status, number in rows}


def count_rejections(db: Session, seller_id: str) -> int:
    """How many times the seller was rejected."""
    rejected = (
        select(AdVersion.ad_id, AdVersion.decided_at)
        .join(Ad, col(Ad.id) == AdVersion.ad_id)
        .where(Ad.seller_id == seller_id, AdVersion.review == Review.REJECTED)
        .distinct()
    )
    return db.exec(select(func.count()).select_from(rejected.subquery())).one()


def count_reports_on(db: Session, seller_id: str) -> dict[ReportStatus, int]:
    """Reports on the account and on its ads, by status."""
    own_ads = select(Ad.id).where(Ad.seller_id == seller_id)
    about = or_(
        and_(col(Report.target) == ReportTarget.ACCOUNT, col(Report.target_id) == seller_id),
        and_(col(Report.target) == ReportTarget.AD, col(Report.target_id).in_(own_ads)),
    )
    rows = db.exec(select(Report.status, func.count()).where(about).group_by(col(Report.status)))
    return {ReportStatus(status): number for status, number in rows}


def list_accounts(
    db: Session, filters: dict[str, str], q: str, window: Window, most: int
) -> tuple[list[tuple[Account, int]], int]:
    """Accounts, newest first, each with its number of ads that are not deleted.

    Args:
        filters: column and value; empty values count as absent.
        q: part of a username, name, email or phone number, or an id.
    """
    wanted = [getattr(Account, name) == value for name, value in filters.items() if value]
    if q:
        wanted.append(
            or_(
                col(Account.username_key).contains(q.casefold(), autoescape=True),
                col(Account.name).icontains(q, autoescape=True),
                col(Account.email).contains(q.casefold(), autoescape=True),
                col(Account.phone).contains(q, autoescape=True),
                col(Account.id) == q,
            )
        )
    total = db.exec(select(func.count()).select_from(select(Account.id).where(*wanted).limit(most).subquery())).one()
    own = aliased(Ad)
    ads = (
        select(func.count())
        .select_from(own)
        .where(own.seller_id == Account.id, own.status != AdStatus.DELETED)
        .correlate(Account)
        .scalar_subquery()
    )
    rows = db.execute(
        select(Account, ads).where(*wanted).order_by(col(Account.id).desc()).offset(window.offset).limit(window.limit)
    )
    return [(account, number) for account, number in rows], total

"""Queries of moderation. They cover all ads except deleted ones; the domain functions check for an admin."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, String, cast, literal, union_all
from sqlalchemy import select as select_columns
from sqlalchemy.orm import aliased
from sqlmodel import Session, and_, case, col, func, or_, select

from marketplace.domain.accounts.queries import is_named
from marketplace.domain.field_texts import format_field
from marketplace.domain.paging import Window, fetch
from marketplace.models import (
    Account,
    Ad,
    AdStatus,
    AdVersion,
    AdVersionImage,
    AdVersionValue,
    Category,
    Deal,
    Enquiry,
    Report,
    ReportStatus,
    ReportTarget,
    Review,
    Subcategory,
    Upload,
)


def list_waiting_since(db: Session, ad_ids: list[str]) -> dict[str, datetime | None]:
    """Return when each of these ads entered the moderation queue."""
    return dict(db.exec(select(Ad.id, Ad.review_waiting_since).where(col(Ad.id).in_(ad_ids))).all())


def count_waiting(db: Session) -> tuple[int, datetime | None]:
    """Count the waiting ads, and return since when the oldest waits."""
    # Deleted ads never wait, so the index alone answers.
    since = col(Ad.review_waiting_since)
    return db.exec(select(func.count(), func.min(since)).where(since.is_not(None))).one()


def count_decided(db: Session, since: datetime) -> int:
    """Count the decisions made since a moment."""
    # A version that only lost a photo copies its decision, so one decision may be stored on several versions.
    decided = (
        select(AdVersion.decided_at, AdVersion.ad_id)
        .where(col(AdVersion.decided_at) >= since, col(AdVersion.decided_by).is_not(None))
        .distinct()
    )
    return db.exec(select(func.count()).select_from(decided.subquery())).one()


def get_ad(db: Session, ad_id: str) -> Ad:
    """Load an ad that is known to exist."""
    return db.exec(select(Ad).where(Ad.id == ad_id)).one()


class DecidedVersion(NamedTuple):
    """A version without its content, and the username and id of the admin who decided on it."""

    number: int
    review: Review
    reason_code: str
    note: str
    decided_by: str | None
    decided_by_id: str | None
    decided_at: datetime | None
    created_at: datetime


def list_versions(db: Session, ad_id: str, most: int) -> list[DecidedVersion]:
    """List at most `most` of the ad's versions, newest first."""
    # Changes that were replaced come last, so that many of them in a row don't hide a decision.
    is_replaced = case((col(AdVersion.review) == Review.REPLACED, 1), else_=0)
    rows = db.execute(
        select_columns(
            col(AdVersion.number),
            col(AdVersion.review),
            col(AdVersion.reason_code),
            col(AdVersion.note),
            col(Account.username),
            col(AdVersion.decided_by),
            col(AdVersion.decided_at),
            col(AdVersion.created_at),
        )
        .outerjoin(Account, col(Account.id) == AdVersion.decided_by)
        .where(col(AdVersion.ad_id) == ad_id)
        .order_by(is_replaced, col(AdVersion.number).desc())
        .limit(most)
    )
    return sorted((DecidedVersion(*row) for row in rows), key=lambda version: -version.number)


@dataclass(frozen=True, slots=True)
class Contents:
    """The whole content of a version."""

    version: AdVersion
    category_name: str
    subcategory_name: str
    image_ids: tuple[str, ...]
    values: dict[str, tuple[str, str, str | None]]
    """Dynamic field id -> label, value (a file's name), and the file's upload id."""


def get_contents(db: Session, version_id: str) -> Contents:
    """Load a version that is known to exist, with its photos and dynamic values."""
    version, category_name, subcategory_name = db.exec(
        select(AdVersion, Category.name, Subcategory.name)
        .join(Category, col(Category.id) == AdVersion.category_id)
        .outerjoin(Subcategory, col(Subcategory.id) == AdVersion.subcategory_id)
        .where(AdVersion.id == version_id)
    ).one()
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
        {
            value.field_id: (
                value.label,
                file_name or format_field(value.input_type, value.text, value.unit),
                value.upload_id,
            )
            for value, file_name in values
        },
    )


def find_rejected_before(db: Session, ad: Ad) -> AdVersion | None:
    """Return the last decided version of an ad whose newest version waits, if it was rejected."""
    decided = (
        select(AdVersion)
        .where(AdVersion.ad_id == ad.id, col(AdVersion.review).in_((Review.APPROVED, Review.REJECTED)))
        .order_by(col(AdVersion.number).desc())
        .limit(1)
    )
    last = db.exec(decided).first()
    is_earlier = last is not None and last.id != ad.submitted_version_id
    return last if last is not None and is_earlier and last.review is Review.REJECTED else None


def count_ads(db: Session, seller_id: str) -> dict[str, int]:
    """Count the seller's ads by status, deleted ones included."""
    rows = db.exec(select(Ad.status, func.count()).where(Ad.seller_id == seller_id).group_by(col(Ad.status)))
    return {AdStatus(status).value: number for status, number in rows}


def count_rejections(db: Session, seller_id: str) -> int:
    """Count the rejections of the seller's ads."""
    rejected = (
        select(AdVersion.ad_id, AdVersion.decided_at)
        .join(Ad, col(Ad.id) == AdVersion.ad_id)
        .where(Ad.seller_id == seller_id, AdVersion.review == Review.REJECTED)
        .distinct()
    )
    return db.exec(select(func.count()).select_from(rejected.subquery())).one()


def is_report_on(account_id: str) -> ColumnElement[bool]:
    """Condition on reports: they are about an account or its ads."""
    own_ads = select(Ad.id).where(Ad.seller_id == account_id)
    return or_(
        and_(col(Report.target) == ReportTarget.ACCOUNT, col(Report.target_id) == account_id),
        and_(col(Report.target) == ReportTarget.AD, col(Report.target_id).in_(own_ads)),
    )


def count_trades(db: Session, account_id: str) -> list[tuple[str, str, int]]:
    """Count the account's deals and its enquiries for rentals by status, in one statement: which of the two, status, number."""
    counted = [
        select_columns(literal(name), cast(col(table.status), String), func.count())
        .where(or_(col(table.buyer_id) == account_id, col(table.seller_id) == account_id))
        .group_by(col(table.status))
        for name, table in (("deal", Deal), ("rental", Enquiry))
    ]
    return [(name, status, number) for name, status, number in db.execute(union_all(*counted))]


def count_reports_on(db: Session, seller_id: str) -> tuple[int, int]:
    """Count what was reported of an account and its ads, and what of it has open reports; each target counts once."""
    about = is_report_on(seller_id)
    is_open = case((col(Report.status) == ReportStatus.OPEN, col(Report.target_id)))
    counted = select(func.count(func.distinct(Report.target_id)), func.count(func.distinct(is_open))).where(about)
    reported, still_open = db.exec(counted).one()
    return reported, still_open


def list_accounts(
    db: Session, filters: dict[str, str], q: str, window: Window
) -> tuple[list[tuple[Account, int]], int]:
    """List accounts that match non-empty filters and have `q` in names, email, phone number or id, newest first, each with
    its number of ads.
    """
    wanted = [getattr(Account, name) == value for name, value in filters.items() if value]
    if q:
        wanted.append(
            or_(
                is_named(q),
                col(Account.email).contains(q.casefold(), autoescape=True),
                col(Account.phone).contains(q, autoescape=True),
                col(Account.id) == q,
            )
        )
    own = aliased(Ad)
    ads = (
        select(func.count())
        .select_from(own)
        .where(own.seller_id == Account.id, own.status != AdStatus.DELETED)
        .correlate(Account)
        .scalar_subquery()
    )
    found = select(Account, ads).where(*wanted).order_by(col(Account.id).desc())
    return fetch(db, found, window, select(Account.id).where(*wanted))

"""Queries on rentals and their condition records."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import case, exists, func
from sqlmodel import Session, and_, col, or_, select

from marketplace.core import clock
from marketplace.domain.handovers.rules import occasion_of_leaving
from marketplace.domain.waiting_rows import MOST
from marketplace.models import (
    Account,
    AccountStatus,
    Ad,
    AdVersion,
    Category,
    ConditionEntry,
    Deposit,
    Enquiry,
    EnquiryStatus,
    Notification,
    RentalStage,
    Subcategory,
    Upload,
)
from marketplace.settings import get_settings


def lock_ad(db: Session, ad_id: str) -> None:
    """Lock the ad until the transaction ends; serialises changes to its enquiries and their records."""
    db.exec(select(Ad.id).where(Ad.id == ad_id).with_for_update()).one()


def find_enquiry(db: Session, enquiry_id: str) -> Enquiry | None:
    """Load an enquiry in its current state; the caller checks who is a party."""
    return db.exec(
        select(Enquiry).where(Enquiry.id == enquiry_id).execution_options(populate_existing=True)
    ).one_or_none()


def list_current(db: Session, account_id: str, begun_by: datetime, ends_after: datetime) -> list[Enquiry]:
    """List an account's bookings, by the end of their dates."""
    wanted = select(Enquiry).where(
        or_(Enquiry.buyer_id == account_id, Enquiry.seller_id == account_id),
        Enquiry.status == EnquiryStatus.ACCEPTED,
        Enquiry.pickup_at <= begun_by,
        Enquiry.drop_at > ends_after,
    )
    return list(db.exec(wanted.order_by(col(Enquiry.drop_at), col(Enquiry.id)).limit(MOST)))


def list_left(db: Session, account_id: str, limit: int | None = None) -> list[Enquiry]:
    """List a deleted account's running rentals whose other party has not been told of that, by ad."""
    other_id = case((col(Enquiry.seller_id) == account_id, col(Enquiry.buyer_id)), else_=col(Enquiry.seller_id))
    told = (
        col(Notification.account_id) == other_id,
        col(Notification.occasion) == occasion_of_leaving(col(Enquiry.id)),
    )
    wanted = select(Enquiry).where(
        or_(Enquiry.buyer_id == account_id, Enquiry.seller_id == account_id),
        Enquiry.status == EnquiryStatus.ACCEPTED,
        col(Enquiry.picked_up_at).is_not(None),
        col(Enquiry.returned_at).is_(None),
        Enquiry.drop_at > clock.now() - timedelta(days=get_settings().review_days),
        exists().where(col(Account.id) == other_id, col(Account.status) != AccountStatus.DELETED),
        ~exists().where(and_(*told)),
    )
    return list(db.exec(wanted.order_by(col(Enquiry.ad_id), col(Enquiry.id)).limit(limit)))


def list_entries_of(db: Session, enquiry_ids: Iterable[str]) -> list[ConditionEntry]:
    """List the entries of records by number."""
    wanted = select(ConditionEntry).where(col(ConditionEntry.enquiry_id).in_(list(enquiry_ids)))
    return list(db.exec(wanted.order_by(col(ConditionEntry.number))))


def list_entries(db: Session, enquiry_id: str) -> list[ConditionEntry]:
    """List the entries of a record by number, in their current state."""
    return list(
        db.exec(
            select(ConditionEntry)
            .where(ConditionEntry.enquiry_id == enquiry_id)
            .order_by(col(ConditionEntry.number))
            .execution_options(populate_existing=True)
        )
    )


def map_deposits(db: Session, enquiry_id: str) -> dict[RentalStage, Deposit]:
    """What was said of the deposit of a rental, by stage, in its current state."""
    wanted = select(Deposit).where(Deposit.enquiry_id == enquiry_id)
    return {row.stage: row for row in db.exec(wanted.execution_options(populate_existing=True))}


def list_deposits(db: Session, enquiry_ids: Iterable[str]) -> list[Deposit]:
    """List what was said of the deposits of rentals."""
    return list(db.exec(select(Deposit).where(col(Deposit.enquiry_id).in_(list(enquiry_ids)))))


def find_version(db: Session, enquiry: Enquiry) -> AdVersion:
    """Return the version of the ad for which the enquiry was sent, else the public one."""
    shown = func.coalesce(enquiry.version_id, Ad.live_version_id, Ad.submitted_version_id)
    return db.exec(select(AdVersion).join(Ad, col(AdVersion.id) == shown).where(Ad.id == enquiry.ad_id)).one()


def find_entry(db: Session, enquiry_id: str, number: int) -> ConditionEntry | None:
    """Return one entry of a record."""
    return db.get(ConditionEntry, (enquiry_id, number))


def map_uploads(db: Session, upload_ids: Iterable[str]) -> dict[str, Upload]:
    """Uploads by id."""
    return {row.id: row for row in db.exec(select(Upload).where(col(Upload.id).in_(list(upload_ids))))}


def list_deleted(db: Session, *account_ids: str) -> set[str]:
    """Return those of the accounts that are deleted."""
    deleted = Account.status == AccountStatus.DELETED
    return set(db.exec(select(Account.id).where(col(Account.id).in_(account_ids), deleted)))


def list_category_names(db: Session, ad_id: str) -> tuple[str, ...]:
    """Names of the category and, if there is one, the subcategory of an ad in any state."""
    shown = func.coalesce(Ad.live_version_id, Ad.submitted_version_id)
    found = db.exec(
        select(Category.name, Subcategory.name)
        .select_from(Ad)
        .join(AdVersion, col(AdVersion.id) == shown)
        .join(Category, col(Category.id) == AdVersion.category_id)
        .outerjoin(Subcategory, col(Subcategory.id) == AdVersion.subcategory_id)
        .where(Ad.id == ad_id)
    ).one_or_none()
    return tuple(filter(None, found or ()))

"""Queries for the files of dynamic fields: who has a deal, and which ads show a file."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import select as select_columns
from sqlmodel import Session, and_, col, or_, select

from marketplace.core import clock
from marketplace.models import (
    Account,
    AccountStatus,
    Ad,
    AdVersionValue,
    Deal,
    DealStatus,
    Enquiry,
    EnquiryStatus,
    FieldDefinition,
)


class FileUse(NamedTuple):
    """A dynamic field of an ad that has a file; `is_live` for the version that the public sees."""

    ad: Ad
    seller_status: AccountStatus
    is_public: bool
    is_live: bool


def list_bought(db: Session, account_id: str, ad_ids: Collection[str]) -> set[str]:
    """Return those of the ads that the account has bought, has reserved by a deal, or has booked."""
    still_reserved = and_(
        col(Deal.status).in_((DealStatus.RESERVED, DealStatus.MEETING)), Deal.reserved_until > clock.now()
    )
    deals = select(Deal.ad_id).where(
        Deal.buyer_id == account_id, col(Deal.ad_id).in_(ad_ids), or_(Deal.status == DealStatus.DONE, still_reserved)
    )
    bookings = select(Enquiry.ad_id).where(
        Enquiry.buyer_id == account_id,
        col(Enquiry.ad_id).in_(ad_ids),
        Enquiry.status == EnquiryStatus.ACCEPTED,
    )
    return {row[0] for row in db.execute(deals.union(bookings))}


def list_uses(db: Session, upload_id: str) -> list[FileUse]:
    """List the ads whose current versions have the file in a dynamic field."""
    is_live = col(AdVersionValue.version_id) == Ad.live_version_id
    found = db.execute(
        select_columns(Ad, col(Account.status), col(FieldDefinition.is_public), is_live)
        .join(AdVersionValue, or_(is_live, col(AdVersionValue.version_id) == Ad.submitted_version_id))
        .join(FieldDefinition, col(FieldDefinition.id) == AdVersionValue.field_id)
        .join(Account, col(Account.id) == Ad.seller_id)
        .where(col(AdVersionValue.upload_id) == upload_id)
    )
    return [FileUse(*row) for row in found]

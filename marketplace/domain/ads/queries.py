"""Statements on ads. Who may see what is decided in `visibility`; every list here names whose ads it is about."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Select, String, and_, case, func, or_, type_coerce
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from marketplace.domain.paging import Window
from marketplace.models import (
    Account,
    AccountStatus,
    Ad,
    AdDraftSave,
    AdStatus,
    AdVersion,
    AdVersionImage,
    AdVersionValue,
    Block,
    Category,
    ContactReveal,
    Conversation,
    Message,
    Review,
    Subcategory,
    Upload,
    WishlistItem,
)

Submitted = aliased(AdVersion, name="submitted")

# What the owner sees as the ad's status: that of the change, while there is one (see `visibility.shown_status`).
_PUBLIC = or_(Ad.status == AdStatus.APPROVED, Ad.status == AdStatus.EXPIRED)
displayed: ColumnElement[str] = case(
    (and_(_PUBLIC, Submitted.review == Review.WAITING), AdStatus.PENDING.value),
    (and_(_PUBLIC, Submitted.review == Review.REJECTED), AdStatus.REJECTED.value),
    else_=type_coerce(Ad.status, String),
)


def find_ad(db: Session, ad_id: str) -> Ad | None:
    """An ad in whatever state."""
    return db.get(Ad, ad_id)


def lock_ad(db: Session, ad_id: str) -> Ad | None:
    """An ad as it is now, kept from others until this unit of work ends."""
    return db.exec(
        select(Ad).where(Ad.id == ad_id).with_for_update().execution_options(populate_existing=True)
    ).one_or_none()


def lock_account(db: Session, account_id: str) -> None:
    """Let what this account does wait for this unit of work to end."""
    db.exec(select(Account.id).where(Account.id == account_id).with_for_update()).first()


def list_ads(db: Session, ad_ids: Sequence[str]) -> list[Ad]:
    """These ads, except those that are deleted."""
    return list(db.exec(select(Ad).where(col(Ad.id).in_(ad_ids), Ad.status != AdStatus.DELETED)))


def list_versions(db: Session, version_ids: Iterable[str | None]) -> dict[str, AdVersion]:
    """Versions by id; None among the ids is passed over."""
    wanted = {each for each in version_ids if each}
    return {row.id: row for row in db.exec(select(AdVersion).where(col(AdVersion.id).in_(wanted)))} if wanted else {}


def list_images(db: Session, version_ids: Sequence[str], *, covers_only: bool = False) -> list[AdVersionImage]:
    """Photos of the versions in their order."""
    statement = select(AdVersionImage).where(col(AdVersionImage.version_id).in_(version_ids))
    if covers_only:
        first = aliased(AdVersionImage)
        lowest = select(func.min(first.position)).where(first.version_id == AdVersionImage.version_id).scalar_subquery()
        statement = statement.where(AdVersionImage.position == lowest)
    return list(db.exec(statement.order_by(col(AdVersionImage.version_id), col(AdVersionImage.position))))


def list_values(db: Session, version_ids: Sequence[str]) -> list[AdVersionValue]:
    """Values of the versions' dynamic fields in their order."""
    return list(
        db.exec(
            select(AdVersionValue)
            .where(col(AdVersionValue.version_id).in_(version_ids))
            .order_by(col(AdVersionValue.version_id), col(AdVersionValue.position))
        )
    )


def list_categories(db: Session, category_ids: Iterable[str]) -> dict[str, str]:
    """Names of categories by id, archived ones too."""
    return dict(db.exec(select(Category.id, Category.name).where(col(Category.id).in_(set(category_ids)))).all())


def list_subcategories(db: Session, subcategory_ids: Iterable[str | None]) -> dict[str, str]:
    """Names of subcategories by id, archived ones too."""
    wanted = {each for each in subcategory_ids if each}
    if not wanted:
        return {}
    return dict(db.exec(select(Subcategory.id, Subcategory.name).where(col(Subcategory.id).in_(wanted))).all())


def list_sellers(db: Session, seller_ids: Iterable[str]) -> dict[str, Account]:
    """Sellers' accounts by id."""
    return {row.id: row for row in db.exec(select(Account).where(col(Account.id).in_(set(seller_ids))))}


def list_saved(db: Session, buyer_id: str, ad_ids: Sequence[str]) -> set[str]:
    """Which of the ads this buyer has in the wishlist."""
    return set(
        db.exec(
            select(WishlistItem.ad_id).where(WishlistItem.buyer_id == buyer_id, col(WishlistItem.ad_id).in_(ad_ids))
        )
    )


def list_savers(db: Session, ad_id: str) -> list[str]:
    """Active buyers who have the ad in their wishlist."""
    return list(
        db.exec(
            select(WishlistItem.buyer_id)
            .join(Account, col(Account.id) == WishlistItem.buyer_id)
            .where(WishlistItem.ad_id == ad_id, Account.status == AccountStatus.ACTIVE)
        )
    )


def _shown(seller_id: str, status: str, text: str) -> Select[Ad, AdVersion]:
    statement = (
        sa.select(Ad, Submitted)
        .join(Submitted, Submitted.id == Ad.submitted_version_id)
        .where(Ad.status != AdStatus.DELETED)
    )
    if seller_id:
        statement = statement.where(Ad.seller_id == seller_id)
    if status == "featured":
        statement = statement.where(col(Ad.featured).is_(True), displayed == AdStatus.APPROVED.value)
    elif status:
        statement = statement.where(displayed == status)
    if text:
        statement = statement.where(
            func.lower(Submitted.name + " " + Submitted.title).contains(text.lower(), autoescape=True)
        )
    return statement


def list_shown(
    db: Session,
    window: Window,
    most: int,
    *,
    seller_id: str = "",
    status: str = "",
    text: str = "",
    oldest_first: bool = False,
) -> tuple[list[tuple[Ad, AdVersion]], int]:
    """Ads with their submitted versions, as owners and admins see them.

    Args:
        status: the one the owner sees, or `featured`.
        text: somewhere in the name or title.
        oldest_first: what waits for review by when it began to wait, resubmissions before all others.

    Returns:
        The rows of the window, and how many there are in all, counted up to `most`.
    """
    statement = _shown(seller_id, status, text)
    counted = statement.with_only_columns(col(Ad.id)).limit(most).subquery()
    total = db.scalar(select(func.count()).select_from(counted)) or 0
    order = (
        (col(Ad.review_resubmitted).desc(), col(Ad.review_waiting_since), col(Ad.id))
        if oldest_first
        else (col(Ad.id).desc(),)
    )
    rows = db.execute(statement.order_by(*order).offset(window.offset).limit(window.limit)).all()
    return [(ad, version) for ad, version in rows], total


def count_shown(db: Session, seller_id: str) -> list[tuple[str, bool, int]]:
    """A seller's ads counted by the status the owner sees and by whether they are featured."""
    statement = _shown(seller_id, "", "").with_only_columns(displayed, col(Ad.featured), func.count())
    return [
        (status, featured, count)
        for status, featured, count in db.execute(statement.group_by(displayed, col(Ad.featured)))
    ]


def list_live_of(db: Session, seller_id: str, *, with_sold: bool) -> list[Ad]:
    """An active seller's approved ads, newest first."""
    wanted = [AdStatus.APPROVED, AdStatus.SOLD] if with_sold else [AdStatus.APPROVED]
    return list(
        db.exec(
            select(Ad)
            .join(Account, col(Account.id) == Ad.seller_id)
            .where(Ad.seller_id == seller_id, col(Ad.status).in_(wanted), Account.status == AccountStatus.ACTIVE)
            .order_by(col(Ad.first_approved_at).desc(), col(Ad.id).desc())
        )
    )


def list_ids_of(db: Session, seller_id: str) -> list[str]:
    """All ads of a seller that are not deleted, oldest first."""
    return list(
        db.exec(select(Ad.id).where(Ad.seller_id == seller_id, Ad.status != AdStatus.DELETED).order_by(col(Ad.id)))
    )


def list_showing(db: Session, owner_id: str, digest: str) -> list[tuple[str, str]]:
    """The owner's ads whose submitted version shows the owner's file, as (ad id, upload id), oldest first."""
    in_images = select(AdVersionImage.version_id, AdVersionImage.upload_id)
    in_values = select(AdVersionValue.version_id, AdVersionValue.upload_id)
    shown = in_images.union(in_values).subquery()
    return [
        (ad_id, upload_id)
        for ad_id, upload_id in db.execute(
            select(Ad.id, Upload.id)
            .join(shown, shown.c.version_id == Ad.submitted_version_id)
            .join(Upload, col(Upload.id) == shown.c.upload_id)
            .where(
                Ad.seller_id == owner_id,
                Ad.status != AdStatus.DELETED,
                Upload.owner_id == owner_id,
                Upload.digest == digest,
            )
            .order_by(col(Ad.id))
        )
    ]


def list_uploads(db: Session, upload_ids: Iterable[str]) -> list[Upload]:
    """Uploads by id, taken out or not."""
    return list(db.exec(select(Upload).where(col(Upload.id).in_(set(upload_ids)))))


def list_expired(db: Session, now: datetime, limit: int) -> list[str]:
    """Approved ads whose time has run out, the longest ago first."""
    return list(
        db.exec(
            select(Ad.id)
            .where(Ad.status == AdStatus.APPROVED, col(Ad.expires_at) <= now)
            .order_by(col(Ad.expires_at))
            .limit(limit)
        )
    )


def list_expiring(db: Session, until: datetime, limit: int) -> list[str]:
    """Approved ads whose time runs out by then, and whose sellers were not reminded."""
    return list(
        db.exec(
            select(Ad.id)
            .where(
                Ad.status == AdStatus.APPROVED,
                col(Ad.expires_at) <= until,
                col(Ad.expiry_reminded_at).is_(None),
            )
            .order_by(col(Ad.expires_at))
            .limit(limit)
        )
    )


def count_received(db: Session, seller_id: str) -> int:
    """Messages that buyers sent to the seller."""
    return (
        db.scalar(
            select(func.count())
            .select_from(Message)
            .join(Conversation, col(Conversation.id) == Message.conversation_id)
            .where(Conversation.seller_id == seller_id, Message.sender_id != seller_id)
        )
        or 0
    )


def find_reveal(db: Session, ad_id: str, buyer_id: str) -> ContactReveal | None:
    """Whether and when this buyer was shown this ad's number."""
    return db.exec(
        select(ContactReveal).where(ContactReveal.ad_id == ad_id, ContactReveal.buyer_id == buyer_id)
    ).one_or_none()


def is_blocked(db: Session, one: str, other: str) -> bool:
    """Whether either of two accounts has blocked the other."""
    either = or_(
        and_(Block.blocker_id == one, Block.blocked_id == other),
        and_(Block.blocker_id == other, Block.blocked_id == one),
    )
    return db.exec(select(Block.blocker_id).where(either)).first() is not None


def find_draft(db: Session, seller_id: str, ad_id: str) -> AdDraftSave | None:
    """What this account has typed for an ad, empty for a new one."""
    return db.exec(
        select(AdDraftSave).where(AdDraftSave.seller_id == seller_id, AdDraftSave.ad_key == ad_id)
    ).one_or_none()

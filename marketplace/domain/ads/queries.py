"""Queries on ads. Visibility is decided in `visibility`; every list here is limited to given ads or accounts."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func
from sqlalchemy import select as select_columns
from sqlalchemy.orm import aliased
from sqlmodel import Session, and_, col, or_, select

from marketplace.db.rows import read_rows
from marketplace.domain.ads.transitions import CHANGEABLE
from marketplace.domain.paging import Window, fetch
from marketplace.models import (
    Account,
    AccountStatus,
    Ad,
    AdDraftSave,
    AdStatus,
    AdVersion,
    AdVersionImage,
    AdVersionValue,
    AdViewCount,
    Block,
    Category,
    ContactReveal,
    Conversation,
    Message,
    PriceUnit,
    QuietStage,
    Review,
    Upload,
    UploadKind,
    WishlistItem,
)

# Approved versions that are compared for a price drop.
_MOST_VERSIONS = 20
# Decided versions in which the last price that a moderator approved is looked for.
MOST_DECIDED = 50
_NEWEST = (col(Ad.first_approved_at).desc(), col(Ad.id).desc())
# Built once: every page runs these, and building a statement takes longer than running it.
_IDS = bindparam("ids", expanding=True)
_VERSIONS = select(AdVersion).where(col(AdVersion.id).in_(_IDS))
_IMAGES = (
    select(AdVersionImage)
    .where(col(AdVersionImage.version_id).in_(_IDS))
    .order_by(col(AdVersionImage.version_id), col(AdVersionImage.position))
)
_earlier = aliased(AdVersionImage)
_lowest = select(func.min(_earlier.position)).where(_earlier.version_id == AdVersionImage.version_id).scalar_subquery()
_VALUES = (
    select(AdVersionValue)
    .where(col(AdVersionValue.version_id).in_(_IDS))
    .order_by(col(AdVersionValue.version_id), col(AdVersionValue.position))
)
_CATEGORIES = select(Category.id, Category.name).where(col(Category.id).in_(_IDS))
FILE_COLUMNS = (Upload.id, Upload.kind, Upload.name, Upload.digest, Upload.width, Upload.height, Upload.ai_made)
_COVER_PHOTOS = (
    select_columns(col(AdVersionImage.version_id), *map(col, FILE_COLUMNS))
    .join(Upload, col(Upload.id) == AdVersionImage.upload_id)
    .where(
        col(AdVersionImage.version_id).in_(_IDS),
        col(AdVersionImage.position) == _lowest,
        col(Upload.kind) == UploadKind.IMAGE,
    )
)
_APPROVED_PRICES = (
    select(AdVersion.price_paise, AdVersion.discount_basis_points, col(AdVersion.price_unit), AdVersion.decided_at)
    .where(AdVersion.ad_id == bindparam("ad_id"), AdVersion.review == Review.APPROVED)
    .order_by(col(AdVersion.number).desc())
    .limit(_MOST_VERSIONS)
)
_SELLERS = select(Account).where(col(Account.id).in_(_IDS))


class ApprovedPrice(NamedTuple):
    """A row of `list_approved_prices`."""

    price_paise: int | None
    discount_basis_points: int
    price_unit: PriceUnit | None
    decided_at: datetime | None


def find_posted_version(db: Session, seller_id: str, since: datetime) -> AdVersion | None:
    """Load the submitted version of a seller's newest ad that was never live, waits for review and was created since a moment."""
    return db.exec(
        select(AdVersion)
        .join(Ad, col(Ad.submitted_version_id) == AdVersion.id)
        .where(
            Ad.seller_id == seller_id,
            Ad.status == AdStatus.PENDING,
            col(Ad.first_approved_at).is_(None),
            col(Ad.created_at) >= since,
        )
        .order_by(col(Ad.id).desc())
        .limit(1)
    ).first()


def list_review_times(db: Session, since: datetime, most: int) -> list[timedelta]:
    """List how long the newest decisions of moderators since a moment took."""
    decided = (
        select(AdVersion.created_at, AdVersion.decided_at)
        .where(col(AdVersion.decided_at) >= since, col(AdVersion.decided_by).is_not(None))
        .order_by(col(AdVersion.decided_at).desc())
        .limit(most)
    )
    return [done - came for came, done in db.exec(decided) if done is not None]


def find_ad(db: Session, ad_id: str) -> Ad | None:
    """Load an ad in any state."""
    return db.get(Ad, ad_id)


def lock_ad(db: Session, ad_id: str) -> Ad | None:
    """Load an ad in its current state and lock it until the unit of work ends."""
    return db.exec(
        select(Ad).where(Ad.id == ad_id).with_for_update().execution_options(populate_existing=True)
    ).one_or_none()


def lock_each(db: Session, ad_ids: Iterable[str]) -> Iterator[Ad]:
    """Lock ads one after the other until the unit of work ends, each in its current state.

    Whoever locks several takes them in the order of their ids, so that two never wait for each other.
    """
    for ad_id in sorted(set(ad_ids)):
        if ad := lock_ad(db, ad_id):
            yield ad


def list_ads(db: Session, ad_ids: Sequence[str]) -> list[Ad]:
    """List these ads, except deleted ones."""
    return list(db.exec(select(Ad).where(col(Ad.id).in_(ad_ids), Ad.status != AdStatus.DELETED)))


def list_versions(db: Session, version_ids: Iterable[str | None]) -> dict[str, AdVersion]:
    """Return versions by id; None among the ids is ignored."""
    ids = {version_id for version_id in version_ids if version_id}
    return {row.id: row for row in db.exec(_VERSIONS, params={"ids": ids})} if ids else {}


def list_names(db: Session, ad_ids: Iterable[str]) -> dict[str, str]:
    """Return the public names of ads in any state, else the submitted ones, by id."""
    shown = func.coalesce(Ad.live_version_id, Ad.submitted_version_id)
    rows = select(Ad.id, AdVersion.name).join(AdVersion, col(AdVersion.id) == shown)
    return dict(db.exec(rows.where(col(Ad.id).in_(list(ad_ids)))).all())


def list_images(db: Session, version_ids: Sequence[str]) -> list[AdVersionImage]:
    """Return the versions' photos in order."""
    return list(db.exec(_IMAGES, params={"ids": version_ids}))


def list_cover_photos(db: Session, version_ids: Sequence[str]) -> list[Any]:
    """Return `version_id` and the columns of the upload for the first photo of each version."""
    return list(read_rows(db, _COVER_PHOTOS, {"ids": version_ids}))


def list_values(db: Session, version_ids: Sequence[str]) -> list[AdVersionValue]:
    """Return the dynamic field values of the versions in order."""
    return list(db.exec(_VALUES, params={"ids": version_ids}))


def list_categories(db: Session, category_ids: Iterable[str]) -> dict[str, str]:
    """Return category names by id, archived ones included."""
    return {row.id: row.name for row in read_rows(db, _CATEGORIES, {"ids": set(category_ids)})}


def list_sellers(db: Session, seller_ids: Iterable[str]) -> dict[str, Account]:
    """Return sellers' accounts by id."""
    return {row.id: row for row in db.exec(_SELLERS, params={"ids": set(seller_ids)})}


def list_saved(db: Session, buyer_id: str, ad_ids: Sequence[str]) -> set[str]:
    """Return which of the ads this buyer has in the wishlist."""
    return set(
        db.exec(
            select(WishlistItem.ad_id).where(WishlistItem.buyer_id == buyer_id, col(WishlistItem.ad_id).in_(ad_ids))
        )
    )


def list_live_of(db: Session, seller_id: str, window: Window) -> tuple[list[tuple[Ad, AdVersion, str]], int]:
    """List an active seller's live ads with their live versions and the names of their categories, newest first.

    Returns:
        The rows of the window, and the number of all, as `paging.count` counts them.
    """
    live = (Ad.seller_id == seller_id, Ad.status == AdStatus.APPROVED, Account.status == AccountStatus.ACTIVE)
    counted = select(Ad.id).join(Account, col(Account.id) == Ad.seller_id).where(*live)
    statement = (
        select(Ad, AdVersion, Category.name)
        .join(Account, col(Account.id) == Ad.seller_id)
        .join(AdVersion, col(AdVersion.id) == Ad.live_version_id)
        .join(Category, col(Category.id) == AdVersion.category_id)
        .where(*live)
    )
    return fetch(db, statement.order_by(*_NEWEST), window, counted)


def list_newest_of(db: Session, seller_id: str, limit: int) -> list[Ad]:
    """List a seller's newest live and sold ads."""
    shown = col(Ad.status).in_([AdStatus.APPROVED, AdStatus.SOLD])
    return list(db.exec(select(Ad).where(Ad.seller_id == seller_id, shown).order_by(*_NEWEST).limit(limit)))


def list_expiring_of(db: Session, seller_id: str, until: datetime, limit: int) -> list[Ad]:
    """List a seller's live ads that expire by then, without those that the seller was asked about, the first one first."""
    expiring = select(Ad).where(
        Ad.seller_id == seller_id,
        Ad.status == AdStatus.APPROVED,
        col(Ad.expires_at) <= until,
        Ad.quiet_stage == QuietStage.CONFIRMED,
    )
    return list(db.exec(expiring.order_by(col(Ad.expires_at), col(Ad.id)).limit(limit)))


def list_quiet_of(db: Session, seller_id: str, limit: int) -> list[Ad]:
    """List a seller's live ads that the seller was asked about and has not confirmed, the first question first."""
    quiet = select(Ad).where(
        Ad.seller_id == seller_id, Ad.status == AdStatus.APPROVED, Ad.quiet_stage >= QuietStage.ASKED
    )
    return list(db.exec(quiet.order_by(col(Ad.asked_at), col(Ad.id)).limit(limit)))


def list_drafts(db: Session, seller_id: str, limit: int) -> list[AdDraftSave]:
    """List a seller's drafts of new ads and of changes that can still be submitted, newest first."""
    changeable = select(Ad.id).where(Ad.seller_id == seller_id, col(Ad.status).in_(CHANGEABLE))
    saved = select(AdDraftSave).where(
        AdDraftSave.seller_id == seller_id,
        or_(AdDraftSave.ad_key == "", col(AdDraftSave.ad_key).in_(changeable)),
    )
    return list(db.exec(saved.order_by(col(AdDraftSave.updated_at).desc()).limit(limit)))


def list_approved_by(db: Session, seller_id: str, *, after: str, limit: int) -> list[Ad]:
    """List approved ads of an active seller, oldest first, after the ad with this id."""
    wanted = (
        select(Ad)
        .join(Account, col(Account.id) == Ad.seller_id)
        .where(Ad.seller_id == seller_id, Ad.id > after, Ad.status == AdStatus.APPROVED)
        .where(Account.status == AccountStatus.ACTIVE)
    )
    return list(db.exec(wanted.order_by(col(Ad.id)).limit(limit)))


def list_approved_prices(db: Session, ad_id: str) -> list[ApprovedPrice]:
    """List the prices of the newest approved versions of an ad, newest first."""
    return list(read_rows(db, _APPROVED_PRICES, {"ad_id": ad_id}))


def list_decided_versions(db: Session, ad_id: str) -> list[AdVersion]:
    """List the approved and rejected versions of an ad, newest first, up to MOST_DECIDED."""
    decided = select(AdVersion).where(
        AdVersion.ad_id == ad_id, col(AdVersion.review).in_((Review.APPROVED, Review.REJECTED))
    )
    return list(db.exec(decided.order_by(col(AdVersion.number).desc()).limit(MOST_DECIDED)))


def list_ids_of(db: Session, seller_id: str, *, limit: int | None = None) -> list[str]:
    """Return the ids of a seller's ads that are not deleted, oldest first."""
    own = select(Ad.id).where(Ad.seller_id == seller_id, Ad.status != AdStatus.DELETED)
    return list(db.exec(own.order_by(col(Ad.id)).limit(limit)))


def list_showing(db: Session, owner_id: str, digest: str) -> list[tuple[str, str]]:
    """List the owner's ads whose submitted version shows this file, as (ad id, upload id), oldest first."""
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
    """Return uploads by id, removed ones included."""
    return list(db.exec(select(Upload).where(col(Upload.id).in_(set(upload_ids)))))


def list_expired(db: Session, now: datetime, limit: int) -> list[str]:
    """List approved ads whose time has run out, the earliest first."""
    return list(
        db.exec(
            select(Ad.id)
            .where(Ad.status == AdStatus.APPROVED, col(Ad.expires_at) <= now)
            .order_by(col(Ad.expires_at))
            .limit(limit)
        )
    )


def list_expiring(db: Session, until: datetime, limit: int) -> list[str]:
    """List approved ads that expire by then and whose sellers were not reminded yet."""
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
    """Count the messages that buyers sent to the seller."""
    return (
        db.scalar(
            select(func.count())
            .select_from(Message)
            .join(Conversation, col(Conversation.id) == Message.conversation_id)
            .where(Conversation.seller_id == seller_id, Message.sender_id != seller_id)
        )
        or 0
    )


def count_views_and_saves(db: Session, ad_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Return how often each of these ads was opened, and how many buyers have it in their wishlist, by ad id."""
    views = select(AdViewCount.count).where(AdViewCount.ad_id == Ad.id).scalar_subquery()
    saves = select(func.count()).select_from(WishlistItem).where(WishlistItem.ad_id == Ad.id).scalar_subquery()
    counted = db.exec(select(Ad.id, func.coalesce(views, 0), saves).where(col(Ad.id).in_(ad_ids)))
    return {ad_id: (opened, saved) for ad_id, opened, saved in counted}


def find_reveal(db: Session, ad_id: str, buyer_id: str) -> ContactReveal | None:
    """Return the record of this buyer having seen this ad's contact details."""
    return db.exec(
        select(ContactReveal).where(ContactReveal.ad_id == ad_id, ContactReveal.buyer_id == buyer_id)
    ).one_or_none()


def is_blocked(db: Session, account_id: str, other_id: str) -> bool:
    """Whether either account has blocked the other."""
    either = or_(
        and_(Block.blocker_id == account_id, Block.blocked_id == other_id),
        and_(Block.blocker_id == other_id, Block.blocked_id == account_id),
    )
    return db.exec(select(Block.blocker_id).where(either)).first() is not None


def find_draft(db: Session, seller_id: str, ad_id: str) -> AdDraftSave | None:
    """Return the account's saved form input for an ad; `ad_id` is empty for a new ad."""
    return db.exec(
        select(AdDraftSave).where(AdDraftSave.seller_id == seller_id, AdDraftSave.ad_key == ad_id)
    ).one_or_none()

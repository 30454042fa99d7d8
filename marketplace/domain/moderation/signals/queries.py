"""Queries for signals, on ads, photos, prices and accounts."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import literal, union_all
from sqlalchemy import select as select_columns
from sqlmodel import Session, col, func, or_, select

from marketplace.db.upsert import insert_or_update
from marketplace.domain import sampling
from marketplace.models import (
    Account,
    AccountKind,
    AccountSession,
    AccountStatus,
    Ad,
    AdStatus,
    AdType,
    AdVersion,
    AdVersionImage,
    Category,
    Listing,
    PriceUnit,
    Subcategory,
    TextReading,
)

# Ids in one statement; databases allow some tens of thousands.
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Subject:
    """An ad whose signals are wanted, in its submitted version."""

    ad_id: str
    seller_id: str
    joined_at: datetime
    version: AdVersion
    group: str
    upload_ids: tuple[str, ...]


class PhotoUse(NamedTuple):
    """An ad that shows a photo."""

    upload_id: str
    ad_id: str
    name: str
    seller_id: str


class PriceGroup(NamedTuple):
    """The ads of a subcategory, else of a category, with one type and unit."""

    subcategory_id: str | None
    category_id: str
    ad_type: AdType
    price_unit: PriceUnit | None


def list_subjects(db: Session, ad_ids: Collection[str], *, only_waiting: bool) -> list[Subject]:
    """Load ads in their submitted versions; `group` is the name of the subcategory, else of the category."""
    rows = db.exec(
        select(Ad, AdVersion, Category.name, Subcategory.name)
        .join(AdVersion, col(AdVersion.id) == Ad.submitted_version_id)
        .join(Category, col(Category.id) == AdVersion.category_id)
        .outerjoin(Subcategory, col(Subcategory.id) == AdVersion.subcategory_id)
        .where(col(Ad.id).in_(ad_ids), *([col(Ad.review_waiting_since).is_not(None)] if only_waiting else []))
    ).all()
    sellers = {ad.seller_id for ad, _, _, _ in rows}
    joined_at = dict(db.exec(select(Account.id, Account.created_at).where(col(Account.id).in_(sellers))).all())
    photos: dict[str, list[str]] = {}
    for image in db.exec(
        select(AdVersionImage)
        .where(col(AdVersionImage.version_id).in_([version.id for _, version, _, _ in rows]))
        .order_by(col(AdVersionImage.position))
    ):
        photos.setdefault(image.version_id, []).append(image.upload_id)
    return [
        Subject(
            ad.id,
            ad.seller_id,
            joined_at[ad.seller_id],
            version,
            subcategory or category,
            tuple(photos.get(version.id, ())),
        )
        for ad, version, category, subcategory in rows
    ]


def sample_submitted(db: Session, since: datetime, most: int) -> tuple[list[AdVersion], int]:
    """Sample the submitted versions that were sent since a moment, evenly, the newest first; and the number of all, without deleted ads."""
    submitted = (
        select_columns(col(AdVersion.id))
        .join(Ad, col(Ad.submitted_version_id) == col(AdVersion.id))
        .where(*sampling.created_since(AdVersion, since), col(Ad.status) != AdStatus.DELETED)
    )
    chosen = sampling.sample_evenly(submitted, most)
    rows = db.exec(
        select(AdVersion, chosen.c.total)
        .join(chosen, chosen.c.id == col(AdVersion.id))
        .order_by(col(AdVersion.id).desc())
    ).all()
    return [version for version, _ in rows], next((total for _, total in rows), 0)


def list_readings(db: Session, version_ids: Collection[str]) -> list[TextReading]:
    """List the stored readings of versions."""
    return list(db.exec(select(TextReading).where(col(TextReading.version_id).in_(version_ids))))


def list_unread(db: Session, rules: str, ad_ids: Collection[str] | None, most: int) -> list[AdVersion]:
    """List submitted versions of ads (None: all that wait, the longest first) that were not read by this version of the rules."""
    chosen = col(Ad.review_waiting_since).is_not(None) if ad_ids is None else col(Ad.id).in_(ad_ids)
    unread = (
        select(AdVersion)
        .join(Ad, col(Ad.submitted_version_id) == AdVersion.id)
        .outerjoin(TextReading, col(TextReading.version_id) == AdVersion.id)
        .where(chosen, Ad.status != AdStatus.DELETED, col(TextReading.rules).is_distinct_from(rules))
    )
    return list(db.exec(unread.order_by(col(Ad.review_waiting_since), col(Ad.id)).limit(most)))


def lock_versions(db: Session, version_ids: Collection[str]) -> list[AdVersion]:
    """Load versions, and lock them against changes until the transaction ends."""
    rows = select(AdVersion).where(col(AdVersion.id).in_(version_ids)).order_by(col(AdVersion.id))
    return list(db.exec(rows.with_for_update(key_share=True).execution_options(populate_existing=True)))


def store_readings(db: Session, rows: Collection[TextReading]) -> None:
    """Store readings in place of earlier ones of the same versions."""
    if not rows:
        return
    statement = insert_or_update(db, TextReading)
    values = {name: statement.excluded[name] for name in ("rules", "findings", "contacts")}
    statement = statement.on_conflict_do_update(index_elements=["version_id"], set_=values)
    db.execute(statement, [row.model_dump() for row in rows])


def list_uses(db: Session, upload_ids: Sequence[str]) -> list[PhotoUse]:
    """List the ads whose live or submitted version has one of these photos: for each photo and seller the first one."""
    rank = func.row_number().over(partition_by=(AdVersionImage.upload_id, Ad.seller_id), order_by=(Ad.id, AdVersion.id))
    found: list[PhotoUse] = []
    for start in range(0, len(upload_ids), _BATCH):
        uses = (
            select_columns(
                col(AdVersionImage.upload_id), col(Ad.id), col(AdVersion.name), col(Ad.seller_id), rank.label("rank")
            )
            .join(AdVersion, col(AdVersion.id) == AdVersionImage.version_id)
            .join(Ad, col(Ad.id) == AdVersion.ad_id)
            .where(
                col(AdVersionImage.upload_id).in_(upload_ids[start : start + _BATCH]),
                col(Ad.status) != AdStatus.DELETED,
                or_(col(Ad.live_version_id) == AdVersion.id, col(Ad.submitted_version_id) == AdVersion.id),
            )
            .subquery()
        )
        columns = (uses.c.upload_id, uses.c.id, uses.c.name, uses.c.seller_id)
        found += [PhotoUse(*row) for row in db.execute(select_columns(*columns).where(uses.c.rank == 1))]
    return found


def list_versions(db: Session, version_ids: Sequence[str]) -> dict[str, AdVersion]:
    """Return versions by id."""
    rows = db.exec(select(AdVersion).where(col(AdVersion.id).in_(version_ids))).all()
    return {version.id: version for version in rows}


def list_prices(db: Session, versions: Collection[AdVersion], count: int) -> dict[PriceGroup, list[tuple[str, int]]]:
    """List the prices in paise of the `count` newest live ads of each version's group, without its own, each with the ad's id."""
    found: dict[PriceGroup, list[tuple[str, int]]] = {price_group(version): [] for version in versions}
    groups = list(found)
    if not groups:
        return found
    newest = [
        select(literal(at).label("at"), Listing.ad_id, Listing.price_paise)
        .where(
            (col(Listing.subcategory_id) if group.subcategory_id else col(Listing.category_id))
            == (group.subcategory_id or group.category_id),
            Listing.ad_type == group.ad_type,
            col(Listing.price_unit).is_not_distinct_from(group.price_unit),
            col(Listing.price_paise) > 0,
        )
        .order_by(col(Listing.published_at).desc(), col(Listing.number).desc())
        # One more, since the version's own ad may be among them.
        .limit(count + 1)
        .subquery()
        for at, group in enumerate(groups)
    ]
    for at, ad_id, price in db.execute(union_all(*(select_columns(each) for each in newest))):
        found[groups[at]].append((ad_id, price))
    return found


def price_group(version: AdVersion) -> PriceGroup:
    """Return the ads whose prices a version is compared with."""
    return PriceGroup(version.subcategory_id, version.category_id, version.ad_type, version.price_unit)


def list_accounts(db: Session, account_ids: Collection[str]) -> dict[str, Account]:
    """Return those of the accounts by id that are neither deleted nor of admins."""
    rows = db.exec(select(Account).where(col(Account.id).in_(account_ids), *_are_shown())).all()
    return {account.id: account for account in rows}


def list_with_phone(db: Session, phones: Collection[str], limit: int) -> list[str]:
    """List at most `limit` accounts with one of these numbers as phone or WhatsApp number, the newest first."""
    has_number = or_(col(Account.phone).in_(phones), col(Account.whatsapp).in_(phones))
    found = select(Account.id).where(has_number, *_are_shown()).order_by(col(Account.id).desc())
    return list(db.exec(found.limit(limit)))


def list_sessions(db: Session, account_id: str) -> list[tuple[str, str]]:
    """List the device hashes and network addresses of an account's sessions; either may be empty."""
    rows = db.exec(
        select(AccountSession.device_hash, AccountSession.address)
        .where(AccountSession.account_id == account_id)
        .distinct()
    )
    return list(rows)


def list_on_device(db: Session, device_hashes: Collection[str], limit: int) -> set[str]:
    """Return at most `limit` accounts that signed in on one of these devices, the newest ones."""
    found = select(AccountSession.account_id).where(col(AccountSession.device_hash).in_(device_hashes)).distinct()
    return set(db.exec(found.order_by(col(AccountSession.account_id).desc()).limit(limit)))


def list_from_addresses(db: Session, addresses: Collection[str], limit: int) -> dict[str, set[str]]:
    """Return at most `limit` accounts that signed in from each network address."""
    found: dict[str, set[str]] = {address: set() for address in addresses}
    if not addresses:
        return found
    each = [
        select(literal(address).label("address"), AccountSession.account_id)
        .where(AccountSession.address == address)
        .distinct()
        .limit(limit)
        .subquery()
        for address in addresses
    ]
    for address, account_id in db.execute(union_all(*(select_columns(one) for one in each))):
        found[address].add(account_id)
    return found


def _are_shown() -> tuple:
    return col(Account.status) != AccountStatus.DELETED, col(Account.kind) != AccountKind.ADMIN

"""Queries on wanted ads. `visible_to` decides once which ones a seller sees."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, exists
from sqlalchemy.orm import aliased
from sqlmodel import Session, and_, col, func, or_, select

from marketplace.domain import accounts, chat
from marketplace.domain.locks import lock_account
from marketplace.domain.paging import Window, fetch
from marketplace.domain.wanted.rules import KM_PER_DEGREE
from marketplace.models import (
    Account,
    AccountKind,
    AccountStatus,
    Listing,
    WantedAd,
    WantedAnswer,
    WantedMatch,
)
from marketplace.settings import get_settings

# An alias: the statements below name accounts of sellers too.
_owner = aliased(Account)


def fits() -> ColumnElement[bool]:
    """Condition on a listing and a wanted ad: the same kind of thing, in the same town or near it."""
    up = (col(Listing.latitude) - col(WantedAd.latitude)) * KM_PER_DEGREE
    # A degree of longitude counts as long as at the wanted ad; over tens of kilometres that is precise enough.
    across = (col(Listing.longitude) - col(WantedAd.longitude)) * col(WantedAd.km_per_longitude)
    same_town = and_(
        func.lower(Listing.city) == func.lower(WantedAd.city), func.lower(Listing.state) == func.lower(WantedAd.state)
    )
    return and_(
        col(Listing.subcategory_id) == col(WantedAd.subcategory_id),
        col(Listing.ad_type) == col(WantedAd.ad_type),
        or_(same_town, up * up + across * across <= get_settings().wanted_radius_km ** 2),
    )


def is_live(now: datetime) -> ColumnElement[bool]:
    """Condition on a wanted ad: neither over nor of a suspended or deleted account."""
    return and_(
        col(WantedAd.ended_at).is_(None),
        col(WantedAd.expires_at) > now,
        exists().where(col(_owner.id) == col(WantedAd.owner_id), col(_owner.status) == AccountStatus.ACTIVE),
    )


def may_meet(seller_id: Any) -> ColumnElement[bool]:
    """Condition on a wanted ad: it is not the seller's own, as a buyer, and neither has blocked the other."""
    owner_id = col(WantedAd.owner_id)
    return and_(~chat.are_apart(owner_id, seller_id), ~accounts.are_same_person(owner_id, seller_id))


def visible_to(seller_id: str, now: datetime) -> ColumnElement[bool]:
    """Condition on a wanted ad: the seller has a live ad that fits."""
    own_kinds = select(Listing.subcategory_id).where(Listing.seller_id == seller_id)
    return and_(
        # Narrows the search for fitting ads to what the seller offers at all.
        col(WantedAd.subcategory_id).in_(own_kinds),
        is_live(now),
        exists().where(col(Listing.seller_id) == seller_id, fits()),
        may_meet(seller_id),
    )


def find_own(db: Session, owner_id: str, wanted_id: str, *, lock: bool = True) -> WantedAd | None:
    """Load a wanted ad of this owner; `lock` keeps it locked until the transaction ends."""
    statement = select(WantedAd).where(WantedAd.id == wanted_id, WantedAd.owner_id == owner_id)
    return db.exec(statement.with_for_update() if lock else statement).one_or_none()


def find(db: Session, wanted_id: str) -> WantedAd | None:
    """Load a wanted ad in any state."""
    return db.exec(select(WantedAd).where(WantedAd.id == wanted_id)).one_or_none()


def lock(db: Session, wanted_id: str) -> WantedAd | None:
    """Load a wanted ad in any state and lock it until the transaction ends."""
    return db.exec(select(WantedAd).where(WantedAd.id == wanted_id).with_for_update()).one_or_none()


def find_visible(db: Session, seller_id: str, wanted_id: str, now: datetime) -> WantedAd | None:
    """Return a wanted ad that the seller sees."""
    return db.exec(select(WantedAd).where(WantedAd.id == wanted_id, visible_to(seller_id, now))).one_or_none()


def find_same(db: Session, owner_id: str, values: Mapping[str, object], now: datetime) -> WantedAd | None:
    """Lock the owner and return their live wanted ad with these values. Without the lock, two equal requests would find none."""
    lock_account(db, owner_id)
    same = select(WantedAd).where(WantedAd.owner_id == owner_id, is_live(now)).filter_by(**values)
    return db.exec(same.order_by(col(WantedAd.id))).first()


def count_live_of(db: Session, owner_id: str, now: datetime) -> int:
    """Count the owner's live wanted ads, after locking the owner, so that two requests can't both take the last place."""
    lock_account(db, owner_id)
    return db.exec(select(func.count()).select_from(WantedAd).where(WantedAd.owner_id == owner_id, is_live(now))).one()


def list_expiring_of(db: Session, owner_id: str, now: datetime, until: datetime, limit: int) -> list[WantedAd]:
    """List the owner's wanted ads that are not over and expire by then, the first one first."""
    wanted = select(WantedAd).where(
        WantedAd.owner_id == owner_id,
        col(WantedAd.ended_at).is_(None),
        WantedAd.expires_at > now,
        WantedAd.expires_at <= until,
    )
    return list(db.exec(wanted.order_by(col(WantedAd.expires_at), col(WantedAd.id)).limit(limit)))


def list_of(db: Session, owner_id: str, now: datetime, window: Window) -> tuple[list[WantedAd], int]:
    """List the owner's wanted ads, those that are not over first, then the newest.

    Returns:
        The rows of the window, and the number of all, as `paging.count` counts them.
    """
    over = or_(col(WantedAd.ended_at).is_not(None), col(WantedAd.expires_at) <= now)
    own = select(WantedAd).where(WantedAd.owner_id == owner_id)
    return fetch(db, own.order_by(over, col(WantedAd.id).desc()), window, own.with_only_columns(col(WantedAd.id)))


def list_visible(db: Session, seller_id: str, now: datetime, window: Window) -> tuple[list[WantedAd], int]:
    """List the wanted ads that the seller sees, newest first; the result is that of `list_of`."""
    seen = select(WantedAd).where(visible_to(seller_id, now))
    return fetch(db, seen.order_by(col(WantedAd.id).desc()), window, seen.with_only_columns(col(WantedAd.id)))


def list_expiring(db: Session, until: datetime, limit: int) -> list[str]:
    """List the wanted ads of active accounts that expire by then, or have expired, and whose owners were not reminded yet."""
    statement = (
        select(WantedAd.id)
        .join(Account, col(Account.id) == WantedAd.owner_id)
        .where(
            col(WantedAd.expiry_reminded_at).is_(None),
            col(WantedAd.ended_at).is_(None),
            col(WantedAd.expires_at) <= until,
            Account.status == AccountStatus.ACTIVE,
        )
        .order_by(col(WantedAd.expires_at), col(WantedAd.id))
        .limit(limit)
    )
    return list(db.exec(statement))


def list_fitting(db: Session, seller_id: str, wanted_ids: Iterable[str]) -> dict[str, list[tuple[Listing, bool]]]:
    """List the seller's live ads that fit each of these wanted ads, the newest first, and whether each was offered."""
    statement = (
        select(WantedAd.id, Listing, WantedAnswer.ad_id)
        .join(Listing, and_(fits(), col(Listing.seller_id) == seller_id))
        .outerjoin(
            WantedAnswer, and_(col(WantedAnswer.wanted_id) == WantedAd.id, col(WantedAnswer.ad_id) == Listing.ad_id)
        )
        .where(col(WantedAd.id).in_(wanted_ids))
        .order_by(col(Listing.published_at).desc(), col(Listing.number).desc())
    )
    found: dict[str, list[tuple[Listing, bool]]] = {}
    for wanted_id, listing, offered in db.exec(statement):
        found.setdefault(wanted_id, []).append((listing, offered is not None))
    return found


def lock_live(db: Session, wanted_ids: Iterable[str], now: datetime) -> list[WantedAd]:
    """Load and lock the live ones among these wanted ads, in the order of their ids, so that two workers can't deadlock."""
    live = select(WantedAd).where(col(WantedAd.id).in_(wanted_ids), is_live(now)).order_by(col(WantedAd.id))
    return list(db.exec(live.with_for_update(key_share=True)))


def lock_live_in(
    db: Session, subcategory_ids: Iterable[str], now: datetime, *, after: str, limit: int
) -> list[WantedAd]:
    """Lock the next live wanted ads for any of these subcategories, those after an id."""
    live = select(WantedAd).where(col(WantedAd.subcategory_id).in_(list(subcategory_ids)), is_live(now))
    following = live.where(WantedAd.id > after).order_by(col(WantedAd.id)).limit(limit)
    return list(db.exec(following.with_for_update()))


def list_untold_sellers(db: Session, wanted_id: str, limit: int) -> list[Account]:
    """List active sellers with an ad that fits who were not told of this wanted ad."""
    statement = (
        select(Account)
        .join(WantedAd, col(WantedAd.id) == wanted_id)
        .where(
            Account.kind == AccountKind.SELLER,
            Account.status == AccountStatus.ACTIVE,
            exists().where(col(Listing.seller_id) == Account.id, fits()),
            ~_was_told(Account.id),
            may_meet(Account.id),
        )
        .order_by(col(Account.id))
        .limit(limit)
    )
    return list(db.exec(statement))


def list_untold_wanted(db: Session, seller_id: str, ad_id: str, now: datetime, limit: int) -> list[str]:
    """List ids of live wanted ads that this ad of the seller fits and of which the seller was not told."""
    statement = (
        select(WantedAd.id)
        .join(Listing, fits())
        .where(col(Listing.ad_id) == ad_id, is_live(now), ~_was_told(seller_id), may_meet(seller_id))
        .order_by(col(WantedAd.id))
        .limit(limit)
    )
    return list(db.exec(statement))


def list_told(db: Session, seller_id: str, wanted_ids: Iterable[str]) -> set[str]:
    """Return those of these wanted ads of which the seller was told."""
    told = select(WantedMatch.wanted_id).where(
        WantedMatch.seller_id == seller_id, col(WantedMatch.wanted_id).in_(wanted_ids)
    )
    return set(db.exec(told))


def _was_told(seller_id: Any) -> ColumnElement[bool]:
    return exists().where(col(WantedMatch.wanted_id) == col(WantedAd.id), col(WantedMatch.seller_id) == seller_id)


def lock_sellers_to_mail(db: Session, mailed_before: datetime, limit: int) -> list[Account]:
    """List and lock active sellers who want mails, have one to come, and got none since a moment."""
    waiting = select(WantedMatch.seller_id).where(col(WantedMatch.mailed_at).is_(None))
    recent = exists().where(col(WantedMatch.seller_id) == col(Account.id), col(WantedMatch.mailed_at) > mailed_before)
    statement = (
        select(Account)
        .where(
            col(Account.id).in_(waiting),
            Account.status == AccountStatus.ACTIVE,
            col(Account.wants_wanted_mail).is_(True),
            ~recent,
        )
        .order_by(col(Account.id))
        .limit(limit)
    )
    return list(db.exec(statement.with_for_update(skip_locked=True, key_share=True)))


def list_unmailed(db: Session, seller_id: str) -> list[WantedMatch]:
    """List the matches that wait to be mailed to a seller."""
    waiting = select(WantedMatch).where(WantedMatch.seller_id == seller_id, col(WantedMatch.mailed_at).is_(None))
    return list(db.exec(waiting))


def list_still_visible(db: Session, seller_id: str, wanted_ids: Iterable[str], now: datetime) -> list[WantedAd]:
    """List those of these wanted ads that the seller sees now, newest first."""
    seen = select(WantedAd).where(col(WantedAd.id).in_(wanted_ids), visible_to(seller_id, now))
    return list(db.exec(seen.order_by(col(WantedAd.id).desc())))


def list_titles(db: Session, wanted_ids: Iterable[str]) -> dict[str, str]:
    """Return titles of wanted ads in any state, by id."""
    statement = select(WantedAd.id, WantedAd.title).where(col(WantedAd.id).in_(wanted_ids))
    return dict(db.exec(statement).all())

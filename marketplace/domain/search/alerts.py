"""Telling people of ads that their saved searches find: in the page at once, by mail as often as they want."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import Session, col, select

from marketplace import clock
from marketplace.domain import content
from marketplace.domain.money import rupees
from marketplace.domain.search.letters import mail_alert
from marketplace.domain.search.live import ads
from marketplace.domain.search.watching import WatchedAd, keys_of_ad, restored
from marketplace.models import Cadence, SavedSearch, SavedSearchKey, SavedSearchMatch

_EVERY = {Cadence.AT_ONCE: timedelta(0), Cadence.DAILY: timedelta(days=1), Cadence.WEEKLY: timedelta(days=7)}
# A run a little early must not skip a day.
_SLACK = timedelta(minutes=30)
_KEYS_AT_ONCE = 1_000


def match_saved(db: Session, ad_id: str, *, limit: int | None = None) -> int:
    """Find the saved searches that a live ad matches, and tell their owners; call it after an ad was approved.

    A search is told of an ad once, once more whenever its price falls, and never of its owner's own.

    Args:
        limit: tell about so many at most; call it again until none is left.

    Returns:
        How many searches were told.
    """
    db.flush()
    # Two workers with the same ad would both tell the same people.
    db.connection().execute(sa.select(ads.c.id).where(ads.c.id == ad_id).with_for_update(key_share=True))
    ad = WatchedAd(db.connection(), ad_id)
    if not ad.is_live:
        return 0
    price = ad.listing["price_paise"]
    fallen = _fallen(db, ad_id, price, limit) if price is not None else {}
    left = None if limit is None else limit - len(fallen)
    fresh = list_waiting(db, ad)[:left]
    rows = _hold(db, (*fallen, *fresh))
    for row in rows:
        if row.id in fallen:
            _tell_fall(db, ad, row, fallen[row.id])
        else:
            _tell(db, ad, row)
    db.flush()
    for row in rows:
        if row.cadence is Cadence.AT_ONCE:
            mail_alert(db, row, clock.now())
    return len(rows)


def send_alerts(db: Session, *, limit: int = 100) -> int:
    """Mail the daily and weekly alerts that are due; run it every few minutes, in any number of workers.

    Returns:
        How many searches were dealt with; `limit` of them means that more may be due.
    """
    now = clock.now()
    unmailed = select(SavedSearchMatch.search_id).where(col(SavedSearchMatch.mailed_at).is_(None))
    due = [
        sa.and_(
            col(SavedSearch.cadence) == cadence,
            sa.or_(col(SavedSearch.last_mailed_at).is_(None), col(SavedSearch.last_mailed_at) <= now - every + _SLACK),
        )
        for cadence, every in _EVERY.items()
    ]
    rows = db.exec(
        select(SavedSearch)
        .where(col(SavedSearch.id).in_(unmailed), sa.or_(*due))
        .order_by(col(SavedSearch.id))
        .limit(limit)
        .with_for_update(skip_locked=True, key_share=True)
    ).all()
    for row in rows:
        mail_alert(db, row, now)
    return len(rows)


def _tell(db: Session, ad: WatchedAd, row: SavedSearch) -> None:
    ad_id, price = ad.listing["ad_id"], ad.listing["price_paise"]
    db.add(SavedSearchMatch(search_id=row.id, ad_id=ad_id, price_paise=price, mailed_at=_not_to_be_mailed(row)))
    values = {"name": row.name, "ad": ad.listing["name"]}
    content.notify(db, row.account_id, "saved_search_ad", values=values, link=f"/products/{ad_id}")


def _tell_fall(db: Session, ad: WatchedAd, row: SavedSearch, match: SavedSearchMatch) -> None:
    price = ad.listing["price_paise"]
    if ad.matches(restored(row.watched)):
        values = {"name": row.name, "ad": ad.listing["name"], "price": rupees(price)}
        content.notify(db, row.account_id, "saved_search_cheaper", values=values, link=f"/products/{match.ad_id}")
        # One that waits to be mailed as new comes with its present price anyway.
        if match.mailed_at is not None:
            match.fallen_from, match.mailed_at = match.price_paise, _not_to_be_mailed(row)
    match.price_paise = price
    db.add(match)


def _fallen(db: Session, ad_id: str, price: int, limit: int | None) -> dict[str, SavedSearchMatch]:
    """By search, those told of the ad when it cost more than now; where it costs more now, that is noted."""
    own, known = col(SavedSearchMatch.ad_id) == ad_id, col(SavedSearchMatch.price_paise)
    db.exec(sa.update(SavedSearchMatch).where(own, sa.or_(known.is_(None), known < price)).values(price_paise=price))
    statement = select(SavedSearchMatch).where(own, known > price).order_by(col(SavedSearchMatch.search_id))
    return {match.search_id: match for match in db.exec(statement.limit(limit))}


def _not_to_be_mailed(row: SavedSearch) -> datetime | None:
    return None if row.wants_mail else clock.now()


def _hold(db: Session, search_ids: Iterable[str]) -> Sequence[SavedSearch]:
    """Those of the searches that still are there, kept from being deleted until this unit of work ends."""
    # Always in one order, so that workers with different ads don't wait for each other in a circle.
    statement = select(SavedSearch).where(col(SavedSearch.id).in_(list(search_ids))).order_by(col(SavedSearch.id))
    return db.exec(statement.with_for_update(key_share=True).execution_options(populate_existing=True)).all()


def list_waiting(db: Session, ad: WatchedAd) -> list[str]:
    """The saved searches that a live ad matches and that have not been told of it."""
    keys = keys_of_ad(ad.document)
    found: dict[str, None] = {}
    for start in range(0, len(keys), _KEYS_AT_ONCE):
        some = select(SavedSearchKey.search_id).where(col(SavedSearchKey.key).in_(keys[start : start + _KEYS_AT_ONCE]))
        told = select(SavedSearchMatch.search_id).where(SavedSearchMatch.ad_id == ad.listing["ad_id"])
        statement = select(SavedSearch.id, SavedSearch.watched).where(
            col(SavedSearch.id).in_(some),
            col(SavedSearch.id).not_in(told),
            SavedSearch.account_id != ad.listing["seller_id"],
        )
        for search_id, watched in db.exec(statement):
            if ad.may_match(watched) and ad.matches(restored(watched)):
                found[search_id] = None
    return list(found)

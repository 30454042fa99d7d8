"""Telling people of ads that their saved searches find: in the page at once, by mail as often as they want."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, col, select

from marketplace import clock
from marketplace.domain import content
from marketplace.domain.money import rupees
from marketplace.domain.search import rereading
from marketplace.domain.search.letters import mail_alert
from marketplace.domain.search.live import ads
from marketplace.domain.search.watching import WatchedAd, keys_of_ad, query_of
from marketplace.models import Cadence, SavedSearch, SavedSearchKey, SavedSearchMatch

_EVERY = {Cadence.AT_ONCE: timedelta(0), Cadence.DAILY: timedelta(days=1), Cadence.WEEKLY: timedelta(days=7)}
# A run a little early must not skip a day.
_SLACK = timedelta(minutes=30)
_KEYS_AT_ONCE = 1_000


def match_saved(
    db: Session, ad_id: str, *, limit: int | None = None, saved_since: datetime | None = None, asking: str = ""
) -> int:
    """Find the saved searches that a live ad matches, and tell their owners; call it after an ad came into the lists or
    changed there.

    A person is told of an ad once, however many of their searches it matches, once more whenever its price falls, and
    never of their own.

    Args:
        limit: deal with so many people at most; call it again until none is left.
        saved_since: to searches saved before then the ad is not new, whether they were told of it or not.
        asking: nor is it to searches that don't ask for this attribute of a query.

    Returns:
        How many people were dealt with, those whose searches have gone meanwhile not counted; while many searches wait
        to be read anew first, how many of them were.
    """
    db.flush()
    # Two workers with the same ad would both tell the same people.
    db.connection().execute(sa.select(ads.c.id).where(ads.c.id == ad_id).with_for_update(key_share=True))
    ad = WatchedAd(db.connection(), ad_id)
    if not ad.is_live:
        return 0
    if read := rereading.renew(db, ad, in_steps=limit is not None):
        return read
    fallen = _fallen(db, ad)
    fresh = list_waiting(db, ad, saved_since, asking)
    owners = sorted({*fallen.values(), *fresh.values()})[:limit]
    knowing = _knowing(db, ad, owners)
    wanted = set(owners)
    rows = _hold(db, [it for it, owner in (fallen | fresh).items() if owner in wanted])
    known = _known(db, ad, [row.id for row in rows if row.id in fallen])
    for own in _by_owner(rows):
        cheaper = [(row, known[row.id]) for row in own if row.id in known]
        new = [row for row in own if row.id not in known]
        told = _tell_fall(db, ad, cheaper)
        _tell(db, ad, new, silently=told or (own[0].account_id in knowing and not cheaper))
    db.flush()
    for row in rows:
        if row.cadence is Cadence.AT_ONCE:
            mail_alert(db, row, clock.now())
    return len({row.account_id for row in rows})


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


def _by_owner(rows: Sequence[SavedSearch]) -> Iterator[list[SavedSearch]]:
    """Each person's searches, first the one that mails soonest: what several find is told by that one."""
    order = {cadence: at for at, cadence in enumerate(_EVERY)}
    inside = sorted(rows, key=lambda row: (row.account_id, not row.wants_mail, order[row.cadence], row.id))
    for _, own in groupby(inside, key=attrgetter("account_id")):
        yield list(own)


def _tell(db: Session, ad: WatchedAd, rows: Sequence[SavedSearch], *, silently: bool) -> None:
    """Note that a person's searches found the ad, and tell of it by the first of them."""
    ad_id, price = ad.listing["ad_id"], ad.listing["price_paise"]
    for at, row in enumerate(rows):
        told = not silently and not at
        mailed = _not_to_be_mailed(row) if told else clock.now()
        db.add(SavedSearchMatch(search_id=row.id, ad_id=ad_id, price_paise=price, mailed_at=mailed))
        if told:
            values = {"name": row.name, "ad": ad.listing["name"]}
            content.notify(db, row.account_id, "saved_search_ad", values=values, link=f"/products/{ad_id}")


def _tell_fall(db: Session, ad: WatchedAd, known: Sequence[tuple[SavedSearch, SavedSearchMatch]]) -> bool:
    """Note the price in what a person's searches found before, and tell of it by the first that still finds the ad; whether
    one does.
    """
    price = ad.listing["price_paise"]
    # One that waits to be mailed as new comes with its present price anyway.
    waiting_first = sorted(known, key=lambda pair: pair[1].mailed_at is not None)
    found = next((pair for pair in waiting_first if ad.matches(pair[0].watched)), None)
    if found:
        row, match = found
        values = {"name": row.name, "ad": ad.listing["name"], "price": rupees(price)}
        content.notify(db, row.account_id, "saved_search_cheaper", values=values, link=f"/products/{match.ad_id}")
        if match.mailed_at is not None:
            match.fallen_from, match.mailed_at = match.price_paise, _not_to_be_mailed(row)
    for _, match in known:
        match.price_paise = price
        db.add(match)
    return found is not None


def _fallen(db: Session, ad: WatchedAd) -> dict[str, str]:
    """The searches that found the ad when it cost more than now, with their owners; where it costs more now, that is noted."""
    price = ad.listing["price_paise"]
    own, known = col(SavedSearchMatch.ad_id) == ad.listing["ad_id"], col(SavedSearchMatch.price_paise)
    _end_falls(db, own, price)
    if price is None:
        return {}
    db.exec(sa.update(SavedSearchMatch).where(own, sa.or_(known.is_(None), known < price)).values(price_paise=price))
    statement = select(SavedSearch.id, SavedSearch.account_id).join(SavedSearchMatch).where(own, known > price)
    return dict(db.exec(statement).all())


def _end_falls(db: Session, own: sa.ColumnElement[bool], price: int | None) -> None:
    """A fall that waits to be mailed is none any more where the ad costs as much again as before it, or has no price."""
    before, mailed = col(SavedSearchMatch.fallen_from), col(SavedSearchMatch.mailed_at)
    over = before.is_not(None) if price is None else before <= price
    db.exec(sa.update(SavedSearchMatch).where(own, mailed.is_(None), over).values({before: None, mailed: clock.now()}))


def _known(db: Session, ad: WatchedAd, search_ids: Collection[str]) -> dict[str, SavedSearchMatch]:
    """What these searches found the ad to be."""
    own = select(SavedSearchMatch).where(SavedSearchMatch.ad_id == ad.listing["ad_id"])
    return {match.search_id: match for match in db.exec(own.where(col(SavedSearchMatch.search_id).in_(search_ids)))}


def _knowing(db: Session, ad: WatchedAd, owners: Collection[str]) -> set[str]:
    """Those of the people who were told of the ad before."""
    statement = select(SavedSearch.account_id).join(SavedSearchMatch)
    told = statement.where(SavedSearchMatch.ad_id == ad.listing["ad_id"], col(SavedSearch.account_id).in_(owners))
    return set(db.exec(told))


def _not_to_be_mailed(row: SavedSearch) -> datetime | None:
    return None if row.wants_mail else clock.now()


def _hold(db: Session, search_ids: Iterable[str]) -> Sequence[SavedSearch]:
    """Those of the searches that still are there, kept from being deleted until this unit of work ends."""
    # Always in one order, so that workers with different ads don't wait for each other in a circle.
    statement = select(SavedSearch).where(col(SavedSearch.id).in_(list(search_ids))).order_by(col(SavedSearch.id))
    return db.exec(statement.with_for_update(key_share=True).execution_options(populate_existing=True)).all()


def list_waiting(db: Session, ad: WatchedAd, saved_since: datetime | None = None, asking: str = "") -> dict[str, str]:
    """The saved searches that a live ad matches and that have not been told of it, with their owners; `match_saved` says
    which.
    """
    late = [col(SavedSearch.created_at) >= saved_since] if saved_since else []
    keys = keys_of_ad(ad.document)
    found: dict[str, str] = {}
    for start in range(0, len(keys), _KEYS_AT_ONCE):
        some = select(SavedSearchKey.search_id).where(col(SavedSearchKey.key).in_(keys[start : start + _KEYS_AT_ONCE]))
        told = select(SavedSearchMatch.search_id).where(SavedSearchMatch.ad_id == ad.listing["ad_id"])
        statement = select(SavedSearch.id, SavedSearch.account_id, SavedSearch.watched).where(
            col(SavedSearch.id).in_(some),
            col(SavedSearch.id).not_in(told),
            SavedSearch.account_id != ad.listing["seller_id"],
            *late,
        )
        found |= {
            search_id: owner
            for search_id, owner, watched in db.exec(statement)
            if ad.matches(watched) and _asks(watched, asking)
        }
    return found


def _asks(watched: dict[str, Any], attribute: str) -> bool:
    return not attribute or getattr(query_of(watched), attribute) not in (None, "")

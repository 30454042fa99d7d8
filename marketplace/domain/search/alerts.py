"""Telling people of new ads that their saved searches match: in the page at once, by mail as often as they want."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import Session, col, select

from marketplace import clock
from marketplace.actor import ANONYMOUS
from marketplace.domain import content, outbox
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.search import messages
from marketplace.domain.search.cards import cards_by_ad
from marketplace.domain.search.saved import link_of
from marketplace.domain.search.watching import WatchedAd, keys_of_ad, restored
from marketplace.models import Account, AccountStatus, Cadence, SavedSearch, SavedSearchKey, SavedSearchMatch
from marketplace.settings import get_settings
from marketplace.texts import t, tn

_EVERY = {Cadence.DAILY: timedelta(days=1), Cadence.WEEKLY: timedelta(days=7)}
# A run a little early must not skip a day.
_SLACK = timedelta(minutes=30)
_KEYS_AT_ONCE = 1_000
_ADS_IN_A_MAIL = 20


def match_saved(db: Session, ad_id: str) -> int:
    """Find the saved searches that a live ad matches, and tell their owners; call it when an ad goes live or its price
    falls, in that transaction.

    A search is told of an ad once, and never of its owner's own.

    Returns:
        How many searches it matched for the first time.
    """
    db.flush()
    ad = WatchedAd(db.connection(), ad_id)
    if not ad.is_live:
        return 0
    matched = [row for row in _waiting(db, ad, ad_id) if ad.matches(restored(row.watched))]
    for row in matched:
        db.add(SavedSearchMatch(search_id=row.id, ad_id=ad_id))
        content.notify(db, row.account_id, "saved_search_match", values={"name": row.name}, link=f"/products/{ad_id}")
    db.flush()
    for row in matched:
        if row.cadence is Cadence.AT_ONCE:
            _mail(db, row, clock.now())
    return len(matched)


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
        .with_for_update(skip_locked=True)
    ).all()
    for row in rows:
        _mail(db, row, now)
    return len(rows)


def _waiting(db: Session, ad: WatchedAd, ad_id: str) -> Sequence[SavedSearch]:
    """Searches under one of the ad's keys that have not been told of it."""
    keys = keys_of_ad(ad.document)
    found: dict[str, SavedSearch] = {}
    for start in range(0, len(keys), _KEYS_AT_ONCE):
        some = select(SavedSearchKey.search_id).where(col(SavedSearchKey.key).in_(keys[start : start + _KEYS_AT_ONCE]))
        told = select(SavedSearchMatch.search_id).where(SavedSearchMatch.ad_id == ad_id)
        statement = select(SavedSearch).where(
            col(SavedSearch.id).in_(some),
            col(SavedSearch.id).not_in(told),
            SavedSearch.account_id != ad.listing["seller_id"],
        )
        found |= {row.id: row for row in db.exec(statement)}
    return list(found.values())


def _mail(db: Session, row: SavedSearch, now: datetime) -> None:
    """One mail with all that a search was not mailed about yet; none where nothing of it is live any more."""
    matches = db.exec(
        select(SavedSearchMatch)
        .where(SavedSearchMatch.search_id == row.id, col(SavedSearchMatch.mailed_at).is_(None))
        .order_by(col(SavedSearchMatch.created_at).desc())
    ).all()
    cards = cards_by_ad(db, ANONYMOUS, [match.ad_id for match in matches])
    account = db.get(Account, row.account_id)
    for match in matches:
        match.mailed_at = now
        db.add(match)
    row.last_mailed_at = now
    db.add(row)
    if cards and account is not None and account.status is AccountStatus.ACTIVE:
        _write(db, row, account, list(cards.values()), f"alert:{row.id}:{matches[0].ad_id}")


def _write(db: Session, row: SavedSearch, account: Account, cards: list[AdCard], key: str) -> None:
    site = get_settings()
    subject = tn(messages.ALERT_SUBJECT_ONE, messages.ALERT_SUBJECT_MANY, len(cards), name=row.name)
    ads = "\n\n".join(
        t(
            messages.ALERT_AD,
            name=card.name,
            details=" · ".join(part for part in (card.price_text, card.location) if part) or card.category_name,
            link=f"{site.url}/products/{card.id}",
        )
        for card in cards[:_ADS_IN_A_MAIL]
    )
    text = t(
        messages.ALERT_TEXT,
        person=account.name,
        site=site.site_name,
        name=row.name,
        ads=ads,
        search=site.url + link_of(row.query),
        manage=f"{site.url}/savedsearches",
    )
    outbox.mail(db, account.email, subject, text, purpose="alert", account_id=account.id, dedupe_key=key)

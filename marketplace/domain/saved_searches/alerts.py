"""Alerts for saved searches: notifications in the page at once, mails at the chosen cadence."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col, select

from marketplace.core import clock
from marketplace.core.money import apply_discount
from marketplace.domain import accounts, content, price_drops
from marketplace.domain.display_names import title_case
from marketplace.domain.price_units import format_price
from marketplace.domain.saved_searches.alert_mails import mail_alert
from marketplace.domain.saved_searches.percolator import AdsToMatch, Key, LiveAd, percolator
from marketplace.domain.search import PARAMETERS
from marketplace.models import Account, Ad, AdVersion, Block, Cadence, SavedSearch, SavedSearchMatch

_EVERY = {Cadence.AT_ONCE: timedelta(0), Cadence.DAILY: timedelta(days=1), Cadence.WEEKLY: timedelta(days=7)}
# Runs are a few minutes early at times, and a mail must not wait another day for that.
_SLACK = timedelta(minutes=30)
_READ_AT_ONCE = 5_000


def match_ad(
    db: Session,
    ad_id: str,
    *,
    candidates: Collection[str] | None = None,
    limit: int | None = None,
    saved_since: datetime | None = None,
    asking: str = "",
    before: str = "",
) -> int:
    """Notify the owners of the saved searches that a live ad matches; call it after an ad was published or changed.

    A person is notified of an ad once, however many searches of both their accounts it matches, again at each price drop
    (`price_drops`), and never of their own ads.

    Args:
        candidates: ids of searches as `find_candidates` found them; left out, they are found here.
        limit: most people to notify; call it again until it returns 0.
        saved_since: only searches saved at or after this time.
        asking: only searches that filter by this attribute of a query.
        before: id of the version that was live before a change. A search that found it then learns of a lower price alone.

    Returns:
        The number of people handled, not counting those whose searches were deleted meanwhile.
    """
    db.flush()
    # Otherwise two workers with the same ad would notify the same people.
    db.exec(select(Ad.id).where(Ad.id == ad_id).with_for_update(key_share=True))
    index = AdsToMatch(db.connection(), [ad_id])
    if (ad := index.ads.get(ad_id)) is None:
        return 0
    dropped = _find_price_drops(db, ad)
    if candidates is None:
        candidates = find_candidates(db, [ad_id]).get(ad_id, frozenset())
    fresh = list_waiting(db, ad, index, candidates, saved_since, asking)
    seen = _list_seen(db, ad, fresh, before) if before else {}
    owners = dropped | fresh
    people = sorted(set(owners.values()))[:limit]
    notified = _find_notified_people(db, ad, people)
    wanted = set(people)
    rows = _lock_searches(db, [it for it, owner in owners.items() if owner in wanted])
    known = _read_matches(db, ad, [row.id for row in rows if row.id in dropped])
    for person, own in _by_person(rows, owners):
        cheaper = [(row, known[row.id]) for row in own if row.id in known]
        new = [row for row in own if row.id not in known and row.id not in seen]
        _store_seen(db, ad, [row for row in own if row.id in seen], seen)
        told = _store_price_drop(db, ad, index, cheaper)
        _store_matches(db, ad, new, silently=told or (person in notified and not cheaper))
    db.flush()
    if ad.price is not None and known:
        price_drops.note_told(db, ad.id, {owners[search_id] for search_id in known}, ad.price)
    for row in rows:
        if row.cadence is Cadence.AT_ONCE:
            mail_alert(db, row, clock.now())
    return len({owners[row.id] for row in rows})


def forget_prices(db: Session, ad_id: str) -> None:
    """Forget the prices of an ad that people were told; call it when its price unit changes.

    Prices in different units can't be compared, so the new price is no drop and the mails of earlier drops are cancelled.
    """
    own = col(SavedSearchMatch.ad_id) == ad_id
    _cancel_price_drop_mails(db, own, None)
    price_drops.forget(db, ad_id)


def find_candidates(db: Session, ad_ids: Collection[str]) -> dict[str, frozenset[str]]:
    """Find the saved searches that match each of these ads, in one pass over all saved searches.

    Returns:
        Ids of saved searches by ad id; ads that are not live are left out.
    """
    ads_to_match = AdsToMatch(db.connection(), ad_ids)
    if not ads_to_match.ads:
        return {}
    found: dict[str, set[str]] = {ad_id: set() for ad_id in ads_to_match.ads}
    keys = {search_id: saved.key for search_id, saved in _all_saved(db).items()}
    for search_id, matches in percolator.match(keys, ads_to_match).items():
        for ad_id in matches:
            found[ad_id].add(search_id)
    return {ad_id: frozenset(search_ids) for ad_id, search_ids in found.items()}


def send_alerts(db: Session, *, limit: int = 100) -> int:
    """Mail the daily and weekly alerts that are due; run it every few minutes, in any number of workers.

    Returns:
        The number of searches handled; if it is `limit`, more may be due.
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


def _by_person(rows: Sequence[SavedSearch], owners: Mapping[str, str]) -> Iterator[tuple[str, list[SavedSearch]]]:
    """Group searches by their owner, the one that mails soonest first: it reports an ad that several find."""
    order = {cadence: at for at, cadence in enumerate(_EVERY)}
    inside = sorted(rows, key=lambda row: (owners[row.id], not row.wants_mail, order[row.cadence], row.id))
    for person, own in groupby(inside, key=lambda row: owners[row.id]):
        yield person, list(own)


def _store_matches(db: Session, ad: LiveAd, rows: Sequence[SavedSearch], *, silently: bool) -> None:
    """Store that a person's searches found the ad, and notify for the first of them."""
    for at, row in enumerate(rows):
        told = not silently and not at
        mailed = _mailed_at(row) if told else clock.now()
        db.add(SavedSearchMatch(search_id=row.id, ad_id=ad.id, lowest_told_paise=ad.price, mailed_at=mailed))
        if told:
            _notify(db, row, ad, "saved_search_ad")


def _list_seen(db: Session, ad: LiveAd, fresh: Collection[str], version_id: str) -> dict[str, int | None]:
    """List those of these searches that found an ad's earlier version, with its price in paise as far as it can be compared."""
    version = db.get_one(AdVersion, version_id)
    price = apply_discount(version.price_paise, version.discount_basis_points)
    earlier = AdsToMatch(db.connection(), [ad.id], version_id=version_id)
    keys = {search_id: saved.key for search_id, saved in _read_saved(db, fresh).items()}
    return dict.fromkeys(percolator.match(keys, earlier), price if version.price_unit == ad.price_unit else None)


def _store_seen(db: Session, ad: LiveAd, rows: Sequence[SavedSearch], prices: Mapping[str, int | None]) -> None:
    """Store that searches found the ad before its change, at its price then: the next step tells of a lower one."""
    for row in rows:
        price = prices[row.id]
        db.add(SavedSearchMatch(search_id=row.id, ad_id=ad.id, lowest_told_paise=price, mailed_at=clock.now()))


def _notify(db: Session, row: SavedSearch, ad: LiveAd, kind: str, **values: str) -> None:
    values |= {"name": row.name, "ad": title_case(ad.name)}
    link = f"/products/{ad.id}"
    content.notify(db, row.account_id, kind, values=values, link=link, about_id=ad.seller_id, ad_id=ad.id)


def _store_price_drop(
    db: Session, ad: LiveAd, index: AdsToMatch, known: Sequence[tuple[SavedSearch, SavedSearchMatch]]
) -> bool:
    """Notify a person of a price drop, for the first of their earlier matches whose search still finds the ad.

    Returns:
        Whether one does.
    """
    # A match that waits to be mailed as new shows the current price anyway. A search says more of what is wanted than a follow.
    in_order = sorted(known, key=lambda pair: (pair[1].mailed_at is not None, pair[0].followed_id is not None))
    found = next((pair for pair in in_order if percolator.find(frozenset(pair[0].query.items()), index)), None)
    if found:
        row, match = found
        _notify(db, row, ad, "saved_search_cheaper", price=format_price(ad.price, ad.price_unit))
        if match.mailed_at is not None:
            match.fallen_from_paise, match.mailed_at = match.lowest_told_paise, _mailed_at(row)
            db.add(match)
    return found is not None


def _find_price_drops(db: Session, ad: LiveAd) -> dict[str, str]:
    """Searches that found the ad, and whose owners are to be told of its price, with the owners' emails."""
    own = col(SavedSearchMatch.ad_id) == ad.id
    _cancel_price_drop_mails(db, own, ad.price)
    if ad.price is None:
        return {}
    price_drops.note_first(db, ad.id, ad.price)
    statement = select(SavedSearch.id, Account.email).join(SavedSearchMatch).join(Account)
    others = ~accounts.are_same_person(SavedSearch.account_id, ad.seller_id)
    found = db.exec(statement.where(own, price_drops.awaits(ad.id, ad.price), others)).all()
    blockers = _list_blockers(db, ad.seller_id) if found else set()
    return {search_id: email for search_id, email in found if email not in blockers}


def _list_blockers(db: Session, seller_id: str) -> set[str]:
    """The emails of the people who blocked a seller, and so want to hear nothing of the seller's ads."""
    blockers = select(Account.email).join(Block, col(Block.blocker_id) == Account.id)
    return set(db.exec(blockers.where(Block.blocked_id == seller_id)))


def _cancel_price_drop_mails(db: Session, own: sa.ColumnElement[bool], price: int | None) -> None:
    """Cancel waiting price-drop mails if the price is no drop any more, or there is none."""
    before, mailed = col(SavedSearchMatch.fallen_from_paise), col(SavedSearchMatch.mailed_at)
    over = before.is_not(None) if price is None else before < price_drops.least_price_before(price)
    db.exec(sa.update(SavedSearchMatch).where(own, mailed.is_(None), over).values({before: None, mailed: clock.now()}))


def _read_matches(db: Session, ad: LiveAd, search_ids: Collection[str]) -> dict[str, SavedSearchMatch]:
    """The stored matches of the ad with these searches."""
    own = select(SavedSearchMatch).where(SavedSearchMatch.ad_id == ad.id)
    return {match.search_id: match for match in db.exec(own.where(col(SavedSearchMatch.search_id).in_(search_ids)))}


def _find_notified_people(db: Session, ad: LiveAd, emails: Collection[str]) -> set[str]:
    """Return those of these emails whose owners were already notified of the ad."""
    statement = select(Account.email).join(SavedSearch).join(SavedSearchMatch)
    return set(db.exec(statement.where(SavedSearchMatch.ad_id == ad.id, col(Account.email).in_(emails))))


def _mailed_at(row: SavedSearch) -> datetime | None:
    return None if row.wants_mail else clock.now()


def _lock_searches(db: Session, search_ids: Iterable[str]) -> Sequence[SavedSearch]:
    """Lock the searches that still exist, so that they are not deleted until the transaction ends."""
    # Locked in a fixed order, so that workers with different ads cannot deadlock.
    statement = select(SavedSearch).where(col(SavedSearch.id).in_(list(search_ids))).order_by(col(SavedSearch.id))
    return db.exec(statement.with_for_update(key_share=True).execution_options(populate_existing=True)).all()


def list_waiting(
    db: Session, ad: LiveAd, index: AdsToMatch, candidates: Collection[str], saved_since: datetime | None, asking: str
) -> dict[str, str]:
    """Candidates that match the ad as it is now and have not found it before, with their owners' emails.

    A search that matches only since the ad's last change is no candidate: that change has its own job.
    """
    told = set(db.exec(select(SavedSearchMatch.search_id).where(SavedSearchMatch.ad_id == ad.id)))
    seller = db.exec(select(Account.email).where(Account.id == ad.seller_id)).one()
    left_out = {seller} | _list_blockers(db, ad.seller_id)
    waiting = {
        search_id: saved
        for search_id, saved in _read_saved(db, set(candidates) - told).items()
        if saved.email not in left_out
        and (saved_since is None or saved.created_at >= saved_since)
        and (not asking or PARAMETERS[asking] in dict(saved.key))
    }
    found = percolator.match({search_id: it.key for search_id, it in waiting.items()}, index)
    return {search_id: waiting[search_id].email for search_id in found}


class _Saved(NamedTuple):
    email: str
    created_at: datetime
    key: Key
    revision: int


# Each is read once, and again after the site has changed its query.
_known_searches: dict[str, _Saved] = {}


def _all_saved(db: Session) -> dict[str, _Saved]:
    """All saved searches by id."""
    revisions = dict(db.exec(select(SavedSearch.id, SavedSearch.revision)).all())
    for search_id, saved in list(_known_searches.items()):
        if revisions.get(search_id) != saved.revision:
            _known_searches.pop(search_id, None)
    _known_searches.update(_read_saved(db, revisions.keys() - _known_searches.keys()))
    return dict(_known_searches)


def _read_saved(db: Session, search_ids: Collection[str]) -> dict[str, _Saved]:
    """Read saved searches; ids that no longer exist are left out."""
    found: dict[str, _Saved] = {}
    wanted = sorted(search_ids)
    columns = (SavedSearch.id, Account.email, SavedSearch.created_at, SavedSearch.query, SavedSearch.revision)
    statement = sa.select(*map(col, columns)).join(Account, col(Account.id) == SavedSearch.account_id)
    for start in range(0, len(wanted), _READ_AT_ONCE):
        some = col(SavedSearch.id).in_(wanted[start : start + _READ_AT_ONCE])
        for search_id, email, created_at, query, revision in db.execute(statement.where(some)):
            found[search_id] = _Saved(email, created_at, frozenset(query.items()), revision)
    return found

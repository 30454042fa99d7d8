"""Alert mails and their unsubscribe links."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from sqlmodel import Session, col, select, update
from sqlmodel.sql.expression import SelectOfScalar

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.lines import lines
from marketplace.domain import accounts, outbox, price_drops, search
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.price_units import format_price
from marketplace.domain.saved_searches import messages
from marketplace.domain.saved_searches.percolator import AdsToMatch, percolator
from marketplace.i18n.texts import t, tn
from marketplace.models import Account, AccountStatus, SavedSearch, SavedSearchMatch
from marketplace.settings import get_settings

PAGE = "/savedsearches"
ALERTS = outbox.Subscription("alert", "/api/savedsearch/unsubscribe")
_ADS_IN_A_MAIL = 20


def mail_alert(db: Session, row: SavedSearch, now: datetime) -> None:
    """Mail the new matches of a saved search that it still finds; sends nothing if there are none."""
    matches = db.exec(
        _waiting(row).order_by(col(SavedSearchMatch.created_at).desc(), col(SavedSearchMatch.ad_id))
    ).all()
    if not matches:
        return
    index = AdsToMatch(db.connection(), [match.ad_id for match in matches])
    found = _found_again(row, index)
    for match in matches:
        match.mailed_at = now
        db.add(match)
    lost = [match for match in matches if match.ad_id in index.ads.keys() - found]
    _transfer(db, row, lost)
    for match in lost:
        if match.fallen_from_paise is None:
            db.delete(match)
    news = [match for match in matches if match.ad_id in found and _is_still_true(match, index.ads[match.ad_id].price)]
    account = db.get(Account, row.account_id)
    if news and account is not None and account.status is AccountStatus.ACTIVE:
        row.last_mailed_at = now
        db.add(row)
        _write(db, row, account, news)


def stop_alerts(db: Session, actor: Actor, token: str) -> None:
    """Stop the mails of a saved search by the token of an alert's link; repeating it changes nothing.

    Raises:
        NotFound: the token is invalid.
    """
    del actor  # the token itself is the permission
    if (row := db.get(SavedSearch, outbox.read_unsubscribe_token(ALERTS.purpose, token))) is not None:
        stop_mail(db, row)


def stop_mail(db: Session, row: SavedSearch) -> None:
    """Show a search's matches in the page only; the owner's other searches mail what was waiting."""
    transfer_waiting_mails(db, row)
    row.wants_mail = False
    db.add(row)
    waiting = update(SavedSearchMatch).where(
        col(SavedSearchMatch.search_id) == row.id, col(SavedSearchMatch.mailed_at).is_(None)
    )
    db.exec(waiting.values(mailed_at=clock.now()))
    db.flush()


def transfer_waiting_mails(db: Session, row: SavedSearch) -> None:
    """Let the owner's other searches mail the ads that wait here and that they found too: an ad waits in one search only."""
    _transfer(db, row, db.exec(_waiting(row)).all())


def _waiting(row: SavedSearch) -> SelectOfScalar[SavedSearchMatch]:
    return select(SavedSearchMatch).where(
        SavedSearchMatch.search_id == row.id, col(SavedSearchMatch.mailed_at).is_(None)
    )


def _is_still_true(match: SavedSearchMatch, price: int | None) -> bool:
    """Whether a match to be mailed is still true at the ad's current price."""
    return match.fallen_from_paise is None or (
        price is not None and price_drops.is_drop(match.fallen_from_paise, price)
    )


def _transfer(db: Session, row: SavedSearch, matches: Sequence[SavedSearchMatch]) -> None:
    """Let the first other search of the owner that still finds an ad mail it."""
    left = {match.ad_id: match.fallen_from_paise for match in matches}
    others = (
        select(SavedSearch, SavedSearchMatch)
        .join(SavedSearchMatch)
        .where(
            accounts.are_same_person(SavedSearch.account_id, row.account_id),
            SavedSearch.id != row.id,
            col(SavedSearchMatch.ad_id).in_(left),
        )
        .order_by(col(SavedSearch.id))
    )
    if not (known := db.exec(others).all() if left else []):
        return
    index = AdsToMatch(db.connection(), [match.ad_id for _, match in known])
    taken: set[str] = set()
    for other, pairs in groupby(known, key=itemgetter(0)):
        lost = index.ads.keys() - _found_again(other, index)
        for _, match in pairs:
            ad_id = match.ad_id
            if ad_id in lost and left[ad_id] is None:
                # No search has mailed it, so it counts as new if this search finds it again.
                db.delete(match)
            elif ad_id not in lost and other.wants_mail and ad_id not in taken:
                match.mailed_at, match.fallen_from_paise = None, left[ad_id]
                taken.add(ad_id)


def _found_again(row: SavedSearch, index: AdsToMatch) -> set[str]:
    """The ads that the search finds as they are now."""
    # The age limit held when the ad was found; a weekly mail must not drop it for being a week old.
    return percolator.find(frozenset(row.query.items()), index, of_any_age=True)


def _write(db: Session, row: SavedSearch, account: Account, news: Sequence[SavedSearchMatch]) -> None:
    site = get_settings()
    shown = news[:_ADS_IN_A_MAIL]
    cards = search.find_live_cards(db, ANONYMOUS, [match.ad_id for match in shown])
    ALERTS.mail(
        db,
        account,
        _subject(row, news),
        messages.ALERT_TEXT,
        about_id=row.id,
        site=site.site_name,
        name=row.name,
        ads=lines(*(_ad(match, cards[match.ad_id]) for match in shown if match.ad_id in cards), between="\n\n"),
        search=site.url + search.link_of(row.query),
        manage=f"{site.url}/savedsearches",
    )


def _subject(row: SavedSearch, news: Sequence[SavedSearchMatch]) -> str:
    falls = sum(match.fallen_from_paise is not None for match in news)
    one, many = messages.ALERT_SUBJECT_ONE, messages.ALERT_SUBJECT_MANY
    if falls == len(news):
        one, many = messages.ALERT_FALL_ONE, messages.ALERT_FALL_MANY
    elif falls:
        one, many = messages.ALERT_BOTH_MANY, messages.ALERT_BOTH_MANY
    return tn(one, many, len(news), name=row.name)


def _ad(match: SavedSearchMatch, card: AdCard) -> str:
    price = card.price_text
    if match.fallen_from_paise is not None:
        price = t(messages.ALERT_FALLEN, now=price, before=format_price(match.fallen_from_paise, card.price_unit))
    details = " · ".join(part for part in (price, card.location) if part) or card.category_name
    return t(
        messages.ALERT_AD, name=card.display_name, details=details, link=f"{get_settings().url}/products/{card.id}"
    )

"""Alert mails, and the link in each that ends them."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from sqlmodel import Session, col, select, update
from sqlmodel.sql.expression import SelectOfScalar

from marketplace import clock, ids
from marketplace.actor import ANONYMOUS, Actor
from marketplace.domain import outbox
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.money import rupees
from marketplace.domain.search import messages
from marketplace.domain.search.cards import cards_by_ad
from marketplace.domain.search.params import link_of
from marketplace.domain.search.rechecking import live_among, still_found
from marketplace.errors import NotFound
from marketplace.models import Account, AccountStatus, SavedSearch, SavedSearchMatch
from marketplace.settings import get_settings
from marketplace.texts import t, tn

PURPOSE = "alert"
_ADS_IN_A_MAIL = 20


def mail_alert(db: Session, row: SavedSearch, now: datetime) -> None:
    """One mail with all that a search was not mailed about yet, as far as it still finds it; none where that is nothing."""
    matches = db.exec(
        _waiting(row).order_by(col(SavedSearchMatch.created_at).desc(), col(SavedSearchMatch.ad_id))
    ).all()
    if not matches:
        return
    prices = still_found(db.connection(), row, [match.ad_id for match in matches])
    for match in matches:
        match.mailed_at = now
        db.add(match)
    _leave_out(db, row, [match for match in matches if match.ad_id not in prices])
    news = [match for match in matches if match.ad_id in prices and _holds(match, prices[match.ad_id])]
    account = db.get(Account, row.account_id)
    if news and account is not None and account.status is AccountStatus.ACTIVE:
        row.last_mailed_at = now
        db.add(row)
        _write(db, row, account, news)


def stop_alerts(db: Session, actor: Actor, token: str) -> None:
    """No more mails for the saved search that an alert was about; a second time, or after its end, changes nothing.

    Raises:
        NotFound: not a token of ours.
    """
    del actor  # the token itself is the permission
    search_id, _, signature = token.partition(".")
    if not search_id or not ids.same(signature, _sign(search_id)):
        raise NotFound(t(messages.BAD_LINK))
    if (row := db.get(SavedSearch, search_id)) is not None:
        stop_mail(db, row)


def stop_mail(db: Session, row: SavedSearch) -> None:
    """Tell a search's matches in the page only; what waits to be mailed is left to its owner's other searches."""
    hand_over(db, row)
    row.wants_mail = False
    db.add(row)
    waiting = update(SavedSearchMatch).where(
        col(SavedSearchMatch.search_id) == row.id, col(SavedSearchMatch.mailed_at).is_(None)
    )
    db.exec(waiting.values(mailed_at=clock.now()))
    db.flush()


def hand_over(db: Session, row: SavedSearch) -> None:
    """Let its owner's other searches that found the same ads mail what this one was to: an ad waits in one of them only."""
    _pass_on(db, row, db.exec(_waiting(row)).all())


def _waiting(row: SavedSearch) -> SelectOfScalar[SavedSearchMatch]:
    return select(SavedSearchMatch).where(
        SavedSearchMatch.search_id == row.id, col(SavedSearchMatch.mailed_at).is_(None)
    )


def _holds(match: SavedSearchMatch, price: int | None) -> bool:
    """Whether what is to be mailed of an ad is true at its present price."""
    return match.fallen_from is None or (price is not None and price < match.fallen_from)


def _leave_out(db: Session, row: SavedSearch, matches: Sequence[SavedSearchMatch]) -> None:
    """Of what a search does not find now, leave to the others what is still live; never mailed, it is new once found again."""
    live = live_among(db.connection(), [match.ad_id for match in matches]) if matches else set()
    lost = [match for match in matches if match.ad_id in live]
    _pass_on(db, row, lost)
    for match in lost:
        if match.fallen_from is None:
            db.delete(match)


def _pass_on(db: Session, row: SavedSearch, matches: Sequence[SavedSearchMatch]) -> None:
    """Let the first of its owner's other searches that found an ad too, and has not lost it since, mail it."""
    left = {match.ad_id: match.fallen_from for match in matches}
    others = (
        select(SavedSearch, SavedSearchMatch)
        .join(SavedSearchMatch)
        .where(
            SavedSearch.account_id == row.account_id,
            SavedSearch.id != row.id,
            col(SavedSearchMatch.ad_id).in_(left),
        )
        .order_by(col(SavedSearch.id))
    )
    known = db.exec(others).all() if left else []
    live = live_among(db.connection(), left) if known else set()
    taken: set[str] = set()
    for other, pairs in groupby(known, key=itemgetter(0)):
        theirs = {match.ad_id: match for _, match in pairs}
        lost = live & theirs.keys() - still_found(db.connection(), other, theirs).keys()
        for ad_id, match in theirs.items():
            if ad_id in lost and left[ad_id] is None:
                # It was mailed by none of them, so it is new to this one too once that finds it again.
                db.delete(match)
            elif ad_id not in lost and other.wants_mail and ad_id not in taken:
                match.mailed_at, match.fallen_from = None, left[ad_id]
                taken.add(ad_id)


def _write(db: Session, row: SavedSearch, account: Account, news: Sequence[SavedSearchMatch]) -> None:
    site = get_settings()
    stop = f"{site.url}/api/savedsearch/unsubscribe?token={row.id}.{_sign(row.id)}"
    shown = news[:_ADS_IN_A_MAIL]
    cards = cards_by_ad(db, ANONYMOUS, [match.ad_id for match in shown])
    text = t(
        messages.ALERT_TEXT,
        person=account.name,
        site=site.site_name,
        name=row.name,
        ads="\n\n".join(_ad(match, cards[match.ad_id]) for match in shown if match.ad_id in cards),
        search=site.url + link_of(row.query),
        manage=f"{site.url}/savedsearches",
        stop=stop,
    )
    outbox.mail(
        db,
        account.email,
        _subject(row, news),
        text,
        purpose=PURPOSE,
        account_id=account.id,
        # Mail programs unsubscribe with one click (RFC 8058).
        headers={"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )


def _subject(row: SavedSearch, news: Sequence[SavedSearchMatch]) -> str:
    falls = sum(match.fallen_from is not None for match in news)
    one, many = messages.ALERT_SUBJECT_ONE, messages.ALERT_SUBJECT_MANY
    if falls == len(news):
        one, many = messages.ALERT_FALL_ONE, messages.ALERT_FALL_MANY
    elif falls:
        one, many = messages.ALERT_BOTH_MANY, messages.ALERT_BOTH_MANY
    return tn(one, many, len(news), name=row.name)


def _ad(match: SavedSearchMatch, card: AdCard) -> str:
    price = card.price_text
    if match.fallen_from is not None:
        price = t(messages.ALERT_FALLEN, now=price, before=rupees(match.fallen_from))
    details = " · ".join(part for part in (price, card.location) if part) or card.category_name
    return t(messages.ALERT_AD, name=card.name, details=details, link=f"{get_settings().url}/products/{card.id}")


def _sign(search_id: str) -> str:
    return ids.sign(get_settings().secret, PURPOSE, search_id)

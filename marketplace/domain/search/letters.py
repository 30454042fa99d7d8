"""Alert mails, and the link in each that ends them."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, select, update

from marketplace import clock, ids
from marketplace.actor import ANONYMOUS, Actor
from marketplace.domain import outbox
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.money import rupees
from marketplace.domain.search import messages
from marketplace.domain.search.cards import cards_by_ad
from marketplace.domain.search.params import link_of
from marketplace.errors import NotFound
from marketplace.models import Account, AccountStatus, SavedSearch, SavedSearchMatch
from marketplace.settings import get_settings
from marketplace.texts import t, tn

PURPOSE = "alert"
_ADS_IN_A_MAIL = 20


def mail_alert(db: Session, row: SavedSearch, now: datetime) -> None:
    """One mail with all that a search was not mailed about yet; none where nothing of it is live any more."""
    matches = db.exec(
        select(SavedSearchMatch)
        .where(SavedSearchMatch.search_id == row.id, col(SavedSearchMatch.mailed_at).is_(None))
        .order_by(col(SavedSearchMatch.created_at).desc(), col(SavedSearchMatch.ad_id))
    ).all()
    cards = cards_by_ad(db, ANONYMOUS, [match.ad_id for match in matches])
    for match in matches:
        match.mailed_at = now
        db.add(match)
    row.last_mailed_at = now
    db.add(row)
    account = db.get(Account, row.account_id)
    if cards and account is not None and account.status is AccountStatus.ACTIVE:
        _write(db, row, account, [(match, cards[match.ad_id]) for match in matches if match.ad_id in cards])


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
    waiting = select(SavedSearchMatch).where(
        SavedSearchMatch.search_id == row.id, col(SavedSearchMatch.mailed_at).is_(None)
    )
    left = {match.ad_id: match for match in db.exec(waiting)}
    others = (
        select(SavedSearchMatch)
        .join(SavedSearch)
        .where(
            SavedSearch.account_id == row.account_id,
            SavedSearch.id != row.id,
            col(SavedSearch.wants_mail),
            col(SavedSearchMatch.ad_id).in_(left),
        )
        .order_by(col(SavedSearch.id))
    )
    for match in db.exec(others):
        if mine := left.pop(match.ad_id, None):
            match.mailed_at, match.fallen_from = None, mine.fallen_from
            db.add(match)


def _write(db: Session, row: SavedSearch, account: Account, found: Sequence[tuple[SavedSearchMatch, AdCard]]) -> None:
    site = get_settings()
    stop = f"{site.url}/api/savedsearch/unsubscribe?token={row.id}.{_sign(row.id)}"
    text = t(
        messages.ALERT_TEXT,
        person=account.name,
        site=site.site_name,
        name=row.name,
        ads="\n\n".join(_ad(match, card) for match, card in found[:_ADS_IN_A_MAIL]),
        search=site.url + link_of(row.query),
        manage=f"{site.url}/savedsearches",
        stop=stop,
    )
    outbox.mail(
        db,
        account.email,
        _subject(row, found),
        text,
        purpose=PURPOSE,
        account_id=account.id,
        # Mail programs unsubscribe with one click (RFC 8058).
        headers={"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )


def _subject(row: SavedSearch, found: Sequence[tuple[SavedSearchMatch, AdCard]]) -> str:
    falls = sum(match.fallen_from is not None for match, _ in found)
    one, many = messages.ALERT_SUBJECT_ONE, messages.ALERT_SUBJECT_MANY
    if falls == len(found):
        one, many = messages.ALERT_FALL_ONE, messages.ALERT_FALL_MANY
    elif falls:
        one, many = messages.ALERT_BOTH_MANY, messages.ALERT_BOTH_MANY
    return tn(one, many, len(found), name=row.name)


def _ad(match: SavedSearchMatch, card: AdCard) -> str:
    price = card.price_text
    if match.fallen_from is not None:
        price = t(messages.ALERT_FALLEN, now=price, before=rupees(match.fallen_from))
    details = " · ".join(part for part in (price, card.location) if part) or card.category_name
    return t(messages.ALERT_AD, name=card.name, details=details, link=f"{get_settings().url}/products/{card.id}")


def _sign(search_id: str) -> str:
    return ids.sign(get_settings().secret, PURPOSE, search_id)

"""Tells sellers what buyers look for: in the page at once, and by mail once a day.

The texts in the page say the kind of thing and the town only, so that nothing is left of a wanted ad that is gone.
"""

from collections.abc import Sequence
from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.lines import lines, quote
from marketplace.domain import accounts, ads, catalog, content, outbox
from marketplace.domain.wanted import messages, queries, views
from marketplace.i18n.texts import tn
from marketplace.models import Account, WantedAd, WantedMatch
from marketplace.settings import get_settings

MAILS = outbox.Subscription("wanted", "/api/wanted/mails/unsubscribe", "wants_wanted_mail")
_PAGE = "/seller/wanted"
_OWN_PAGE = "/user/wanted"
_MAIL_EVERY = timedelta(days=1)
_WANTED_IN_A_MAIL = 10


def notify_sellers(db: Session, wanted_id: str, *, limit: int = 200) -> int:
    """Tell sellers with a fitting ad of a wanted ad, each once; call it again until it returns 0.

    Returns:
        The number of sellers told; 0 if the wanted ad is not live any more.
    """
    now = clock.now()
    # Locked, so that a job about one of their ads does not tell the same sellers.
    for wanted in queries.lock_live(db, [wanted_id], now):
        sellers = queries.list_untold_sellers(db, wanted.id, limit)
        for seller in sellers:
            _note(db, seller, wanted)
            _notify_of_one(db, seller, wanted)
        return len(sellers)
    return 0


def notify_about_ad(db: Session, ad_id: str, *, limit: int = 200) -> int:
    """Tell the seller of a live ad of the wanted ads that it fits, each once, in one notification for all of this call.

    Returns:
        The number of wanted ads looked at; call it again until it returns 0.
    """
    now = clock.now()
    seller_id = ads.owner_of(db, ad_id) or ""
    found = queries.list_untold_wanted(db, seller_id, ad_id, now, limit)
    if not found:
        return 0
    rows = queries.lock_live(db, found, now)
    # Another job may have told the seller of some while this one waited for the lock.
    told = queries.list_told(db, seller_id, found)
    new = [row for row in rows if row.id not in told]
    if not new:
        return len(found)
    seller = accounts.get_account(db, seller_id)
    for wanted in new:
        _note(db, seller, wanted)
    if len(new) == 1:
        _notify_of_one(db, seller, new[0])
    else:
        content.notify(db, seller.id, "wanted_matches", values={"count": len(new)}, link=_PAGE)
    return len(found)


def mail_sellers(db: Session, *, limit: int = 100) -> int:
    """Mail sellers what buyers look for since their last such mail, at most once a day; run it a few times an hour.

    Returns:
        The number of sellers handled; if it is `limit`, more may wait.
    """
    now = clock.now()
    sellers = queries.lock_sellers_to_mail(db, now - _MAIL_EVERY, limit)
    for seller in sellers:
        matches = queries.list_unmailed(db, seller.id)
        rows = queries.list_still_visible(db, seller.id, [match.wanted_id for match in matches], now)
        for match in matches:
            match.mailed_at = now
            db.add(match)
        if rows:
            _mail(db, seller, rows)
    db.flush()
    return len(sellers)


def notify_ended(db: Session, wanted: WantedAd) -> None:
    """Tell the owner of a wanted ad, in the page and by mail, that the site ended it and why."""
    owner = accounts.get_account(db, wanted.owner_id)
    page = get_settings().url + _OWN_PAGE
    words = {"person": owner.name, "reason": quote(wanted.ended_reason), "page": page}
    mail = content.Mail((messages.ENDED_SUBJECT, messages.ENDED_TEXT), "wanted_ended", words)
    values = {"title": wanted.title, "reason": wanted.ended_reason}
    content.tell(db, owner, "wanted_ended", mail, values=values, link=_OWN_PAGE)


def _note(db: Session, seller: Account, wanted: WantedAd) -> None:
    mailed_at = None if seller.wants_wanted_mail else clock.now()
    db.add(WantedMatch(wanted_id=wanted.id, seller_id=seller.id, mailed_at=mailed_at))


def _notify_of_one(db: Session, seller: Account, wanted: WantedAd) -> None:
    values = {"what": catalog.get_catalogue(db).names.get(wanted.subcategory_id, ""), "place": wanted.city}
    content.notify(db, seller.id, "wanted_match", values=values, link=_PAGE, about_id=wanted.owner_id)


def _mail(db: Session, seller: Account, rows: Sequence[WantedAd]) -> None:
    site = get_settings()
    listed = (
        lines(*filter(None, (row.title, " · ".join(filter(None, (views.price_text(row), views.location(row)))))))
        for row in rows[:_WANTED_IN_A_MAIL]
    )
    MAILS.mail(
        db,
        seller,
        tn(messages.MAIL_SUBJECT_ONE, messages.MAIL_SUBJECT_MANY, len(rows), title=rows[0].title),
        messages.MAIL_TEXT,
        site=site.site_name,
        wanted=lines(*listed, between="\n\n"),
        page=site.url + _PAGE,
    )

"""Notifies buyers about ads in their wishlist: in the page, and by mail unless they opted out.

A job does it in steps, because thousands may have saved an ad and others wait for the write lock.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlmodel import Session

from marketplace.core import events
from marketplace.core.actor import ANONYMOUS
from marketplace.domain import ads, content, jobs, outbox, price_drops, price_units
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.effects import Dependent, Event, Observer, Occasion
from marketplace.domain.wishlist import messages, queries
from marketplace.i18n.texts import t
from marketplace.models import Account, AdStatus
from marketplace.settings import get_settings

TELL_JOB = "wishlist.tell"
MAILS = outbox.Subscription("wishlist", "/api/wishlist/mails/unsubscribe", "wants_wishlist_mail")
# Buyers in one transaction.
_AT_ONCE = 200
_KINDS = {
    Event.AD_SOLD: "ad_sold",
    Event.AD_SOLD_BY_DEAL: "ad_sold",
    Event.AD_RELISTED: "ad_back",
}
# The ad's status in which it is true.
_STATUSES = {"ad_sold": AdStatus.SOLD, "ad_back": AdStatus.APPROVED}
_MAILS = {
    "ad_sold": (messages.MAIL_SOLD_SUBJECT, messages.MAIL_SOLD_TEXT),
    "ad_back": (messages.MAIL_BACK_SUBJECT, messages.MAIL_BACK_TEXT),
    "price_dropped": (messages.MAIL_CHEAPER_SUBJECT, messages.MAIL_CHEAPER_TEXT),
}


def tell(db: Session, payload: Mapping[str, Any]) -> int:
    """Notify buyers who saved an ad that it is sold or back, some at once; the handler of TELL_JOB.

    Nobody is told what is no longer so. Left out are the seller's own other account, buyers who blocked the seller, those who
    heard more of the occasion, such as the buyer of a sold ad, and of an ad that is back those who never saw or heard that it was sold.

    Returns:
        The number of buyers; call it again until it is 0.
    """
    ad = _find_public(db, payload["ad_id"])
    if ad is None or ad.status != _STATUSES[payload["kind"]]:
        return 0
    since = payload.get("since")
    knowing = [queries.knows_since(ad.id, datetime.fromisoformat(since))] if since else []
    audience = queries.lock_audience(db, ad.id, ad.seller_id, _AT_ONCE, *knowing, occasion=payload["key"])
    _notify(db, ad, payload["kind"], [(buyer, {}) for buyer, _ in audience], payload["key"])
    return len(audience)


def tell_price_drop(db: Session, ad_id: str) -> int:
    """Notify buyers who saved an ad if its price is a drop for them (`price_drops`), some at once.

    The job that alerts saved searches calls it first, since a person is told by the stronger way.

    Returns:
        The number of buyers; call it again until it is 0.
    """
    ad = _find_public(db, ad_id)
    if ad is None or ad.price_paise is None:
        return 0
    price = ad.price_paise
    price_drops.note_first(db, ad.id, price)
    audience = queries.lock_audience(db, ad.id, ad.seller_id, _AT_ONCE, price_drops.awaits(ad.id, price))
    shown = {"price": price_units.format_price(price, ad.price_unit)}
    told = [(buyer, shown | {"before": price_units.format_price(lowest, ad.price_unit)}) for buyer, lowest in audience]
    _notify(db, ad, "price_dropped", told)
    price_drops.note_told(db, ad.id, [buyer.email for buyer, _ in audience], price)
    return len(audience)


def _find_public(db: Session, ad_id: str) -> AdCard | None:
    return ads.find_cards(db, ANONYMOUS, [ad_id]).get(ad_id)


def _notify(
    db: Session, ad: AdCard, kind: str, audience: Sequence[tuple[Account, dict[str, str]]], occasion: str = ""
) -> None:
    """Notify buyers; the values are those of their notification and mail, beside the ad's name."""
    link = f"/products/{ad.id}"
    for buyer, values in audience:
        own = values | {"name": ad.display_name}
        content.notify(db, buyer.id, kind, values=own, link=link, about_id=ad.seller_id, ad_id=ad.id, occasion=occasion)
        if buyer.wants_wishlist_mail:
            _mail(db, buyer, ad.id, kind, own)
    if audience:
        events.record(db, "wishlist", *(buyer.id for buyer, _ in audience), subject=ad.id)


def _mail(db: Session, buyer: Account, ad_id: str, kind: str, values: Mapping[str, str]) -> None:
    site = get_settings()
    subject, text = _MAILS[kind]
    pages = {"page": f"{site.url}/products/{ad_id}", "wishlist": f"{site.url}/wishlist"}
    MAILS.mail(db, buyer, t(subject, **values), text, **values, **pages)


def _tell_later(db: Session, occasion: Occasion) -> None:
    kind = _KINDS[occasion.event]
    jobs.enqueue(
        db, TELL_JOB, {"ad_id": occasion.subject_id, "kind": kind, "key": occasion.key, "since": occasion.since}
    )


OBSERVERS = {Dependent.WISHLIST: Observer(tells=_tell_later)}

"""Notifies buyers about ads in their wishlist: in the page, and by mail unless they opted out.

A job does it in steps, because thousands may have saved an ad and others wait for the write lock.
"""

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session

from marketplace.core import events
from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.domain import ads, content, jobs, outbox, price_drops, price_units
from marketplace.domain.effects import Dependent, Event, Observer, Occasion
from marketplace.domain.wishlist import messages, queries
from marketplace.i18n.texts import t
from marketplace.models import Account
from marketplace.settings import get_settings

TELL_JOB = "wishlist.tell"
_PURPOSE = "wishlist"
# Buyers in one transaction.
_AT_ONCE = 200
_KINDS = {
    Event.AD_SOLD: "ad_sold",
    Event.AD_SOLD_BY_DEAL: "ad_sold",
    Event.AD_RELISTED: "ad_back",
    Event.AD_PRICE_CHANGED: "price_dropped",
}
_MAILS = {
    "ad_sold": (messages.MAIL_SOLD_SUBJECT, messages.MAIL_SOLD_TEXT),
    "ad_back": (messages.MAIL_BACK_SUBJECT, messages.MAIL_BACK_TEXT),
    "price_dropped": (messages.MAIL_CHEAPER_SUBJECT, messages.MAIL_CHEAPER_TEXT),
}


def tell(db: Session, payload: Mapping[str, Any]) -> int:
    """Notify buyers who saved an ad that it is sold, back or cheaper, some at once; the handler of TELL_JOB.

    Left out are the seller's own other account, buyers who blocked the seller, and those who heard more of the occasion,
    such as the buyer of a sold ad.

    Returns:
        The number of buyers; call it again until it is 0.
    """
    ad = ads.find_cards(db, ANONYMOUS, [payload["ad_id"]]).get(payload["ad_id"])
    if ad is None:
        return 0
    kind, price = payload["kind"], ad.price_paise
    conditions = []
    if kind == "price_dropped":
        if price is None:
            return 0
        price_drops.note_first(db, ad.id, price)
        conditions.append(price_drops.awaits(ad.id, price))
    audience = queries.lock_audience(db, ad.id, ad.seller_id, payload["key"], conditions, _AT_ONCE)
    values = {"name": ad.display_name, "price": price_units.format_price(price, ad.price_unit)}
    with content.one_occasion(db, payload["key"]):
        for buyer, lowest in audience:
            own = values | {"before": price_units.format_price(lowest, ad.price_unit)}
            link = f"/products/{ad.id}"
            content.notify(db, buyer.id, kind, values=own, link=link, about_id=ad.seller_id, ad_id=ad.id)
            if buyer.wants_wishlist_mail:
                _mail(db, buyer, ad.id, kind, own)
    if kind == "price_dropped" and price is not None:
        price_drops.note_told(db, ad.id, [buyer.email for buyer, _ in audience], price)
    if audience:
        events.record(db, "wishlist", *(buyer.id for buyer, _ in audience), subject=ad.id)
    return len(audience)


def stop_mails(db: Session, actor: Actor, token: str) -> None:
    """Unsubscribe the account that a wishlist mail was sent to; idempotent.

    Raises:
        NotFound: invalid token.
    """
    del actor  # the token is the permission
    account = outbox.get_unsubscribing_account(db, _PURPOSE, token)
    account.wants_wishlist_mail = False
    db.add(account)
    db.flush()


def _mail(db: Session, buyer: Account, ad_id: str, kind: str, values: Mapping[str, str]) -> None:
    site = get_settings()
    subject, text = _MAILS[kind]
    stop = outbox.make_unsubscribe_link("/api/wishlist/mails/unsubscribe", _PURPOSE, buyer.id)
    known = {**values, "person": buyer.name, "page": f"{site.url}/products/{ad_id}", "stop": stop}
    outbox.mail(
        db,
        buyer.email,
        t(subject, **known),
        t(text, wishlist=f"{site.url}/wishlist", **known),
        purpose=_PURPOSE,
        account_id=buyer.id,
        unsubscribe_link=stop,
    )


def _tell_later(db: Session, occasion: Occasion) -> int:
    payload = {"ad_id": occasion.subject_id, "kind": _KINDS[occasion.event], "key": occasion.key}
    jobs.enqueue(db, TELL_JOB, payload)
    return 0


OBSERVERS = {Dependent.WISHLIST: Observer(tells=_tell_later)}

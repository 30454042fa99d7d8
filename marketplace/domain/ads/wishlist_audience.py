"""Notifies buyers about ads in their wishlist: in the page, and by mail unless they opted out."""

from collections.abc import Sequence

from sqlmodel import Session

from marketplace.core import events
from marketplace.core.actor import Actor
from marketplace.domain import content, outbox, price_drops, price_units
from marketplace.domain.ads import messages, queries, visibility
from marketplace.i18n.texts import t
from marketplace.models import Account, Ad, PriceUnit
from marketplace.settings import get_settings

PURPOSE = "wishlist"
_MAILS = {
    "ad_sold": (messages.SAVED_SOLD_SUBJECT, messages.SAVED_SOLD_TEXT),
    "price_dropped": (messages.SAVED_CHEAPER_SUBJECT, messages.SAVED_CHEAPER_TEXT),
}


def notify_sold(db: Session, ad: Ad, name: str) -> None:
    """Notify every active buyer who has the ad in the wishlist that it is sold, unless the ad is not public."""
    if _is_public(db, ad):
        audience = queries.list_wishlist_audience(db, ad)
        _notify(db, ad, "ad_sold", [(buyer, {"name": name}) for buyer, _ in audience])


def notify_price_drop(db: Session, ad: Ad, name: str, price: int | None, unit: PriceUnit | None) -> None:
    """Notify active buyers who have the ad in the wishlist if the price, in paise, is a drop for them.

    Does nothing while the ad is not public.
    """
    if price is None or not _is_public(db, ad):
        return
    price_drops.note_first(db, ad.id, price)
    audience = queries.list_wishlist_audience(db, ad, price_drops.awaits(ad.id, price))
    texts = {"name": name, "price": price_units.format_price(price, unit)}
    _notify(
        db,
        ad,
        "price_dropped",
        [(buyer, texts | {"before": price_units.format_price(lowest, unit)}) for buyer, lowest in audience],
    )
    price_drops.note_told(db, ad.id, [buyer.email for buyer, _ in audience], price)


def stop_wishlist_mails(db: Session, actor: Actor, token: str) -> None:
    """Unsubscribe the account that a wishlist mail was sent to; idempotent.

    Raises:
        NotFound: invalid token.
    """
    del actor  # the token is the permission
    account = outbox.get_unsubscribing_account(db, PURPOSE, token)
    account.wants_wishlist_mail = False
    db.add(account)
    db.flush()


def _is_public(db: Session, ad: Ad) -> bool:
    return visibility.was_public(ad, queries.list_sellers(db, [ad.seller_id])[ad.seller_id])


def _notify(db: Session, ad: Ad, kind: str, audience: Sequence[tuple[Account, dict[str, str]]]) -> None:
    """Notify buyers; the values are those of their notification and mail."""
    for buyer, values in audience:
        link = f"/products/{ad.id}"
        content.notify(db, buyer.id, kind, values=values, link=link, about_id=ad.seller_id, ad_id=ad.id)
        if buyer.wants_wishlist_mail:
            _mail(db, buyer, ad, kind, values)
    if audience:
        events.record(db, "wishlist", *(buyer.id for buyer, _ in audience), subject=ad.id)


def _mail(db: Session, buyer: Account, ad: Ad, kind: str, values: dict[str, str]) -> None:
    site = get_settings()
    subject, text = _MAILS[kind]
    stop = outbox.make_unsubscribe_link("/api/wishlist/mails/unsubscribe", PURPOSE, buyer.id)
    known = values | {"person": buyer.name, "page": f"{site.url}/products/{ad.id}", "stop": stop}
    outbox.mail(
        db,
        buyer.email,
        t(subject, **known),
        t(text, wishlist=f"{site.url}/wishlist", **known),
        purpose=PURPOSE,
        account_id=buyer.id,
        unsubscribe_link=stop,
    )

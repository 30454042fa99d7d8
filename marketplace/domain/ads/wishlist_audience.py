"""Notifies buyers about ads in their wishlist: in the page, and by mail unless they opted out."""

from sqlmodel import Session

from marketplace.core import events
from marketplace.core.actor import Actor
from marketplace.domain import consents, content, outbox
from marketplace.domain.ads import messages, queries, visibility
from marketplace.i18n.texts import t
from marketplace.models import Account, Ad, ConsentPurpose
from marketplace.settings import get_settings

PURPOSE = "wishlist"
_MAILS = {
    "ad_sold": (messages.SAVED_SOLD_SUBJECT, messages.SAVED_SOLD_TEXT),
    "price_dropped": (messages.SAVED_CHEAPER_SUBJECT, messages.SAVED_CHEAPER_TEXT),
}


def notify_wishlist_audience(db: Session, ad: Ad, kind: str, values: dict[str, str]) -> None:
    """Notify every active buyer who has the ad in the wishlist, unless the ad is not public.

    Args:
        kind: kind of notification, `ad_sold` or `price_dropped`.
        values: parameters of its text and its mail.
    """
    if not visibility.was_public(ad, queries.list_sellers(db, [ad.seller_id])[ad.seller_id]):
        return
    audience = queries.list_wishlist_audience(db, ad.id)
    for buyer in audience:
        link = f"/products/{ad.id}"
        content.notify(db, buyer.id, kind, values=values, link=link, about_id=ad.seller_id, ad_id=ad.id)
        if buyer.wants_wishlist_mail:
            _mail(db, buyer, ad, kind, values)
    if audience:
        events.record(db, "wishlist", *(buyer.id for buyer in audience), subject=ad.id)


def stop_wishlist_mails(db: Session, actor: Actor, token: str) -> None:
    """Unsubscribe the account that a wishlist mail was sent to; idempotent.

    Raises:
        NotFound: invalid token.
    """
    del actor  # the token is the permission
    account = outbox.get_unsubscribing_account(db, PURPOSE, token)
    account.wants_wishlist_mail = False
    consents.withdraw(db, ConsentPurpose.WISHLIST_MAIL, account_id=account.id)
    db.add(account)
    db.flush()


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

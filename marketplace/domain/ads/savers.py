"""Telling buyers what became of the ads they saved: in the page, and by mail unless they want none."""

from sqlmodel import Session

from marketplace import events, ids
from marketplace.actor import Actor
from marketplace.domain import content, outbox
from marketplace.domain.ads import messages, queries, visibility
from marketplace.errors import NotFound
from marketplace.models import Account, Ad
from marketplace.settings import get_settings
from marketplace.texts import t

PURPOSE = "wishlist"
_MAILS = {
    "ad_sold": (messages.SAVED_SOLD_SUBJECT, messages.SAVED_SOLD_TEXT),
    "price_dropped": (messages.SAVED_CHEAPER_SUBJECT, messages.SAVED_CHEAPER_TEXT),
}


def tell_savers(db: Session, ad: Ad, kind: str, values: dict[str, str]) -> None:
    """Tell every active buyer who has the ad in the wishlist; nobody where the public may not open it.

    Args:
        kind: of the notice, `ad_sold` or `price_dropped`.
        values: what fills its sentence and its mail.
    """
    if not visibility.was_public(ad, queries.list_sellers(db, [ad.seller_id])[ad.seller_id]):
        return
    savers = queries.list_savers(db, ad.id)
    for buyer in savers:
        content.notify(db, buyer.id, kind, values=values, link=f"/products/{ad.id}")
        if buyer.wants_wishlist_mail:
            _mail(db, buyer, ad, kind, values)
    if savers:
        events.record(db, "wishlist", *(buyer.id for buyer in savers), subject=ad.id)


def stop_wishlist_mails(db: Session, actor: Actor, token: str) -> None:
    """Unsubscribe the account a mail about a saved ad went to; a second time changes nothing.

    Raises:
        NotFound: not a token of ours.
    """
    del actor  # the token itself is the permission
    account_id, _, signature = token.partition(".")
    account = db.get(Account, account_id) if account_id else None
    if account is None or not ids.same(signature, _sign(account_id)):
        raise NotFound(t(messages.BAD_LINK))
    account.wants_wishlist_mail = False
    db.add(account)
    db.flush()


def _mail(db: Session, buyer: Account, ad: Ad, kind: str, values: dict[str, str]) -> None:
    site = get_settings()
    subject, text = _MAILS[kind]
    stop = f"{site.url}/api/wishlist/mails/unsubscribe?token={buyer.id}.{_sign(buyer.id)}"
    known = values | {"person": buyer.name, "page": f"{site.url}/products/{ad.id}", "stop": stop}
    outbox.mail(
        db,
        buyer.email,
        t(subject, **known),
        t(text, wishlist=f"{site.url}/wishlist", **known),
        purpose=PURPOSE,
        account_id=buyer.id,
        # Mail programs unsubscribe with one click (RFC 8058).
        headers={"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )


def _sign(account_id: str) -> str:
    return ids.sign(get_settings().secret, PURPOSE, account_id)

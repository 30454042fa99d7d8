"""Making and listing offers."""

from decimal import Decimal

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Forbidden, RuleBroken
from marketplace.core.money import change_price, format_rupees
from marketplace.domain import accounts, ads, chat
from marketplace.domain.ads.schemas import AdDetail
from marketplace.domain.deals import lifecycle, messages, notifications, offer_actions, queries, rules, views
from marketplace.domain.deals.schemas import OfferChoice, OfferTerms, OfferView
from marketplace.domain.once import stores_once
from marketplace.domain.paging import EVERYTHING, Page, Window
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import AccountKind, DealSide, Offer, OfferAction
from marketplace.settings import get_settings

_CHAT_LIMIT = Window(limit=20)
_SUGGESTED_PERCENT = (5, 10, 15)


@stores_once
def make_offer(db: Session, actor: Actor, ad_id: str, price: object, *, message: str = "") -> OfferView:
    """Offer a price for an ad for sale. On a reserved ad, the offer waits in line.

    If either party has blocked the other, the buyer gets a normal answer and the seller is not notified.

    Args:
        price: rupees.

    Raises:
        NotSignedIn, Forbidden: not a buyer.
        NotFound, Gone: no ad visible to this buyer.
        RuleBroken: an ad for rent or lease, without a price, not live, or the buyer's own as a seller.
        Invalid: no price, or one out of the bounds of offers.
        Conflict: the buyer has a live offer for the ad, or it is reserved for the buyer.
        TooMany: too many offers this hour.
    """
    buyer_id = actor.require(AccountKind.BUYER, message=t(messages.LOGIN_TO_OFFER))
    ad = ads.get(db, actor, ad_id)
    accounts.check_other_person(db, actor, ad.seller_id)
    asked = rules.check_offered(ad)
    paise = rules.read_price(price, asked)
    queries.lock_ad(db, ad.id)
    now = clock.now()
    if _own_deal(db, actor, ad.id):
        raise Conflict(t(messages.RESERVED_FOR_YOU))
    earlier = queries.find_live_offer(db, buyer_id, ad.id)
    if earlier is not None:
        if lifecycle.offer_status(earlier, now) in lifecycle.LIVE_OFFERS:
            raise Conflict(t(messages.ONE_LIVE))
        offer_actions.take_step(db, earlier, OfferAction.EXPIRE, DealSide.SITE)
    limits.hit(get_settings().limit_offers, "offers", buyer_id)
    offer = Offer(ad_id=ad.id, buyer_id=buyer_id, seller_id=ad.seller_id, price_paise=paise, expires_at=now)
    try:
        with db.begin_nested():
            db.add(offer)
    except IntegrityError:
        # A unique index also refuses a second one, should a writer bypass the lock.
        raise Conflict(t(messages.ONE_LIVE)) from None
    offer.expires_at = offer_actions.answer_by(db, offer)
    words = offer_actions.write(db, actor, offer, message)
    offer_actions.add_step(db, offer, DealSide.BUYER, OfferAction.OFFER, words)
    silenced = chat.is_silenced(db, buyer_id, ad.seller_id)
    if not silenced:
        notifications.notify(db, offer, DealSide.SELLER, "offer_received", word=words.delivered)
    events.record(db, "deals", buyer_id, *(() if silenced else (ad.seller_id,)), subject=offer.id)
    return views.make_offers(db, actor, [offer])[0]


def get_offer_terms(db: Session, actor: Actor, ad: AdDetail) -> OfferTerms | None:
    """Return the data of the form for an offer; None if the ad takes no offers.

    Args:
        ad: as `ads.get` returned it to the actor.
    """
    try:
        asked = rules.check_offered(ad)
    except RuleBroken:
        return None
    live = queries.find_live_offer(db, actor.account_id, ad.id) if actor.account_id else None
    if live is not None and lifecycle.offer_status(live, clock.now()) not in lifecycle.LIVE_OFFERS:
        live = None
    # By the amount, since two may be rounded to one.
    suggested = {change_price(asked, Decimal(-percent)): percent for percent in reversed(_SUGGESTED_PERCENT)}
    least = rules.lowest_price(asked)
    return OfferTerms(
        ad_id=ad.id,
        asked_text=format_rupees(asked),
        bounds_text=rules.describe_bounds(asked),
        choices=tuple(
            OfferChoice(percent=percent, rupees=str(paise // 100), text=format_rupees(paise))
            for paise, percent in sorted(suggested.items(), key=lambda suggestion: suggestion[1])
            if paise is not None and paise >= least
        ),
        live_offer_id=live.id if live else "",
        deal_id=_own_deal(db, actor, ad.id),
    )


def list_offers_for_seller(
    db: Session, actor: Actor, seller_id: str, *, window: Window = EVERYTHING
) -> Page[OfferView]:
    """List offers that a seller received, newest first; for the seller and admins.

    Raises:
        NotSignedIn, Forbidden: somebody else.
    """
    actor.require(AccountKind.SELLER, AccountKind.ADMIN, message=t(messages.LOGIN_FOR_DEALS))
    actor.require_self(seller_id)
    return _list(db, actor, window, seller_id=seller_id)


def list_offers_for_buyer(db: Session, actor: Actor, buyer_id: str, *, window: Window = EVERYTHING) -> Page[OfferView]:
    """List offers that a buyer made, newest first; for the buyer and admins.

    Raises:
        NotSignedIn, Forbidden: somebody else.
    """
    actor.require(AccountKind.BUYER, AccountKind.ADMIN, message=t(messages.LOGIN_FOR_DEALS))
    actor.require_self(buyer_id)
    return _list(db, actor, window, buyer_id=buyer_id)


def list_offers_between(db: Session, actor: Actor, buyer_id: str, seller_id: str) -> tuple[OfferView, ...]:
    """List the newest offers between the two, for their conversation.

    Raises:
        NotSignedIn, Forbidden: the caller is neither party.
    """
    if actor.require() not in (buyer_id, seller_id):
        raise Forbidden()
    rows, _ = queries.list_offers(
        db, buyer_id=buyer_id, seller_id=seller_id, window=_CHAT_LIMIT, hide_silenced=actor.owns(seller_id)
    )
    return views.make_offers(db, actor, rows)


def _own_deal(db: Session, actor: Actor, ad_id: str) -> str:
    """Return the id of the active deal that holds the ad for the actor, empty if there is none."""
    deal = queries.find_active_deal(db, ad_id) if actor.account_id else None
    held = deal is not None and actor.owns(deal.buyer_id) and deal.reserved_until > clock.now()
    return deal.id if deal is not None and held else ""


def _list(db: Session, actor: Actor, window: Window, **party: str) -> Page[OfferView]:
    rows, total = queries.list_offers(db, window=window, hide_silenced="seller_id" in party, **party)
    return Page(views.make_offers(db, actor, rows), total, window.page, window.limit)

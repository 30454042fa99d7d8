"""Actions on offers: each is a transition of `lifecycle`, made while holding the ad's lock."""

from datetime import datetime, timedelta

from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Forbidden, NotFound
from marketplace.domain import addressed_texts, ads
from marketplace.domain.addressed_texts import AddressedText
from marketplace.domain.deals import lifecycle, messages, notifications, queries, reservations, rules, views
from marketplace.domain.deals.schemas import OfferView
from marketplace.domain.once import stores_once
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import Ad, AdStatus, DealSide, Offer, OfferAction, OfferStep
from marketplace.settings import get_settings

_MESSAGE_LENGTH = 500
_KINDS = {
    OfferAction.ACCEPT: "offer_accepted",
    OfferAction.DECLINE: "offer_declined",
    OfferAction.COUNTER: "offer_countered",
    OfferAction.WITHDRAW: "offer_withdrawn",
    OfferAction.EXPIRE: "offer_expired",
}


def accept_offer(db: Session, actor: Actor, offer_id: str, *, message: str = "") -> OfferView:
    """Accept the price: the ad is reserved for the buyer, and the other buyers with live offers wait in line.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party.
        Conflict: it is not this party's move, the offer is closed, or the ad is reserved or not live.
    """
    offer, ad, side = _lock(db, actor, offer_id)
    lifecycle.next_offer_status(offer, OfferAction.ACCEPT, side, clock.now())
    _check_still_offered(db, ad, offer)
    reservations.expire_if_due(db, ad.id)
    deal = reservations.reserve(db, offer)
    words = write(db, actor, offer, message)
    take_step(db, offer, OfferAction.ACCEPT, side, words, until=notifications.reserved_text(deal))
    return views.make_offers(db, actor, [offer])[0]


def decline_offer(db: Session, actor: Actor, offer_id: str, *, message: str = "") -> OfferView:
    """Decline the price that the other party named; ends the offer.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party.
        Conflict: it is not this party's move, or the offer is closed.
    """
    offer, _, side = _lock(db, actor, offer_id)
    take_step(db, offer, OfferAction.DECLINE, side, write(db, actor, offer, message))
    return views.make_offers(db, actor, [offer])[0]


@stores_once
def counter_offer(db: Session, actor: Actor, offer_id: str, price: object, *, message: str = "") -> OfferView:
    """Name another price; then it is the other party's move.

    Args:
        price: rupees.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party.
        Invalid: no price, or one out of the bounds of offers.
        Conflict: it is not this party's move, the offer is closed, or the ad is not live.
        TooMany: too many offers this hour.
    """
    offer, ad, side = _lock(db, actor, offer_id)
    lifecycle.next_offer_status(offer, OfferAction.COUNTER, side, clock.now())
    offer.price_paise = rules.read_price(price, _check_still_offered(db, ad, offer))
    limits.hit(get_settings().limit_offers, "offers", offer.buyer_id if side is DealSide.BUYER else offer.seller_id)
    offer.expires_at = answer_by(db, offer)
    take_step(db, offer, OfferAction.COUNTER, side, write(db, actor, offer, message))
    return views.make_offers(db, actor, [offer])[0]


def withdraw_offer(db: Session, actor: Actor, offer_id: str, *, message: str = "") -> OfferView:
    """Withdraw the price that this party named last; ends the offer.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party.
        Conflict: the other party named the last price, or the offer is closed.
    """
    offer, _, side = _lock(db, actor, offer_id)
    take_step(db, offer, OfferAction.WITHDRAW, side, write(db, actor, offer, message))
    return views.make_offers(db, actor, [offer])[0]


def expire_offers(db: Session, *, limit: int = 100) -> int:
    """Expire live offers whose time is over and notify both parties; returns their number."""
    count = 0
    for ad_id, offer_id in queries.list_due_offers(db, clock.now(), limit):
        queries.lock_ad(db, ad_id)
        offer = queries.find_offer(db, offer_id)
        # It was answered while this worker waited for the lock.
        if offer is None or offer.status not in lifecycle.LIVE_OFFERS or offer.expires_at > clock.now():
            continue
        take_step(db, offer, OfferAction.EXPIRE, DealSide.SITE)
        count += 1
    return count


def write(db: Session, actor: Actor, offer: Offer, message: str) -> AddressedText:
    """Return a message that comes with a step; it is cut to the stored length.

    Raises:
        NotSignedIn, Forbidden: as for `addressed_texts.write`.
    """
    return addressed_texts.write(db, actor, offer, message, most=_MESSAGE_LENGTH)


def take_step(
    db: Session,
    offer: Offer,
    action: OfferAction,
    side: DealSide,
    words: AddressedText = AddressedText(),
    *,
    until: str = "",
) -> None:
    """Make a transition, add it to the offer's history, and notify the party that did not act, or both if the site acted.

    Raises:
        Conflict: the transition is not allowed.
    """
    offer.status = lifecycle.next_offer_status(offer, action, side, clock.now())
    add_step(db, offer, side, action, words)
    for receiver in (DealSide.BUYER, DealSide.SELLER):
        if receiver is not side and not (receiver is DealSide.SELLER and queries.is_hidden(db, offer)):
            notifications.notify(db, offer, receiver, _KINDS[action], word=words.delivered, until=until)
    _record(db, offer)


def end_by_site(
    db: Session, offer: Offer, action: OfferAction, reason: str, to: DealSide, *, occasion: str = ""
) -> None:
    """End a live offer that can't be accepted any more, and tell one party why; the caller holds the ad's lock.

    Args:
        action: DECLINE, or WITHDRAW for a buyer who is gone.
        occasion: as for `content.notify`.
    """
    offer.status = lifecycle.next_offer_status(offer, action, DealSide.SITE, clock.now())
    add_step(db, offer, DealSide.SITE, action, AddressedText(reason))
    if to is DealSide.BUYER or not queries.is_hidden(db, offer):
        notifications.notify(db, offer, to, "offer_ended", more={"reason": reason}, occasion=occasion)
    _record(db, offer)


def _record(db: Session, offer: Offer) -> None:
    heard = (offer.buyer_id,) if queries.is_hidden(db, offer) else (offer.buyer_id, offer.seller_id)
    events.record(db, "deals", *heard, subject=offer.id)


def add_step(db: Session, offer: Offer, side: DealSide, action: OfferAction, words: AddressedText) -> None:
    """Add a step to the history of an offer."""
    offer.steps += 1
    offer.updated_at = clock.now()
    db.add(offer)
    db.flush()
    db.add(
        OfferStep(
            offer_id=offer.id,
            number=offer.steps,
            side=side,
            action=action,
            price_paise=offer.price_paise,
            message=words.text,
            withheld_from=words.withheld_from,
        )
    )
    db.flush()


def answer_by(db: Session, offer: Offer) -> datetime:
    """Return when an offer made or countered now expires; its time starts once no deal reserves the ad for another buyer."""
    deal = queries.find_active_deal(db, offer.ad_id)
    start = max(clock.now(), deal.reserved_until) if deal else clock.now()
    return start + timedelta(hours=get_settings().offer_hours)


def _lock(db: Session, actor: Actor, offer_id: str) -> tuple[Offer, Ad, DealSide]:
    """Load an offer of which the actor is a party, and lock its ad."""
    actor.require(message=t(messages.LOGIN_FOR_DEALS))
    existing = queries.find_offer(db, offer_id)
    side = views.side_of(actor, existing) if existing else None
    if existing is None or (side is None and not actor.is_staff):
        raise NotFound(t(messages.NO_OFFER))
    if side is None:
        raise Forbidden()
    ad = queries.lock_ad(db, existing.ad_id)
    return queries.find_offer(db, offer_id) or existing, ad, side


def _check_still_offered(db: Session, ad: Ad, offer: Offer) -> int:
    """Return the current price of the ad in paise.

    Raises:
        Conflict: the ad is not for sale any more (a paused one is: its offers were made before), or one of the two parties is not active.
    """
    price = ads.get_current_price(db, ad.id)
    both_active = queries.count_active_accounts(db, offer.buyer_id, offer.seller_id) == 2
    is_offered = ad.status in (AdStatus.APPROVED, AdStatus.PAUSED)
    if not is_offered or price.unit is not None or not price.paise or not both_active:
        raise Conflict(t(messages.NOT_OFFERED))
    return price.paise

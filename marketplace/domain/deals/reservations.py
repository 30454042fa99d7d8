"""Deals: an accepted offer reserves the ad until the handover, a cancellation or the end of the time."""

from datetime import datetime, timedelta

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace.core import clock, events, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound
from marketplace.domain import addressed_texts, ads, effects, handover_codes, meetups, reviews
from marketplace.domain.addressed_texts import AddressedText
from marketplace.domain.deals import lifecycle, messages, notifications, queries, views
from marketplace.domain.deals.lifecycle import DealAction
from marketplace.domain.deals.schemas import DealView
from marketplace.domain.effects import Event, Occasion
from marketplace.domain.paging import EVERYTHING, Page, Window
from marketplace.domain.site_time import format_time
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, Deal, DealSide, DealStatus, Offer
from marketplace.settings import get_settings

_REASON_LENGTH = 500
_KINDS = {DealAction.CANCEL: "deal_cancelled", DealAction.EXPIRE: "deal_expired", DealAction.HANDOVER: "deal_done"}


def get_deal(db: Session, actor: Actor, deal_id: str) -> DealView:
    """Return a deal; for its parties and admins.

    Raises:
        NotSignedIn, NotFound: no such deal, or not a party.
    """
    return views.make_deals(db, actor, [find_readable(db, actor, deal_id)])[0]


def find_readable(db: Session, actor: Actor, deal_id: str) -> Deal:
    """Load a deal that the caller may see.

    Raises:
        NotSignedIn, NotFound: as for `get_deal`.
    """
    actor.require(message=t(messages.LOGIN_FOR_DEALS))
    deal = queries.find_deal(db, deal_id) if ids.is_id(deal_id) else None
    if deal is None or (views.side_of(actor, deal) is None and not actor.is_staff):
        raise NotFound(t(messages.NO_DEAL))
    return deal


def list_deals_for_seller(db: Session, actor: Actor, seller_id: str, *, window: Window = EVERYTHING) -> Page[DealView]:
    """List a seller's deals, newest first; for the seller and admins.

    Raises:
        NotSignedIn, Forbidden: somebody else.
    """
    actor.require(AccountKind.SELLER, AccountKind.ADMIN, message=t(messages.LOGIN_FOR_DEALS))
    actor.require_self(seller_id)
    return _list(db, actor, window, seller_id=seller_id)


def list_deals_for_buyer(db: Session, actor: Actor, buyer_id: str, *, window: Window = EVERYTHING) -> Page[DealView]:
    """List a buyer's deals, newest first; for the buyer and admins.

    Raises:
        NotSignedIn, Forbidden: somebody else.
    """
    actor.require(AccountKind.BUYER, AccountKind.ADMIN, message=t(messages.LOGIN_FOR_DEALS))
    actor.require_self(buyer_id)
    return _list(db, actor, window, buyer_id=buyer_id)


def list_deals_between(db: Session, actor: Actor, buyer_id: str, seller_id: str) -> tuple[DealView, ...]:
    """List the newest deals between the two, for their conversation.

    Raises:
        NotSignedIn, Forbidden: the caller is neither party.
    """
    if actor.require() not in (buyer_id, seller_id):
        raise Forbidden()
    return _list(db, actor, Window(limit=20), buyer_id=buyer_id, seller_id=seller_id).items


def cancel_deal(db: Session, actor: Actor, deal_id: str, reason: str) -> DealView:
    """Cancel a deal; the ad is free again and the next in line is notified.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party.
        Invalid: no reason.
        Conflict: the deal is closed.
    """
    deal, side = lock_deal(db, actor, deal_id)
    words = addressed_texts.write(db, actor, deal, reason, most=_REASON_LENGTH)
    if not words.text:
        raise Invalid(t(messages.REASON_NEEDED), "reason")
    _end(db, deal, DealAction.CANCEL, side, words, frees=True)
    return views.make_deals(db, actor, [deal])[0]


def hand_over(db: Session, actor: Actor, deal_id: str, code: str) -> DealView:
    """Finish a deal with the four digits that the buyer shows; the ad is sold.

    Raises:
        NotSignedIn, NotFound, Forbidden: not the seller.
        RuleBroken: a wrong code; it is counted.
        TooMany: too many wrong codes, until the buyer creates a new one.
        Conflict: the deal is closed.
    """
    deal, side = lock_deal(db, actor, deal_id)
    lifecycle.next_deal_status(deal, DealAction.HANDOVER, side, clock.now())
    handover_codes.check(db, deal, views.handover_code(deal), code)
    # Who buys a saved ad hears of the deal alone.
    occasion = f"deal:{deal.id}"
    _end(db, deal, DealAction.HANDOVER, side, occasion=occasion)
    ads.sell_by_deal(db, actor, deal.ad_id, occasion=occasion)
    reviews.finish_later(db, deal_id=deal.id)
    return views.make_deals(db, actor, [deal])[0]


def renew_code(db: Session, actor: Actor, deal_id: str) -> DealView:
    """Create a new handover code; the old one no longer works, and wrong attempts are forgotten.

    Raises:
        NotSignedIn, NotFound, Forbidden: not the buyer.
        Conflict: the deal is closed.
    """
    deal, side = lock_deal(db, actor, deal_id)
    lifecycle.next_deal_status(deal, DealAction.NEW_CODE, side, clock.now())
    handover_codes.renew(db, deal)
    events.record(db, "deals", deal.buyer_id, deal.seller_id, subject=deal.id)
    return views.make_deals(db, actor, [deal])[0]


def reserve(db: Session, offer: Offer) -> Deal:
    """Reserve the ad for the buyer of an offer that is being accepted; the caller holds the ad's lock.

    Raises:
        Conflict: the ad is reserved.
    """
    now = clock.now()
    until = now + timedelta(days=get_settings().reservation_days)
    deal = Deal(
        ad_id=offer.ad_id,
        offer_id=offer.id,
        buyer_id=offer.buyer_id,
        seller_id=offer.seller_id,
        price_paise=offer.price_paise,
        reserved_until=until,
        created_at=now,
    )
    try:
        with db.begin_nested():
            db.add(deal)
    except IntegrityError:
        # A concurrent request has reserved the ad first.
        raise Conflict(t(messages.RESERVED_ALREADY)) from None
    ads.reserve(db, offer.ad_id, until)
    effects.fire(db, Occasion(Event.AD_IN_DEAL, offer.ad_id, key=f"deal:{deal.id}:reserved"))
    return deal


def extend(db: Session, deal: Deal, until: datetime) -> None:
    """Let a reservation last until then, if that is later; the caller holds the ad's lock."""
    if until <= deal.reserved_until:
        return
    deal.reserved_until = until
    db.add(deal)
    ads.reserve(db, deal.ad_id, until)
    _restart_waiting(db, deal.ad_id, until, accepted_id=deal.offer_id)


def let_wait(db: Session, ad_id: str, until: datetime, *, occasion: str) -> None:
    """Let live offers for a reserved ad wait in line, and tell their buyers.

    Args:
        until: end of the reservation; the time to answer them starts then.
        occasion: as for `content.notify`.
    """
    deal = queries.find_active_deal(db, ad_id)
    for offer in _restart_waiting(db, ad_id, until, accepted_id=deal.offer_id if deal else ""):
        shown = format_time(until)
        notifications.notify(db, offer, DealSide.BUYER, "offer_in_line", until=shown, occasion=occasion)


def _restart_waiting(db: Session, ad_id: str, start: datetime, *, accepted_id: str = "") -> list[Offer]:
    """Let the time to answer live offers start then; returns them."""
    waiting = [
        offer
        for offer in queries.list_active(db, ad_id, table=Offer)
        if offer.id != accepted_id and lifecycle.offer_status(offer, clock.now()) in lifecycle.LIVE_OFFERS
    ]
    for offer in waiting:
        offer.expires_at = start + timedelta(hours=get_settings().offer_hours)
        db.add(offer)
        events.record(db, "deals", offer.buyer_id, subject=offer.id)
    db.flush()
    return waiting


def expire_if_due(db: Session, ad_id: str) -> None:
    """End the ad's deal if its time is over; the caller holds the ad's lock."""
    deal = queries.find_active_deal(db, ad_id)
    if deal is not None and deal.reserved_until <= clock.now():
        _end(db, deal, DealAction.EXPIRE, DealSide.SITE, frees=True)


def expire_deals(db: Session, *, limit: int = 100) -> int:
    """End deals whose time is over and notify both parties and the next in line; returns their number."""
    due = queries.list_due_deals(db, clock.now(), limit)
    for ad_id, _ in due:
        queries.lock_ad(db, ad_id)
        expire_if_due(db, ad_id)
    return len(due)


def end_by_site(db: Session, deal: Deal, side: DealSide, reason: str, *, occasion: str = "") -> None:
    """Cancel a deal whose ad or party is gone, and tell why; the caller holds the ad's lock.

    Args:
        side: whose action ended it, and who knows of it; SITE to tell both. Without the buyer, the ad is still offered,
            so that the next in line is notified.
        occasion: as for `content.notify`.
    """
    frees = side is DealSide.BUYER
    _end(db, deal, DealAction.CANCEL, side, AddressedText(reason), kind="deal_ended", frees=frees, occasion=occasion)
    if not frees:
        ads.release(db, deal.ad_id)


def _end(
    db: Session,
    deal: Deal,
    action: DealAction,
    side: DealSide,
    words: AddressedText = AddressedText(),
    *,
    kind: str = "",
    frees: bool = False,
    occasion: str = "",
) -> None:
    """Make the transition that ends a deal, and notify the party that did not act, or both after a handover or if the site acted.

    Args:
        kind: of the notification, which names the words as the reason; empty for that of the action.
        frees: the ad is offered to the next in line, who is told. The seller hears of both in one notification.
    """
    was_meeting = deal.status is DealStatus.MEETING
    deal.status = lifecycle.next_deal_status(deal, action, side, clock.now())
    deal.reason, deal.withheld_from, deal.ended_by = words.text, words.withheld_from, side
    deal.ended_at = deal.updated_at = clock.now()
    db.add(deal)
    db.flush()
    more = {"reason": words.text} if kind else None
    kind = kind or _KINDS[action]
    # The attached file removes the meetup from calendars.
    meetup = meetups.find_meetup(db, deal) if was_meeting and action is not DealAction.HANDOVER else None
    meeting = views.describe_meeting(db, deal)
    first = _free(db, deal) if frees else None
    for receiver in (DealSide.BUYER, DealSide.SELLER):
        about, told, link = deal, kind, notifications.deal_link(deal)
        if first and receiver is DealSide.SELLER:
            about, link = first, ""
            told = "offer_next_seller" if side is receiver else f"{kind}_next"
        elif receiver is side and action is not DealAction.HANDOVER:
            continue
        notifications.notify(
            db,
            about,
            receiver,
            told,
            word="" if more or receiver is side else words.delivered,
            more=more,
            link=link,
            files=[meetups.make_file(db, meeting, meetup, receiver)] if meetup and receiver is not side else (),
            occasion=occasion,
        )
    events.record(db, "deals", deal.buyer_id, deal.seller_id, subject=deal.id)


def _free(db: Session, deal: Deal) -> Offer | None:
    """Free the ad, restart the time of the waiting offers, notify the first buyer in line, and return that offer."""
    ads.release(db, deal.ad_id)
    waiting = _restart_waiting(db, deal.ad_id, clock.now())
    # Offers that the seller does not see have no place in the line.
    seen = [offer for offer in waiting if not queries.is_hidden(db, offer)]
    for offer in seen:
        events.record(db, "deals", offer.seller_id, subject=offer.id)
    if first := next(iter(seen), None):
        notifications.notify(db, first, DealSide.BUYER, "offer_next")
    return first


def lock_deal(db: Session, actor: Actor, deal_id: str) -> tuple[Deal, DealSide]:
    """Load a deal of which the actor is a party, and lock its ad."""
    actor.require(message=t(messages.LOGIN_FOR_DEALS))
    existing = queries.find_deal(db, deal_id)
    side = views.side_of(actor, existing) if existing else None
    if existing is None or (side is None and not actor.is_staff):
        raise NotFound(t(messages.NO_DEAL))
    if side is None:
        raise Forbidden()
    queries.lock_ad(db, existing.ad_id)
    return queries.find_deal(db, deal_id) or existing, side


def _list(db: Session, actor: Actor, window: Window, **party: str) -> Page[DealView]:
    rows, total = queries.list_deals(db, window=window, **party)
    return Page(views.make_deals(db, actor, rows), total, window.page, window.limit)

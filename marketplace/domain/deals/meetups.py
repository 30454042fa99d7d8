"""Meetups of deals. A confirmed one extends the reservation if that ends before it."""

from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.domain import meetups
from marketplace.domain.deals import lifecycle, queries, reservations, rules, views
from marketplace.domain.deals.lifecycle import DealAction
from marketplace.domain.deals.schemas import DealView
from marketplace.domain.once import stores_once
from marketplace.models import Deal, DealSide, DealStatus


@stores_once
def propose_meetup(db: Session, actor: Actor, deal_id: str, place: str, at: str) -> DealView:
    """Propose where and when to meet; replaces an earlier proposal of either party, and an agreed meetup.

    Args:
        at: ISO 8601; without an offset, it is in the site's time zone.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party.
        Conflict: the deal is closed.
        Invalid, TooMany: as for `meetups.propose`.
    """
    deal, side, meeting, status = _begin(db, actor, deal_id, DealAction.PROPOSE_MEETUP)
    meetups.propose(db, actor, meeting, side, place=place, at=at)
    return _finish(db, actor, deal, status)


def confirm_meetup(db: Session, actor: Actor, deal_id: str, *, number: object = None) -> DealView:
    """Agree to the other party's proposal. The reservation lasts until some hours after the meetup at least.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party.
        Conflict: the deal is closed, or as for `meetups.confirm`.
    """
    deal, side, meeting, status = _begin(db, actor, deal_id, DealAction.CONFIRM_MEETUP)
    meetup = meetups.confirm(db, actor, meeting, side, number=number)
    _save(db, deal, status)
    reservations.extend(db, deal, rules.reserved_for(deal, meetup))
    for receiver in (DealSide.BUYER, DealSide.SELLER):
        meetups.notify(db, meeting, meetup, receiver, "meetup_agreed", event=True)
    return views.make_deals(db, actor, [deal])[0]


def report_late(db: Session, actor: Actor, deal_id: str, minutes: object) -> DealView:
    """Tell the other party that the caller is late.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party.
        Conflict, Invalid, TooMany: as for `meetups.say_late`.
    """
    deal, side, meeting, status = _begin(db, actor, deal_id, DealAction.LATE)
    meetups.say_late(db, actor, meeting, side, minutes=minutes)
    return _finish(db, actor, deal, status)


def report_here(db: Session, actor: Actor, deal_id: str) -> DealView:
    """Tell the other party that the caller has arrived; a repeated call changes nothing.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party.
        Conflict: no meetup is agreed, or it is hours away.
    """
    deal, side, meeting, status = _begin(db, actor, deal_id, DealAction.HERE)
    if meetups.say_here(db, meeting, side):
        return _finish(db, actor, deal, status)
    return views.make_deals(db, actor, [deal])[0]


def get_calendar(db: Session, actor: Actor, deal_id: str) -> str:
    """Return the agreed meetup as an iCalendar file; for the parties and admins.

    Raises:
        NotSignedIn, NotFound: no such deal, or not a party.
        Conflict: no meetup is agreed.
    """
    deal = reservations.find_readable(db, actor, deal_id)
    return meetups.get_file(db, views.describe_meeting(db, deal), views.side_of(actor, deal) or DealSide.BUYER)


def remind_meetups(db: Session, *, limit: int = 100) -> int:
    """Remind both parties of meetups that begin soon; returns the number of meetups."""
    due = meetups.list_due(db, Deal, Deal.status == DealStatus.MEETING, limit=limit)
    for ad_id, deal_id, _ in due:
        queries.lock_ad(db, ad_id)
        deal = queries.find_deal(db, deal_id)
        if deal is not None and deal.status is DealStatus.MEETING:
            meetups.remind(db, views.describe_meeting(db, deal))
    return len(due)


def _begin(
    db: Session, actor: Actor, deal_id: str, action: DealAction
) -> tuple[Deal, DealSide, meetups.Meeting, DealStatus]:
    """Lock the deal, and return what the two meet for and the status after the action."""
    deal, side = reservations.lock_deal(db, actor, deal_id)
    status = lifecycle.next_deal_status(deal, action, side, clock.now())
    return deal, side, views.describe_meeting(db, deal), status


def _finish(db: Session, actor: Actor, deal: Deal, status: DealStatus) -> DealView:
    _save(db, deal, status)
    return views.make_deals(db, actor, [deal])[0]


def _save(db: Session, deal: Deal, status: DealStatus) -> None:
    deal.status = status
    deal.updated_at = clock.now()
    db.add(deal)
    db.flush()
    events.record(db, "deals", deal.buyer_id, deal.seller_id, subject=deal.id)

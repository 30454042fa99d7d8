"""Meetups: one party of a deal proposes a place and a time, the other confirms them or proposes others."""

from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict
from marketplace.domain import addressed_texts, chat
from marketplace.domain.deals import lifecycle, messages, notifications, queries, reservations, rules, views
from marketplace.domain.deals.lifecycle import DealAction
from marketplace.domain.deals.schemas import DealView
from marketplace.domain.once import stores_once
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import Deal, DealSide, DealStatus, Meetup
from marketplace.settings import get_settings


@stores_once
def propose_meetup(db: Session, actor: Actor, deal_id: str, place: str, at: str) -> DealView:
    """Propose where and when to meet; replaces an earlier proposal of either party, and an agreed meetup.

    Args:
        at: ISO 8601; without an offset, it is in the site's time zone.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party.
        Conflict: the deal is closed.
        Invalid: no place, or a time that is malformed, over, or too late for the reservation.
        TooMany: too many proposals this hour.
    """
    deal, side = reservations.lock_deal(db, actor, deal_id)
    status = lifecycle.next_deal_status(deal, DealAction.PROPOSE_MEETUP, side, clock.now())
    words = addressed_texts.write(db, actor, deal, rules.read_place(place))
    when = rules.read_meeting_time(at, deal)
    limits.hit(get_settings().limit_meetups, "meetups", actor.require())
    earlier = queries.find_meetup(db, deal.id)
    number = 1
    if earlier is not None:
        number = earlier.number + 1
        db.delete(earlier)
        db.flush()
    meetup = Meetup(
        deal_id=deal.id,
        number=number,
        place=words.text,
        withheld_from=words.withheld_from,
        at=when,
        proposed_by=side,
        updated_at=clock.now(),
    )
    _save(db, deal, meetup, status)
    _notify_other(db, deal, meetup, side, "meetup_proposed")
    return views.make_deals(db, actor, [deal])[0]


def confirm_meetup(db: Session, actor: Actor, deal_id: str, *, number: object = None) -> DealView:
    """Agree to the other party's proposal. The reservation lasts until some hours after the meetup at least.

    Args:
        number: of the proposal that the caller has seen; None for the newest.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party.
        Conflict: the deal is closed, nothing is proposed, the caller proposed it, there is a newer proposal, its time is
            over, or it is agreed already.
    """
    deal, side = reservations.lock_deal(db, actor, deal_id)
    status = lifecycle.next_deal_status(deal, DealAction.CONFIRM_MEETUP, side, clock.now())
    meetup = _get(db, deal)
    if addressed_texts.is_withheld(actor.account_id, meetup):
        raise Conflict(t(messages.NO_MEETUP))
    if meetup.proposed_by is side:
        raise Conflict(t(messages.OTHERS_MOVE))
    if number is not None and str(number) != str(meetup.number):
        raise Conflict(t(messages.MEETUP_CHANGED))
    now = clock.now()
    if meetup.at <= now:
        raise Conflict(t(messages.TIME_PASSED))
    meetup.confirmed_at = meetup.updated_at = now
    if meetup.at <= now + _reminder():
        # The notification of the agreement serves as the reminder.
        meetup.reminded_at = now
    _save(db, deal, meetup, status)
    reservations.extend(db, deal, rules.reserved_for(deal, meetup))
    for receiver in (DealSide.BUYER, DealSide.SELLER):
        notifications.notify_meetup(db, deal, meetup, receiver, "meetup_agreed", event=True)
    return views.make_deals(db, actor, [deal])[0]


def report_late(db: Session, actor: Actor, deal_id: str, minutes: object) -> DealView:
    """Tell the other party that the caller is late.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party.
        Conflict: no meetup is agreed, it is hours away, or the caller is there already.
        Invalid: not a number of minutes.
        TooMany: too often this hour.
    """
    deal, side, meetup = _lock_agreed(db, actor, deal_id, DealAction.LATE)
    count = rules.read_minutes(minutes)
    if views.here_at(meetup, side):
        raise Conflict(t(messages.HERE_ALREADY))
    limits.hit(get_settings().limit_meetups, "meetups", actor.require())
    if side is DealSide.BUYER:
        meetup.buyer_late_minutes = count
    else:
        meetup.seller_late_minutes = count
    _save(db, deal, meetup, DealStatus.MEETING)
    _notify_other(db, deal, meetup, side, "meetup_late", minutes=count)
    return views.make_deals(db, actor, [deal])[0]


def report_here(db: Session, actor: Actor, deal_id: str) -> DealView:
    """Tell the other party that the caller has arrived; a repeated call changes nothing.

    Raises:
        NotSignedIn, NotFound, Forbidden: not a party.
        Conflict: no meetup is agreed, or it is hours away.
    """
    deal, side, meetup = _lock_agreed(db, actor, deal_id, DealAction.HERE)
    if views.here_at(meetup, side) is None:
        if side is DealSide.BUYER:
            meetup.buyer_here_at = clock.now()
        else:
            meetup.seller_here_at = clock.now()
        _save(db, deal, meetup, DealStatus.MEETING)
        _notify_other(db, deal, meetup, side, "meetup_here")
    return views.make_deals(db, actor, [deal])[0]


def get_calendar(db: Session, actor: Actor, deal_id: str) -> str:
    """Return the agreed meetup as an iCalendar file; for the parties and admins.

    Raises:
        NotSignedIn, NotFound: no such deal, or not a party.
        Conflict: no meetup is agreed.
    """
    deal = reservations.find_readable(db, actor, deal_id)
    meetup = queries.find_meetup(db, deal.id)
    if deal.status is not DealStatus.MEETING or meetup is None:
        raise Conflict(t(messages.NO_MEETUP))
    return notifications.calendar_file(db, deal, meetup, views.side_of(actor, deal) or DealSide.BUYER)


def remind_meetups(db: Session, *, limit: int = 100) -> int:
    """Remind both parties of meetups that begin soon; returns the number of meetups."""
    now = clock.now()
    due = queries.list_due_meetups(db, now, now + _reminder(), limit)
    for ad_id, deal_id in due:
        queries.lock_ad(db, ad_id)
        deal, meetup = queries.find_deal(db, deal_id), queries.find_meetup(db, deal_id)
        # It was moved or cancelled, or another worker was faster, while this one waited for the lock.
        if deal is None or meetup is None or meetup.reminded_at or deal.status is not DealStatus.MEETING:
            continue
        if meetup.at > now + _reminder():
            continue
        meetup.reminded_at = now
        db.add(meetup)
        for receiver in (DealSide.BUYER, DealSide.SELLER):
            notifications.notify_meetup(db, deal, meetup, receiver, "meetup_soon")
    db.flush()
    return len(due)


def _reminder() -> timedelta:
    return timedelta(hours=get_settings().meetup_reminder_hours)


def _lock_agreed(db: Session, actor: Actor, deal_id: str, action: DealAction) -> tuple[Deal, DealSide, Meetup]:
    deal, side = reservations.lock_deal(db, actor, deal_id)
    lifecycle.next_deal_status(deal, action, side, clock.now())
    meetup = _get(db, deal)
    rules.check_on_the_way(meetup)
    return deal, side, meetup


def _get(db: Session, deal: Deal) -> Meetup:
    meetup = queries.find_meetup(db, deal.id)
    if meetup is None:
        raise Conflict(t(messages.NO_MEETUP))
    return meetup


def _save(db: Session, deal: Deal, meetup: Meetup, status: DealStatus) -> None:
    deal.status = status
    deal.updated_at = clock.now()
    db.add(deal)
    db.add(meetup)
    db.flush()
    events.record(db, "deals", deal.buyer_id, deal.seller_id, subject=deal.id)


def _notify_other(db: Session, deal: Deal, meetup: Meetup, side: DealSide, kind: str, *, minutes: int = 0) -> None:
    # As in the chat, nothing that one party writes is pushed to another while either blocks the other.
    if not chat.is_silenced(db, deal.buyer_id, deal.seller_id):
        other = DealSide.SELLER if side is DealSide.BUYER else DealSide.BUYER
        notifications.notify_meetup(db, deal, meetup, other, kind, minutes=minutes)

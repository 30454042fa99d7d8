"""Proposing and confirming a meetup, and what the parties say on the way. The caller holds the lock of the ad."""

from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict
from marketplace.domain import addressed_texts, chat
from marketplace.domain.meetups import messages, notifications, queries, rules
from marketplace.domain.meetups.subject import Meeting, other_side
from marketplace.domain.meetups.views import here_at
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import Deal, DealSide, Meetup
from marketplace.settings import get_settings


def propose(db: Session, actor: Actor, meeting: Meeting, side: DealSide, *, place: str, at: str) -> None:
    """Propose where and when to meet; replaces an earlier proposal of either party, and an agreed meetup.

    Raises:
        Invalid: no place, or a time that is malformed, over, too early or too late.
        TooMany: too many proposals this hour.
    """
    words = addressed_texts.write(db, actor, meeting.trade, rules.read_place(place))
    when = rules.read_time(at, meeting)
    limits.hit(get_settings().limit_meetups, "meetups", actor.require())
    earlier = queries.find_meetup(db, meeting.trade, meeting.stage)
    number = 1
    if earlier is not None:
        number = earlier.number + 1
        db.delete(earlier)
        db.flush()
    is_deal = isinstance(meeting.trade, Deal)
    meetup = Meetup(
        deal_id=meeting.trade.id if is_deal else None,
        enquiry_id=None if is_deal else meeting.trade.id,
        stage=meeting.stage,
        number=number,
        place=words.text,
        withheld_from=words.withheld_from,
        at=when,
        proposed_by=side,
        updated_at=clock.now(),
    )
    _save(db, meetup)
    _notify_other(db, meeting, meetup, side, "meetup_proposed")


def confirm(db: Session, actor: Actor, meeting: Meeting, side: DealSide, *, number: object = None) -> Meetup:
    """Agree to the other party's proposal. The caller of the function tells both, with `notify`.

    Args:
        number: of the proposal that the caller has seen; None for the newest.

    Raises:
        Conflict: nothing is proposed, the caller proposed it, there is a newer proposal, its time is over, or it is agreed
            already.
    """
    meetup = _get(db, meeting)
    if addressed_texts.is_withheld(actor.account_id, meetup):
        raise Conflict(t(messages.NO_MEETUP))
    if meetup.confirmed_at is not None:
        raise Conflict(t(messages.AGREED_ALREADY))
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
    _save(db, meetup)
    return meetup


def say_late(db: Session, actor: Actor, meeting: Meeting, side: DealSide, *, minutes: object) -> None:
    """Tell the other party that the caller is late.

    Raises:
        Conflict: no meetup is agreed, it is hours away, or the caller is there already.
        Invalid: not a number of minutes.
        TooMany: too often this hour.
    """
    meetup = _get_agreed(db, meeting)
    count = rules.read_minutes(minutes)
    if here_at(meetup, side):
        raise Conflict(t(messages.HERE_ALREADY))
    limits.hit(get_settings().limit_meetups, "meetups", actor.require())
    if side is DealSide.BUYER:
        meetup.buyer_late_minutes = count
    else:
        meetup.seller_late_minutes = count
    _save(db, meetup)
    _notify_other(db, meeting, meetup, side, "meetup_late", minutes=count)


def say_here(db: Session, meeting: Meeting, side: DealSide) -> bool:
    """Tell the other party that the caller has arrived; a repeated call changes nothing and returns False.

    Raises:
        Conflict: no meetup is agreed, or it is hours away.
    """
    meetup = _get_agreed(db, meeting)
    if here_at(meetup, side) is not None:
        return False
    if side is DealSide.BUYER:
        meetup.buyer_here_at = clock.now()
    else:
        meetup.seller_here_at = clock.now()
    _save(db, meetup)
    _notify_other(db, meeting, meetup, side, "meetup_here")
    return True


def get_file(db: Session, meeting: Meeting, side: DealSide) -> str:
    """Return the agreed meetup as an iCalendar file.

    Raises:
        Conflict: no meetup is agreed.
    """
    meetup = queries.find_meetup(db, meeting.trade, meeting.stage)
    if meeting.over or meetup is None or meetup.confirmed_at is None:
        raise Conflict(t(messages.NO_MEETUP))
    return notifications.write_calendar(db, meeting, meetup, side)


def remind(db: Session, meeting: Meeting) -> None:
    """Remind both parties of the agreed meetup if it begins soon, once; not of one whose deal or stage is over."""
    if meeting.over:
        return
    meetup, now = queries.find_meetup(db, meeting.trade, meeting.stage), clock.now()
    # It was moved, or another worker was faster, while this one waited for the lock.
    if meetup is None or meetup.confirmed_at is None or meetup.reminded_at or meetup.at > now + _reminder():
        return
    meetup.reminded_at = now
    _save(db, meetup)
    for receiver in (DealSide.BUYER, DealSide.SELLER):
        notifications.notify(db, meeting, meetup, receiver, "meetup_soon")


def _reminder() -> timedelta:
    return timedelta(hours=get_settings().meetup_reminder_hours)


def _get_agreed(db: Session, meeting: Meeting) -> Meetup:
    meetup = _get(db, meeting)
    if meetup.confirmed_at is None:
        raise Conflict(t(messages.NOT_AGREED))
    rules.check_on_the_way(meetup, meeting)
    return meetup


def _get(db: Session, meeting: Meeting) -> Meetup:
    meetup = queries.find_meetup(db, meeting.trade, meeting.stage)
    if meetup is None:
        raise Conflict(t(messages.NO_MEETUP))
    return meetup


def _save(db: Session, meetup: Meetup) -> None:
    db.add(meetup)
    db.flush()


def _notify_other(
    db: Session, meeting: Meeting, meetup: Meetup, side: DealSide, kind: str, *, minutes: int = 0
) -> None:
    # As in the chat, nothing that one party writes is pushed to another while either blocks the other.
    if not chat.is_silenced(db, meeting.trade.buyer_id, meeting.trade.seller_id):
        notifications.notify(db, meeting, meetup, other_side(side), kind, minutes=minutes)

"""What happens next in a deal, who acts and by when, for one party."""

from datetime import datetime
from enum import StrEnum

from marketplace.domain.deals import messages, rules
from marketplace.domain.deals.lifecycle import ACTIVE_DEALS
from marketplace.domain.deals.schemas import NextStep
from marketplace.domain.site_time import format_time
from marketplace.i18n.texts import t
from marketplace.models import Deal, DealSide, DealStatus, Meetup
from marketplace.settings import get_settings


class Step(StrEnum):
    """What a party of an active deal does next."""

    AGREE = "agree"
    ANSWER = "answer"
    WAIT = "wait"
    OVERDUE = "overdue"
    MEET = "meet"
    HANDOVER = "handover"


def find_step(deal: Deal, meetup: Meetup | None, side: DealSide, now: datetime) -> Step:
    """The next step of one party of an active deal.

    Args:
        meetup: the newest proposal that this party sees.
    """
    if deal.status is DealStatus.MEETING and meetup is not None:
        return Step.HANDOVER if rules.is_on_the_way(meetup, now) else Step.MEET
    if meetup is None:
        return Step.AGREE
    if meetup.at <= now:
        return Step.OVERDUE
    return Step.WAIT if meetup.proposed_by is side else Step.ANSWER


def describe(
    deal: Deal, status: DealStatus, meetup: Meetup | None, side: DealSide | None, other: str, now: datetime
) -> NextStep:
    """Describe the next step.

    Args:
        status: at this moment.
        side: of the reader; None for an admin.
        other: name of the other party.
    """
    if status not in ACTIVE_DEALS:
        return _make(messages.NEXT_OVER[status.value])
    until = t(messages.BY_RESERVATION, until=format_time(deal.reserved_until))
    if side is None:
        return _make(messages.NEXT_ADMIN, until=until)
    step = find_step(deal, meetup, side, now)
    if step is Step.ANSWER:
        until = t(messages.BY_MEETUP, until=format_time(answer_by(deal, meetup)))
    handover = messages.NEXT_BUYER_HANDOVER if side is DealSide.BUYER else messages.NEXT_SELLER_HANDOVER
    words, who = {
        Step.AGREE: (messages.NEXT_AGREE, "both"),
        Step.ANSWER: (messages.NEXT_ANSWER, "you"),
        Step.WAIT: (messages.NEXT_WAIT, "other"),
        Step.OVERDUE: (messages.NEXT_OVERDUE, "both"),
        Step.MEET: (messages.NEXT_MEET, "both"),
        Step.HANDOVER: (handover, "you"),
    }[step]
    return _make(words, who, until, other=other, hours=get_settings().meetup_reminder_hours)


def answer_by(deal: Deal, meetup: Meetup | None) -> datetime:
    """Until when a proposed meetup can be confirmed."""
    return min(meetup.at, deal.reserved_until) if meetup else deal.reserved_until


def _make(words: tuple[str, str], who: str = "", until: str = "", **values: object) -> NextStep:
    title, text = words
    return NextStep(title=t(title, **values), text=t(text, **values), who=who, until_text=until)

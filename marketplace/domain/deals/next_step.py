"""What happens next in a deal, who acts and by when, for one party."""

from datetime import datetime

from marketplace.domain import meetups
from marketplace.domain.deals import messages
from marketplace.domain.deals.lifecycle import ACTIVE_DEALS
from marketplace.domain.meetups import NextStep, Step
from marketplace.domain.meetups.messages import BY_MEETUP
from marketplace.domain.site_time import format_time
from marketplace.i18n.texts import t
from marketplace.models import Deal, DealSide, DealStatus, Meetup


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
        return _make(messages.NEXT_ADMIN, until)
    step = meetups.find_step(meetup, side, now)
    if step is Step.ANSWER:
        until = t(BY_MEETUP, until=format_time(answer_by(deal, meetup)))
    handover = messages.NEXT_BUYER_HANDOVER if side is DealSide.BUYER else messages.NEXT_SELLER_HANDOVER
    return meetups.describe_step(step, handover, other, until)


def answer_by(deal: Deal, meetup: Meetup | None) -> datetime:
    """Until when a proposed meetup can be confirmed."""
    return min(meetup.at, deal.reserved_until) if meetup else deal.reserved_until


def _make(words: tuple[str, str], until: str = "") -> NextStep:
    title, text = words
    return NextStep(title=t(title), text=t(text), until_text=until)

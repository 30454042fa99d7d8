"""What happens next in a deal, who acts and by when, for one party."""

from datetime import datetime

from marketplace.domain.deals import messages, rules
from marketplace.domain.deals.lifecycle import ACTIVE_DEALS
from marketplace.domain.deals.local_time import format_time
from marketplace.domain.deals.schemas import NextStep
from marketplace.i18n.texts import t
from marketplace.models import Deal, DealSide, DealStatus, Meetup
from marketplace.settings import get_settings


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
    if status is DealStatus.MEETING and meetup is not None:
        if not rules.is_on_the_way(meetup, now):
            return _make(messages.NEXT_MEET, "both", until, other=other, hours=get_settings().meetup_reminder_hours)
        words = messages.NEXT_BUYER_HANDOVER if side is DealSide.BUYER else messages.NEXT_SELLER_HANDOVER
        return _make(words, "you", until, other=other)
    if meetup is None:
        return _make(messages.NEXT_AGREE, "both", until, other=other)
    if meetup.at <= now:
        return _make(messages.NEXT_OVERDUE, "both", until)
    answer = t(messages.BY_MEETUP, until=format_time(min(meetup.at, deal.reserved_until)))
    if meetup.proposed_by is side:
        return _make(messages.NEXT_WAIT, "other", until, other=other)
    return _make(messages.NEXT_ANSWER, "you", answer, other=other)


def _make(words: tuple[str, str], who: str = "", until: str = "", **values: object) -> NextStep:
    title, text = words
    return NextStep(title=t(title, **values), text=t(text, **values), who=who, until_text=until)

"""What comes next until two people have met, for one of them."""

from datetime import datetime
from enum import StrEnum

from marketplace.domain.meetups import messages, rules
from marketplace.domain.meetups.schemas import NextStep
from marketplace.i18n.texts import t
from marketplace.models import DealSide, Meetup
from marketplace.settings import get_settings


class Step(StrEnum):
    """What a party does next."""

    AGREE = "agree"
    ANSWER = "answer"
    WAIT = "wait"
    OVERDUE = "overdue"
    MEET = "meet"
    HANDOVER = "handover"


_WORDS = {
    Step.AGREE: (messages.NEXT_AGREE, "both"),
    Step.ANSWER: (messages.NEXT_ANSWER, "you"),
    Step.WAIT: (messages.NEXT_WAIT, "other"),
    Step.OVERDUE: (messages.NEXT_OVERDUE, "both"),
    Step.MEET: (messages.NEXT_MEET, "both"),
}


def find_step(meetup: Meetup | None, side: DealSide, now: datetime) -> Step:
    """The next step of one party of an active deal or rental.

    Args:
        meetup: the newest proposal that this party sees.
    """
    if meetup is None:
        return Step.AGREE
    if meetup.confirmed_at is not None:
        return Step.HANDOVER if rules.is_on_the_way(meetup, now) else Step.MEET
    if meetup.at <= now:
        return Step.OVERDUE
    return Step.WAIT if meetup.proposed_by is side else Step.ANSWER


def describe_step(step: Step, handover: tuple[str, str], other: str, until: str) -> NextStep:
    """Describe the next step.

    Args:
        handover: title and text of the step in which the two have met.
        other: name of the other party.
        until: by when, as a sentence.
    """
    (title, text), who = _WORDS.get(step, (handover, "you"))
    values = {"other": other, "hours": get_settings().meetup_reminder_hours}
    return NextStep(title=t(title, **values), text=t(text, **values), who=who, until_text=until)

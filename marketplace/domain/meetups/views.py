"""Builds views of meetups from rows."""

from datetime import datetime

from marketplace.core.dates import format_moment
from marketplace.domain.addressed_texts import Reader
from marketplace.domain.meetups import messages, rules
from marketplace.domain.meetups.schemas import MeetupView
from marketplace.domain.meetups.subject import Meeting
from marketplace.i18n.texts import t
from marketplace.models import DealSide, Meetup


def here_at(meetup: Meetup, side: DealSide) -> datetime | None:
    """When this side said that it has arrived."""
    return meetup.buyer_here_at if side is DealSide.BUYER else meetup.seller_here_at


def list_moves(meetup: Meetup | None, side: DealSide | None, now: datetime) -> tuple[str, ...]:
    """The actions that this side may take, as the functions of `service` decide; a proposal is always possible."""
    moves = ["meetup"]
    if meetup is None or side is None:
        return tuple(moves)
    if meetup.confirmed_at is None:
        if meetup.proposed_by is not side and meetup.at > now:
            moves.append("confirm_meetup")
    elif rules.is_on_the_way(meetup, now) and not here_at(meetup, side):
        moves += ["late", "here"]
    return tuple(moves)


def make_view(meeting: Meeting, meetup: Meetup, side: DealSide | None, other: str, reader: Reader) -> MeetupView:
    """Build the view for one side, or for an admin (None); `other` is the name of the other party."""
    said = {
        DealSide.BUYER: (meetup.buyer_here_at, meetup.buyer_late_minutes),
        DealSide.SELLER: (meetup.seller_here_at, meetup.seller_late_minutes),
    }
    own_text = other_text = ""
    for party, (here, minutes) in said.items():
        if side is None:
            continue
        if party is side:
            own_text = _say(messages.OWN_HERE if here else messages.OWN_LATE, here or minutes, minutes=minutes)
        else:
            words = messages.OTHER_HERE if here else messages.OTHER_LATE
            other_text = _say(words, here or minutes, other=other, minutes=minutes)
    return MeetupView.of(
        meetup,
        at_text=format_moment(meetup.at, meeting.zone),
        warnings=reader.warnings(meetup, meeting.id_of(meetup.proposed_by), meeting.trade),
        proposed_by=meetup.proposed_by.value,
        mine=meetup.proposed_by is side,
        confirmed=meetup.confirmed_at is not None,
        buyer_late_minutes=meetup.buyer_late_minutes,
        seller_late_minutes=meetup.seller_late_minutes,
        buyer_here=meetup.buyer_here_at is not None,
        seller_here=meetup.seller_here_at is not None,
        own_text=own_text,
        other_text=other_text,
    )


def _say(words: str, said: object, **values: object) -> str:
    return t(words, **values) if said else ""

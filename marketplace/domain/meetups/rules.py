"""Validation of meetups."""

from datetime import UTC, datetime, timedelta

from marketplace.core import clock
from marketplace.core.dates import format_moment
from marketplace.core.errors import Conflict, Invalid
from marketplace.core.numbers import parse_decimal
from marketplace.core.text import clean_line
from marketplace.domain.meetups import messages
from marketplace.domain.meetups.subject import Meeting
from marketplace.i18n.texts import t
from marketplace.models import Meetup

PLACE_LENGTH = 200
LATE_MOST = 180
# Earlier than this before the meetup, "I'm here" is pressed by mistake.
ON_THE_WAY = timedelta(hours=4)


def read_place(place: str) -> str:
    """Normalise the place of a meetup.

    Raises:
        Invalid: none, or too long.
    """
    cleaned = clean_line(place)
    if not cleaned:
        raise Invalid(t(messages.PLACE_NEEDED), "place")
    if len(cleaned) > PLACE_LENGTH:
        raise Invalid(t(messages.PLACE_TOO_LONG, count=PLACE_LENGTH), "place")
    return cleaned


def read_time(at: str, meeting: Meeting) -> datetime:
    """Parse the time of a meetup; without an offset, it is in the zone of the meeting.

    Raises:
        Invalid: malformed, in the past, too early or too late.
    """
    try:
        moment = datetime.fromisoformat(at.strip())
        moment = (moment if moment.tzinfo else moment.replace(tzinfo=meeting.zone)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Invalid(t(messages.BAD_TIME), "at") from None
    if moment <= clock.now():
        raise Invalid(t(messages.TIME_PASSED), "at")
    if moment < meeting.earliest:
        earliest = format_moment(meeting.earliest, meeting.zone)
        raise Invalid(t(messages.TIME_TOO_EARLY, earliest=earliest), "at")
    if moment > meeting.latest:
        raise Invalid(t(messages.TIME_TOO_LATE, latest=format_moment(meeting.latest, meeting.zone)), "at")
    return moment


def is_on_the_way(meetup: Meetup, now: datetime) -> bool:
    """Whether the parties can say that they are late or there."""
    return now >= meetup.at - ON_THE_WAY


def check_on_the_way(meetup: Meetup, meeting: Meeting) -> None:
    """Raise Conflict if it is too early to say that one is late or there."""
    if not is_on_the_way(meetup, clock.now()):
        earliest = format_moment(meetup.at - ON_THE_WAY, meeting.zone)
        raise Conflict(t(messages.TOO_EARLY, earliest=earliest))


def read_minutes(minutes: object) -> int:
    """Parse how many minutes somebody is late.

    Raises:
        Invalid: not a number in the range.
    """
    number = parse_decimal(minutes)
    if number is None or number != int(number) or not 1 <= number <= LATE_MOST:
        raise Invalid(t(messages.BAD_MINUTES, most=LATE_MOST), "minutes")
    return int(number)

"""Validation of offers and meetups."""

from datetime import datetime, timedelta

from marketplace.core import clock
from marketplace.core.errors import Conflict, Invalid, RuleBroken
from marketplace.core.money import format_rupees, to_paise
from marketplace.core.numbers import parse_decimal
from marketplace.core.text import clean_line
from marketplace.domain import ads, site_time
from marketplace.domain.ads.schemas import AdDetail
from marketplace.domain.deals import messages
from marketplace.i18n.texts import t
from marketplace.models import AdStatus, AdType, Deal, Meetup
from marketplace.settings import get_settings

PLACE_LENGTH = 200
LATE_MOST = 180
# Earlier than this before the meetup, "I'm here" is pressed by mistake.
ON_THE_WAY = timedelta(hours=4)


def check_offered(ad: AdDetail) -> int:
    """Return the price of the ad in paise.

    Raises:
        RuleBroken: the ad takes no offers.
    """
    if ad.ad_type != AdType.SELL:
        raise RuleBroken(t(messages.ONLY_SALES))
    if not ad.price_paise:
        raise RuleBroken(t(messages.NO_PRICE))
    ads.check_not_paused(ad)
    if ad.status != AdStatus.APPROVED:
        raise RuleBroken(t(messages.NOT_OFFERED))
    return ad.price_paise


def describe_bounds(asked_paise: int) -> str:
    """Return the lowest and highest accepted price, for display."""
    least, most = lowest_price(asked_paise), _highest_price(asked_paise)
    return t(messages.BOUNDS, least=format_rupees(least), most=format_rupees(most))


def _highest_price(asked_paise: int) -> int:
    return asked_paise * get_settings().offer_maximum_percent // 100


def read_price(price: object, asked_paise: int) -> int:
    """Parse an offered price in rupees.

    Raises:
        Invalid: missing, malformed, or not between the lowest and highest accepted price.
    """
    paise, settings = to_paise(price), get_settings()
    least, most = lowest_price(asked_paise), _highest_price(asked_paise)
    if paise is None:
        problem = t(messages.BAD_PRICE)
    elif paise < least:
        problem = t(messages.TOO_LOW, least=format_rupees(least), percent=settings.offer_minimum_percent)
    elif paise > most:
        problem = t(messages.TOO_HIGH, most=format_rupees(most), percent=settings.offer_maximum_percent)
    else:
        return paise
    raise Invalid(problem, "price")


def lowest_price(asked_paise: int) -> int:
    """The lowest price in paise that is accepted as an offer."""
    return max(1, -(-asked_paise * get_settings().offer_minimum_percent // 100))


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


def read_meeting_time(at: str, deal: Deal) -> datetime:
    """Parse the time of a meetup; without an offset, it is in the site's time zone.

    Raises:
        Invalid: malformed, in the past, or too late for the reservation.
    """
    moment = site_time.parse(at)
    if moment is None:
        raise Invalid(t(messages.BAD_TIME), "at")
    if moment <= clock.now():
        raise Invalid(t(messages.TIME_PASSED), "at")
    latest = latest_meeting(deal)
    if moment > latest:
        raise Invalid(t(messages.TIME_TOO_LATE, latest=site_time.format_time(latest)), "at")
    return moment


def latest_meeting(deal: Deal) -> datetime:
    """The last moment at which the parties can meet. It depends on the start of the deal, so it can't be moved on forever."""
    settings = get_settings()
    return deal.created_at + timedelta(days=settings.reservation_days + settings.meetup_extra_days)


def reserved_for(deal: Deal, meetup: Meetup) -> datetime:
    """Return until when the ad is reserved once the meetup is agreed: at least until some hours after it."""
    return max(deal.reserved_until, meetup.at + timedelta(hours=get_settings().meetup_grace_hours))


def is_on_the_way(meetup: Meetup, now: datetime) -> bool:
    """Whether the parties can say that they are late or there."""
    return now >= meetup.at - ON_THE_WAY


def check_on_the_way(meetup: Meetup) -> None:
    """Raise Conflict if it is too early to say that one is late or there."""
    if not is_on_the_way(meetup, clock.now()):
        raise Conflict(t(messages.TOO_EARLY, earliest=site_time.format_time(meetup.at - ON_THE_WAY)))


def read_minutes(minutes: object) -> int:
    """Parse how many minutes somebody is late.

    Raises:
        Invalid: not a number in the range.
    """
    number = parse_decimal(minutes)
    if number is None or number != int(number) or not 1 <= number <= LATE_MOST:
        raise Invalid(t(messages.BAD_MINUTES, most=LATE_MOST), "minutes")
    return int(number)

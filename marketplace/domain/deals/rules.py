"""Validation of offers, and bounds of meetups."""

from datetime import datetime, timedelta

from marketplace.core.errors import Invalid, RuleBroken
from marketplace.core.money import format_rupees, to_paise
from marketplace.domain import ads
from marketplace.domain.ads.schemas import AdDetail
from marketplace.domain.deals import messages
from marketplace.i18n.texts import t
from marketplace.models import AdStatus, AdType, Deal, Meetup
from marketplace.settings import get_settings


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


def latest_meeting(deal: Deal) -> datetime:
    """The last moment at which the parties can meet. It depends on the start of the deal, so it can't be moved on forever."""
    settings = get_settings()
    return deal.created_at + timedelta(days=settings.reservation_days + settings.meetup_extra_days)


def reserved_for(deal: Deal, meetup: Meetup) -> datetime:
    """Return until when the ad is reserved once the meetup is agreed: at least until some hours after it."""
    return max(deal.reserved_until, meetup.at + timedelta(hours=get_settings().meetup_grace_hours))

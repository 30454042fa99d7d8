"""When something was, as lists and chats show it, in the site's time zone."""

from datetime import date, datetime, timedelta

from marketplace.core import clock
from marketplace.core.dates import format_date
from marketplace.domain import site_time
from marketplace.i18n.texts import t
from marketplace.settings import get_settings

_MOST_DAYS = 30
_WEEK = 7


def age_text(moment: datetime | None) -> str:
    """Return the age in whole days of the site's time zone: Today, Yesterday, 12 days ago; the date after 30 days."""
    if moment is None:
        return ""
    days = days_since(moment)
    if days > _MOST_DAYS:
        return format_date(_day_of(moment))
    if days > 1:
        return t("{count} days ago", count=days)
    return _near_day(days)


def _near_day(days: int) -> str:
    return t("Yesterday") if days == 1 else t("Today")


def is_new(first_approved_at: datetime | None) -> bool:
    """Return whether an ad was first approved recently enough for the New badge."""
    age = timedelta(hours=get_settings().new_badge_hours)
    return first_approved_at is not None and clock.now() - first_approved_at <= age


def moment_text(moment: datetime | None, *, brief: bool = True) -> str:
    """Return when something was said: 14:05 today, Yesterday, Friday within a week, else the date.

    Args:
        brief: false for the day alone, as a heading: Today, Yesterday, Friday, 27 Nov 2026.
    """
    if moment is None:
        return ""
    days, day = days_since(moment), _day_of(moment)
    if days < 1 and brief:
        return f"{moment.astimezone(site_time.zone()):%H:%M}"
    if days <= 1:
        return _near_day(days)
    if days >= _WEEK:
        return format_date(day)
    return f"{day:%A}" if brief else f"{day:%A}, {format_date(day)}"


def days_since(moment: datetime) -> int:
    """Return the number of midnights since the moment, in the site's time zone."""
    return (_day_of(clock.now()) - _day_of(moment)).days


def _day_of(moment: datetime) -> date:
    return moment.astimezone(site_time.zone()).date()

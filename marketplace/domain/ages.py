"""How long ago something was, as lists show it."""

from datetime import date, datetime

from marketplace.core import clock
from marketplace.core.dates import format_date
from marketplace.domain import site_time
from marketplace.i18n.texts import t

_MOST_DAYS = 30


def age_text(moment: datetime | None) -> str:
    """Return the age in whole days of the site's time zone: Today, Yesterday, 12 days ago; the date after 30 days."""
    if moment is None:
        return ""
    days = days_since(moment)
    if days > _MOST_DAYS:
        return format_date(_day_of(moment))
    if days > 1:
        return t("{count} days ago", count=days)
    return t("Yesterday") if days == 1 else t("Today")


def days_since(moment: datetime) -> int:
    """Return the number of midnights since the moment, in the site's time zone."""
    return (_day_of(clock.now()) - _day_of(moment)).days


def _day_of(moment: datetime) -> date:
    return moment.astimezone(site_time.zone()).date()

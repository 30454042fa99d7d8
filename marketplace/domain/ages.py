"""How long ago something was, as lists show it."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from marketplace.core import clock
from marketplace.core.dates import format_date
from marketplace.i18n.texts import t
from marketplace.settings import get_settings

_MOST_DAYS = 30


def age_text(moment: datetime | None) -> str:
    """Return the age in whole days of the site's time zone: Today, Yesterday, 12 days ago; the date after 30 days."""
    if moment is None:
        return ""
    zone = ZoneInfo(get_settings().ad_timezone)
    day, today = moment.astimezone(zone).date(), clock.now().astimezone(zone).date()
    days = (today - day) // timedelta(days=1)
    if days > _MOST_DAYS:
        return format_date(day)
    if days > 1:
        return t("{count} days ago", count=days)
    return t("Yesterday") if days == 1 else t("Today")

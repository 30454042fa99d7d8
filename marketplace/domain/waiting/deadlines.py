"""Deadlines in words."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from marketplace.core import clock
from marketplace.core.dates import format_date
from marketplace.domain.rentals.messages import WEEKDAYS
from marketplace.domain.waiting import messages
from marketplace.i18n.texts import t
from marketplace.settings import get_settings

_WEEK = 7


def describe(moment: datetime) -> str:
    """Format a deadline in the site's time zone: "today 6 pm", "tomorrow 6:30 pm", "Friday 6 pm", or a date after a week."""
    zone = ZoneInfo(get_settings().ad_timezone)
    local = moment.astimezone(zone)
    days = (local.date() - clock.now().astimezone(zone).date()) // timedelta(days=1)
    if not 0 <= days < _WEEK:
        return format_date(local)
    words = {0: messages.TODAY, 1: messages.TOMORROW}.get(days, messages.WEEKDAY)
    return t(words, time=_format_time(local), weekday=t(WEEKDAYS[local.weekday()]))


def _format_time(local: datetime) -> str:
    minutes = f":{local:%M}" if local.minute else ""
    return f"{local.hour % 12 or 12}{minutes} {'pm' if local.hour >= 12 else 'am'}"

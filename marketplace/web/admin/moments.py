"""Times as administrators read them, in the site's zone."""

from datetime import datetime
from zoneinfo import ZoneInfo

from marketplace import clock
from marketplace.settings import get_settings
from marketplace.texts import t, tn

_MINUTE_S, _HOUR_S, _DAY_S = 60, 3_600, 86_400


def show(moment: datetime | None) -> str:
    """For people: 4 Dec 2026, 10:00; empty without a moment."""
    if moment is None:
        return ""
    local = moment.astimezone(ZoneInfo(get_settings().ad_timezone))
    return f"{local.day} {local:%b %Y, %H:%M}"


def age(moment: datetime | None) -> str:
    """How long ago, in the largest unit that fits: 3 days; empty without a moment."""
    if moment is None:
        return ""
    seconds = int((clock.now() - moment).total_seconds())
    if seconds < _MINUTE_S:
        return t("< 1 minute")
    if seconds < _HOUR_S:
        return tn("{count} minute", "{count} minutes", seconds // _MINUTE_S)
    if seconds < _DAY_S:
        return tn("{count} hour", "{count} hours", seconds // _HOUR_S)
    return tn("{count} day", "{count} days", seconds // _DAY_S)

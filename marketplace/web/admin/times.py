"""Formats times for the admin pages, in the site's time zone."""

from datetime import datetime

from marketplace.core import clock
from marketplace.domain import site_time
from marketplace.i18n.texts import t, tn

_MINUTE_S, _HOUR_S, _DAY_S = 60, 3_600, 86_400


def format_time(moment: datetime | None) -> str:
    """Format a time like "4 Dec 2026, 10:00"; empty for None."""
    return site_time.format_time(moment) if moment else ""


def format_by(name: str, moment: datetime | None) -> str:
    """Format who did something and when, like "mina, 4 Dec 2026, 10:00"; empty for None."""
    return t("{name}, {when}", name=name or "–", when=format_time(moment)) if moment else ""


def format_age(moment: datetime | None) -> str:
    """Format the time since a moment in its largest unit, like "3 days"; empty for None."""
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

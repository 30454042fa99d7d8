"""Counts events by month."""

from collections import Counter, defaultdict
from datetime import datetime
from statistics import median
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain import site_time
from marketplace.domain.transparency import queries
from marketplace.domain.transparency.schemas import MonthNumbers
from marketplace.settings import get_settings

_MONTHS_A_YEAR = 12


def list_months(db: Session) -> list[MonthNumbers]:
    """Return the numbers of the last months, this one first; how many is a setting."""
    settings = get_settings()
    zone = site_time.zone()
    starts = _list_starts(clock.now().astimezone(zone), settings.transparency_months)
    since = starts[-1]
    counts = {
        name: Counter(_month(when, zone) for when in times)
        for name, times in queries.list_event_times(db, since).items()
    }
    hours: dict[str, list[float]] = defaultdict(list)
    for came, done in queries.list_answer_times(db, since):
        hours[_month(done, zone)].append((done - came).total_seconds() / 3600)
    return [
        MonthNumbers(
            month=month,
            median_hours=round(median(hours[month]), 1) if hours[month] else None,
            **{name: counted[month] for name, counted in counts.items()},
        )
        for month in (_month(start, zone) for start in starts)
    ]


def _month(moment: datetime, zone: ZoneInfo) -> str:
    return f"{moment.astimezone(zone):%Y-%m}"


def _list_starts(now: datetime, months: int) -> list[datetime]:
    """The first moments of this month and of those before it, newest first."""
    count = now.year * _MONTHS_A_YEAR + now.month - 1
    first = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return [
        first.replace(year=(count - back) // _MONTHS_A_YEAR, month=(count - back) % _MONTHS_A_YEAR + 1)
        for back in range(months)
    ]

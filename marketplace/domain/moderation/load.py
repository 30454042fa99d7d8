"""The load of moderation in numbers: open cases by age, cases by day, and the time that decisions take."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.domain import site_time
from marketplace.domain.moderation import load_queries
from marketplace.domain.moderation.schemas import DayLoad, Load, OpenCases
from marketplace.models import AccountKind

DAYS = 30


def get_load(db: Session, actor: Actor) -> Load:
    """Return the load of moderation, counted by the database.

    Raises:
        NotSignedIn, Forbidden: not a moderator.
    """
    actor.require(AccountKind.ADMIN)
    zone = site_time.zone()
    now = clock.now()
    today = now.astimezone(zone).date()
    days = [today - timedelta(days=back) for back in reversed(range(DAYS))]
    starts = [_midnight(day, zone) for day in days]
    incoming = load_queries.count_by_day(db, load_queries.INCOMING, starts)
    decided = load_queries.count_by_day(db, load_queries.DECIDED, starts)
    seconds = load_queries.find_median_seconds(db, starts[0])
    return Load(
        open=tuple(
            OpenCases(kind=kind, fresh=fresh, day=day, older=older)
            for kind, fresh, day, older in load_queries.count_open_by_age(db, now)
        ),
        days=tuple(
            DayLoad(day=day, incoming=incoming.get(at, 0), decided=decided.get(at, 0)) for at, day in enumerate(days)
        ),
        median_hours=None if seconds is None else round(seconds / 3600, 1),
    )


def count_open_cases(db: Session, actor: Actor) -> dict[str, int]:
    """Count what waits for moderators, in one statement: ads, targets of reports, appeals and grievances, by `CaseKind`; for
    administrators also undelivered emails, as `mail`.

    Raises:
        NotSignedIn, Forbidden: not a moderator.
    """
    actor.require(AccountKind.ADMIN)
    return load_queries.count_open(db, with_mail=actor.is_admin)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time.min, zone)

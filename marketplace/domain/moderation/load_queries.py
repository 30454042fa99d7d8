"""Counts of cases, one statement for each figure."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from marketplace.models import (
    Ad,
    AdVersion,
    Appeal,
    AppealStatus,
    CaseKind,
    Grievance,
    GrievanceStatus,
    OutboxMail,
    Report,
    ReportStatus,
)
from marketplace.models.base import UtcDateTime

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
# A flood of reports on one target is one case, which came with its first report and is decided with it.
_open_since = (
    sa.select(sa.func.min(col(Report.created_at)).label("since"))
    .where(col(Report.status) == ReportStatus.OPEN)
    .group_by(col(Report.target), col(Report.target_id))
    .subquery()
)
_earlier = aliased(Report)
_IS_FIRST = ~sa.exists().where(
    col(_earlier.target) == col(Report.target),
    col(_earlier.target_id) == col(Report.target_id),
    sa.tuple_(col(_earlier.created_at), col(_earlier.id)) < sa.tuple_(col(Report.created_at), col(Report.id)),
    sa.or_(col(_earlier.resolved_at).is_(None), col(_earlier.resolved_at) > col(Report.created_at)),
)
# Arrival time of a case, and the condition under which it is open, by kind.
_OPEN: dict[CaseKind, tuple[Any, Any]] = {
    CaseKind.AD: (col(Ad.review_waiting_since), col(Ad.review_waiting_since).is_not(None)),
    CaseKind.REPORT: (_open_since.c.since, sa.true()),
    CaseKind.APPEAL: (col(Appeal.created_at), col(Appeal.status) == AppealStatus.OPEN),
    CaseKind.GRIEVANCE: (col(Grievance.created_at), col(Grievance.status) == GrievanceStatus.OPEN),
}
# Arrival, decision, key and condition of cases. Distinct ones are counted: a version that only lost a photo copies the decision.
_TIMES: tuple[tuple[Any, Any, Any, Any], ...] = (
    (
        col(AdVersion.created_at),
        col(AdVersion.decided_at),
        col(AdVersion.ad_id),
        # Without a price cut, which nobody decided.
        sa.or_(col(AdVersion.decided_by).is_not(None), col(AdVersion.decided_at).is_(None)),
    ),
    (col(Report.created_at), col(Report.resolved_at), col(Report.id), _IS_FIRST),
    (col(Appeal.created_at), col(Appeal.closed_at), col(Appeal.id), sa.true()),
    (col(Grievance.created_at), col(Grievance.resolved_at), col(Grievance.id), sa.true()),
)
INCOMING, DECIDED = 0, 1


def count_open_by_age(db: Session, now: datetime) -> list[tuple[CaseKind, int, int, int]]:
    """Count the open cases of each kind: younger than an hour, younger than a day, older."""
    hour, day = _bound(now - _HOUR), _bound(now - _DAY)
    counted = [
        sa.select(
            sa.literal(kind.value),
            sa.func.coalesce(sa.func.sum(sa.case((since > hour, 1), else_=0)), 0),
            sa.func.coalesce(sa.func.sum(sa.case((sa.and_(since > day, since <= hour), 1), else_=0)), 0),
            sa.func.coalesce(sa.func.sum(sa.case((since <= day, 1), else_=0)), 0),
        ).where(is_open)
        for kind, (since, is_open) in _OPEN.items()
    ]
    found = {kind: (fresh, day, older) for kind, fresh, day, older in db.execute(sa.union_all(*counted))}
    return [(kind, *found[kind.value]) for kind in _OPEN]


def count_open(db: Session, *, with_mail: bool) -> dict[str, int]:
    """Count the open cases of each kind, and as `mail` the unsent mails that failed."""
    numbers = {
        kind.value: sa.select(sa.func.count()).select_from(sa.select(since).where(is_open).subquery()).scalar_subquery()
        for kind, (since, is_open) in _OPEN.items()
    }
    if with_mail:
        failed = (col(OutboxMail.sent_at).is_(None), col(OutboxMail.last_error) != "")
        numbers["mail"] = sa.select(sa.func.count()).select_from(OutboxMail).where(*failed).scalar_subquery()
    found = db.execute(sa.select(*(number.label(name) for name, number in numbers.items()))).one()
    return dict(found._mapping)


def count_by_day(db: Session, which: int, starts: Sequence[datetime]) -> dict[int, int]:
    """Count the cases that came in or were decided (`which`) on days with these first moments, by position; days without
    cases are left out.
    """
    events = sa.union_all(*(_list_events(which, times, starts[0]) for times in _TIMES)).subquery()
    when = events.c.moment
    # The days of the site's time zone, which databases would compute in different ways.
    later = [(when >= _bound(start), at) for at, start in reversed(list(enumerate(starts)))]
    day = sa.case(*later).label("day")
    return {row[0]: row[1] for row in db.execute(sa.select(day, sa.func.count()).group_by(day))}


def find_median_seconds(db: Session, since: datetime) -> float | None:
    """Return the median time in seconds from a case to its decision since a moment; None if there was none."""
    took = sa.union_all(
        *(
            # Distinct with the key: two cases may take equally long.
            sa.select(_seconds_between(db, came, done).label("seconds"), key.label("key"))
            .where(done >= since, counted)
            .distinct()
            for came, done, key, counted in _TIMES
        )
    ).subquery()
    place = sa.func.row_number().over(order_by=took.c.seconds).label("place")
    ranked = sa.select(took.c.seconds, place, sa.func.count().over().label("number")).subquery()
    # The one in the middle, or the mean of the two.
    twice, number = ranked.c.place * 2, ranked.c.number
    return db.scalar(sa.select(sa.func.avg(ranked.c.seconds)).where(twice.between(number, number + 2)))


def _list_events(which: int, times: tuple[Any, Any, Any, Any], since: datetime) -> Any:
    moment, key, counted = times[which], times[2], times[3]
    return sa.select(moment.label("moment"), key.label("key")).where(moment >= since, counted).distinct()


def _seconds_between(db: Session, came: Any, done: Any) -> Any:
    if db.get_bind().dialect.name == "postgresql":
        return sa.cast(sa.extract("epoch", done - came), sa.Float)
    return (sa.func.julianday(done) - sa.func.julianday(came)) * 86_400


def _bound(moment: datetime) -> Any:
    return sa.bindparam(None, moment, type_=UtcDateTime(), unique=True)

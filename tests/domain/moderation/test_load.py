"""The load of moderation: counts by age and day, and the median time to a decision."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import event

from marketplace.core import clock, ids
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotSignedIn
from marketplace.domain import moderation
from marketplace.models import Report, ReportTarget
from tests import factories
from tests.domain.moderation.queued_ads import waiting

NOW = datetime.fromisoformat("2026-11-26T12:00:00+05:30")


@pytest.fixture
def at_noon(monkeypatch):
    monkeypatch.setattr(clock, "now", lambda: NOW)


def reported(db, hours: float, took: float | None = None, **values):
    made = NOW - timedelta(hours=hours)
    closed = {} if took is None else {"status": "dismissed", "resolved_at": made + timedelta(hours=took)}
    factories.save(
        db,
        Report(
            **{
                "target": ReportTarget.ACCOUNT, "target_id": ids.new_id(), "reason": "spam", "created_at": made,
                **closed, **values,
            },
        ),
    )  # fmt: skip


def test_only_moderators_see_it(db):
    for actor, error in ((ANONYMOUS, NotSignedIn), (factories.actor(factories.seller(db)), Forbidden)):
        with pytest.raises(error):
            moderation.get_load(db, actor)


def test_a_site_without_cases(db, at_noon):
    load = moderation.get_load(db, factories.actor(factories.moderator(db)))
    assert [(each.kind, each.fresh, each.day, each.older) for each in load.open] == [
        ("ad", 0, 0, 0),
        ("report", 0, 0, 0),
        ("appeal", 0, 0, 0),
        ("grievance", 0, 0, 0),
    ]
    assert len(load.days) == 30
    assert {(day.incoming, day.decided) for day in load.days} == {(0, 0)}
    assert load.median_hours is None


def test_open_cases_by_age(db, at_noon):
    seller, category = factories.seller(db), factories.category(db)
    for minutes in (30, 61, 24 * 60 + 1, 5_000):
        waiting(db, seller, category, minutes=minutes)
    for hours in (0.5, 0.7, 2, 30):
        reported(db, hours)
    load = moderation.get_load(db, factories.actor(factories.moderator(db)))
    assert [(each.fresh, each.day, each.older) for each in load.open[:2]] == [(1, 1, 2), (2, 1, 1)]


def test_days_are_those_of_the_site_and_the_median_is_of_all_decisions(db, at_noon):
    # Midnight in Kolkata is 12 hours ago.
    for hours, took in ((11, 1), (13, 2), (13, 3), (30 * 24, 40), (40 * 24, 1)):
        reported(db, hours, took)
    reported(db, 1)
    load = moderation.get_load(db, factories.actor(factories.moderator(db)))
    assert [(day.incoming, day.decided) for day in load.days[-2:]] == [(2, 0), (2, 3)]
    # That of 30 days ago was decided within these days, that of 40 days ago before them.
    assert sum(day.incoming for day in load.days) == 4
    assert sum(day.decided for day in load.days) == 4
    # 1, 2, 3 and 40 hours.
    assert load.median_hours == 2.5
    reported(db, 9, 2)
    assert moderation.get_load(db, factories.actor(factories.moderator(db))).median_hours == 2.0


def flood(db, *reports, **values):
    """Reports on one target: hours ago, and hours until the decision or None."""
    target_id = ids.new_id()
    for hours, took in reports:
        reported(db, hours, took, target_id=target_id, **values)
    return target_id


def test_a_flood_of_reports_counts_once(db, at_noon):
    desk = factories.actor(factories.moderator(db))
    # Four reports against one account over two days, still open: one case, as old as its first report.
    flood(db, (30, None), (29, None), (2, None), (0.5, None))
    load = moderation.get_load(db, desk)
    assert [(each.fresh, each.day, each.older) for each in load.open[1:2]] == [(0, 0, 1)]
    assert [day.incoming for day in load.days[-3:]] == [0, 1, 0]
    # Three reports that were closed together: one case, one decision after three hours.
    flood(db, (10, 3), (9, 2), (8, 1))
    load = moderation.get_load(db, desk)
    assert [(day.incoming, day.decided) for day in load.days[-2:]] == [(1, 0), (1, 1)]
    assert load.median_hours == 3.0


def test_a_report_after_a_decision_is_a_new_case(db, at_noon):
    desk = factories.actor(factories.moderator(db))
    target_id = flood(db, (11, 1), (9, 1), (5, None))
    # The same id in another kind is another target.
    reported(db, 4, target_id=target_id, target=ReportTarget.AD)
    load = moderation.get_load(db, desk)
    assert (load.days[-1].incoming, load.days[-1].decided) == (4, 2)
    assert sum(getattr(load.open[1], age) for age in ("fresh", "day", "older")) == 2


def test_each_figure_takes_one_statement(db, connection, at_noon):
    for hours in range(20):
        reported(db, hours, 1)
    mina = factories.actor(factories.moderator(db))
    sent: list[str] = []
    event.listen(connection, "before_cursor_execute", lambda _c, _cursor, text, *_more: sent.append(text))
    moderation.get_load(db, mina)
    assert sum(not text.startswith("SAVEPOINT") for text in sent) == 4

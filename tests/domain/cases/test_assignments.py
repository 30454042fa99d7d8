"""Assignments: if two moderators take a case, one gets it, and it becomes free after a while."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlmodel import Session, select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound, NotSignedIn
from marketplace.db import database
from marketplace.domain import cases, grievances, moderation
from marketplace.models import Assignment, Report, ReportTarget
from marketplace.settings import get_settings
from tests import factories
from tests.domain.moderation.queued_ads import waiting
from tests.domain.rentals.test_parallel import shared

__all__ = ["shared"]
PARALLEL = 12
NOWHERE = "01M7YH44H3FVMP4547R0ZWQBC3"


@pytest.fixture
def mina(db: Session) -> Actor:
    return factories.actor(factories.moderator(db, username="mina"))


@pytest.fixture
def ravi(db: Session) -> Actor:
    return factories.actor(factories.moderator(db, username="ravi"))


@pytest.fixture
def admin(db: Session) -> Actor:
    return factories.actor(factories.admin(db))


@pytest.fixture
def report(db: Session) -> Report:
    made = Report(target=ReportTarget.ACCOUNT, target_id=factories.seller(db).id, reason="spam")
    factories.save(db, made)
    return made


def test_only_staff_takes_cases(db: Session, report: Report):
    for actor, error in (
        (ANONYMOUS, NotSignedIn),
        (factories.actor(factories.seller(db)), Forbidden),
        (factories.actor(factories.buyer(db)), Forbidden),
    ):
        with pytest.raises(error):
            cases.assign(db, actor, "report", report.id)
        with pytest.raises(error):
            cases.release(db, actor, "report", report.id)


def test_a_taken_case_is_refused_until_it_is_released(db: Session, mina: Actor, ravi: Actor, report: Report):
    assert cases.assign(db, mina, "report", report.id).username == "mina"
    # Again gives the whole time again.
    cases.assign(db, mina, "report", report.id)
    with pytest.raises(Conflict, match="mina"):
        cases.assign(db, ravi, "report", report.id)
    with pytest.raises(Forbidden):
        cases.release(db, ravi, "report", report.id)
    cases.release(db, mina, "report", report.id)
    cases.release(db, mina, "report", report.id)
    assert cases.assign(db, ravi, "report", report.id).username == "ravi"


def test_a_case_becomes_free_by_itself(db: Session, mina: Actor, ravi: Actor, report: Report, monkeypatch):
    monkeypatch.setattr(get_settings(), "assignment_minutes", 30)
    cases.assign(db, mina, "report", report.id)
    later = clock.now() + timedelta(minutes=31)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert moderation.list_reports(db, mina, assigned="mine").items == ()
    assert [view.id for view in moderation.list_reports(db, ravi, assigned="unassigned").items] == [report.id]
    assert cases.assign(db, ravi, "report", report.id).username == "ravi"
    monkeypatch.setattr(clock, "now", lambda: later + timedelta(hours=1))
    assert cases.forget_expired(db) == 1
    assert db.exec(select(Assignment)).all() == []


def test_only_an_administrator_gives_cases_to_others(
    db: Session, mina: Actor, ravi: Actor, admin: Actor, report: Report
):
    with pytest.raises(Forbidden):
        cases.assign(db, mina, "report", report.id, account_id=ravi.account_id or "")
    cases.assign(db, mina, "report", report.id)
    given = cases.assign(db, admin, "report", report.id, account_id=ravi.account_id or "")
    assert given.username == "ravi"
    seller = factories.seller(db)
    for nobody in (seller.id, NOWHERE, "x"):
        with pytest.raises(Invalid):
            cases.assign(db, admin, "report", report.id, account_id=nobody)
    cases.release(db, admin, "report", report.id)
    assert moderation.get_report(db, mina, report.id).report.assigned_to == ""
    with pytest.raises(Forbidden):
        cases.list_staff(db, mina)
    assert {"mina", "ravi"} <= {person.username for person in cases.list_staff(db, admin)}


def test_closed_and_missing_cases_are_refused(db: Session, mina: Actor, report: Report):
    moderation.dismiss_report(db, mina, report.id)
    with pytest.raises(Conflict):
        cases.assign(db, mina, "report", report.id)
    for kind, case_id, error in (
        ("report", NOWHERE, NotFound),
        ("report", "x", NotFound),
        ("ad", report.id, NotFound),
        ("message", report.id, Invalid),
        ("account", factories.seller(db).id, Conflict),
    ):
        with pytest.raises(error):
            cases.assign(db, mina, kind, case_id)


def test_lists_are_filtered_and_say_who_works_on_it(
    db: Session, mina: Actor, ravi: Actor, admin: Actor, report: Report
):
    seller, category = factories.seller(db), factories.category(db)
    mine, free = waiting(db, seller, category, minutes=2), waiting(db, seller, category, minutes=1)
    grievances.file_grievance(db, ANONYMOUS, grievances.GrievanceDraft(text="My photo."))
    [grievance] = grievances.list_grievances(db, admin).items
    for kind, case_id in (("ad", mine.id), ("report", report.id), ("grievance", grievance.id)):
        cases.assign(db, mina, kind, case_id)
    assert [(row.id, row.assigned_to) for row in moderation.list_queue(db, mina, assigned="mine").items] == [
        (mine.id, "mina")
    ]
    assert [row.id for row in moderation.list_queue(db, mina, assigned="unassigned").items] == [free.id]
    assert moderation.list_queue(db, ravi, assigned="mine").items == ()
    assert moderation.get_queue_item(db, ravi, mine.id).assigned_to == "mina"
    for listed in (moderation.list_reports, grievances.list_grievances):
        assert [view.assigned_to for view in listed(db, mina, assigned="mine").items] == ["mina"]
        assert listed(db, ravi, assigned="unassigned").items == ()
        with pytest.raises(Invalid):
            listed(db, ravi, assigned="yours")


def test_of_many_who_take_it_at_once_one_wins(shared):
    with database.new_session() as db:
        actors = [factories.actor(factories.moderator(db)) for _ in range(PARALLEL)]
        report = Report(target=ReportTarget.ACCOUNT, target_id=factories.seller(db).id, reason="spam")
        factories.save(db, report)
        report_id = report.id
        db.commit()
    barrier = threading.Barrier(PARALLEL)

    def take(actor: Actor) -> bool:
        barrier.wait()
        try:
            with database.unit_of_work() as db:
                cases.assign(db, actor, "report", report_id)
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(PARALLEL) as pool:
        assert list(pool.map(take, actors)).count(True) == 1

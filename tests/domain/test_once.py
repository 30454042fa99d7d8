"""What comes twice under one id of the client is stored once; a refused call may be repeated."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import Session, func, select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, MarketplaceError, NotSignedIn
from marketplace.db import database
from marketplace.domain import cases, grievances, once, phases, wanted
from marketplace.domain.once import stores_once
from marketplace.models import Grievance, InternalNote, Submission
from tests import factories
from tests.domain.rentals.test_parallel import shared

PARALLEL = 8
__all__ = ["shared"]


def _count(db: Session, table: type) -> int:
    return db.exec(select(func.count()).select_from(table)).one()


@pytest.fixture
def admin(db: Session):
    return replace(factories.actor(factories.admin(db)), client_id="one")


@pytest.fixture
def case_id(db: Session) -> str:
    return factories.buyer(db).id


def test_a_refused_stranger_leaves_nothing(db, case_id):
    with pytest.raises(NotSignedIn), db.begin_nested():
        cases.add_note(db, replace(ANONYMOUS, client_id="one"), "account", case_id, "Called.")
    assert _count(db, Submission) == 0


def test_the_second_time_is_a_conflict_that_names_the_first(db, admin, case_id):
    made = cases.add_note(db, admin, "account", case_id, "Called.")
    with pytest.raises(Conflict) as raised:
        cases.add_note(db, admin, "account", case_id, "Called.")
    assert raised.value.extra == {"storedId": made.id}
    assert _count(db, InternalNote) == 1
    assert once.is_stored(db, admin)


def test_another_id_none_and_another_account_store_again(db, admin, case_id):
    other = replace(factories.actor(factories.admin(db)), client_id="one")
    for actor in (
        admin,
        replace(admin, client_id="two"),
        replace(admin, client_id=""),
        replace(admin, client_id=""),
        other,
    ):
        cases.add_note(db, actor, "account", case_id, "Called.")
    assert _count(db, InternalNote) == 5


def test_a_refused_call_can_be_repeated(db, admin, case_id):
    with pytest.raises(MarketplaceError), db.begin_nested():
        cases.add_note(db, admin, "account", case_id, "")
    assert not once.is_stored(db, admin)
    cases.add_note(db, admin, "account", case_id, "Called.")
    assert _count(db, InternalNote) == 1


def test_an_anonymous_caller_is_known_by_the_id(db):
    sender = replace(ANONYMOUS, address="192.0.2.1", client_id="one")
    draft = grievances.GrievanceDraft(kind="consumer", text="Nobody answers.", name="Asha", email="asha@example.org")
    grievances.file_grievance(db, sender, draft)
    with pytest.raises(Conflict):
        grievances.file_grievance(db, replace(sender, address="192.0.2.2"), draft)
    assert _count(db, Grievance) == 1


def test_a_function_of_two_phases_stays_one(db, admin):
    @stores_once
    @phases.two_phase
    def make(_actor, word):
        return lambda _db, _actor: word

    assert phases.run_first_phase(make, lambda: admin, "a")(db, admin) == "a"
    with pytest.raises(Conflict):
        make(db, admin, "a")
    assert phases.first_phase(wanted.answer) is not None


def test_ids_are_forgotten_after_a_week(db, admin, case_id):
    cases.add_note(db, admin, "account", case_id, "Called.")
    assert once.forget_old(db) == 0
    db.exec(select(Submission)).one().created_at = clock.now() - timedelta(days=8)
    db.flush()
    assert once.forget_old(db) == 1


def test_of_several_at_once_one_is_stored(shared):
    with database.new_session() as db:
        admin = replace(factories.actor(factories.admin(db)), client_id="one")
        case_id = factories.buyer(db).id
        db.commit()
    barrier = threading.Barrier(PARALLEL)

    def send(_number: int) -> str:
        barrier.wait()
        try:
            with database.unit_of_work() as db:
                cases.add_note(db, admin, "account", case_id, "Called.")
        except Conflict:
            return "conflict"
        return "stored"

    with ThreadPoolExecutor(PARALLEL) as pool:
        found = sorted(pool.map(send, range(PARALLEL)))
    assert found == ["conflict"] * (PARALLEL - 1) + ["stored"]
    with database.new_session() as db:
        assert _count(db, InternalNote) == 1

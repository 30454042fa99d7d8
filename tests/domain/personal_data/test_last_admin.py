"""Two administrators delete their accounts at once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from sqlmodel import select

from marketplace.core.errors import RuleBroken
from marketplace.db import database
from marketplace.domain import personal_data
from marketplace.domain.accounts import attempts, queries
from marketplace.models import Account, AccountStatus
from tests import factories
from tests.domain.rentals.test_parallel import shared  # noqa: F401

WAIT_S = 20


@pytest.mark.postgres
@pytest.mark.parametrize("shared", ["postgres"], indirect=True)
def test_one_of_the_last_two_stays(shared, monkeypatch: pytest.MonkeyPatch):  # noqa: F811
    with database.new_session() as db:
        actors = [factories.actor(factories.admin(db)) for _ in range(2)]
        (stored,) = set(db.exec(select(Account.password_hash)))
    # Both count the administrators before either commits, unless one waits for the other.
    meet, count = threading.Barrier(2), queries.count_active_admins

    def count_together(db) -> int:
        number = count(db)
        with suppress(threading.BrokenBarrierError):
            meet.wait(1)
        return number

    monkeypatch.setattr(queries, "count_active_admins", count_together)
    monkeypatch.setattr(attempts, "confirm", lambda *_args: attempts.Proof(stored, ""))

    def leave(actor) -> None:
        with database.unit_of_work() as db:
            personal_data.delete_account(db, actor, "irrelevant")

    with ThreadPoolExecutor(2) as pool:
        errors = [done.exception(WAIT_S) for done in [pool.submit(leave, actor) for actor in actors]]
    assert [type(error) for error in errors if error] == [RuleBroken]
    with database.new_session() as db:
        assert list(db.exec(select(Account.status).where(Account.status == AccountStatus.ACTIVE))) == [
            AccountStatus.ACTIVE
        ]

"""The site keeps an administrator who can sign in, whatever makes one stop being one, and whoever does it at once."""

import ast
import itertools
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from sqlmodel import Session, col, select

from marketplace.core.errors import Conflict, Forbidden, NotFound, RuleBroken
from marketplace.db import database
from marketplace.domain import accounts, personal_data
from marketplace.domain.accounts import attempts
from marketplace.models import Account, AccountKind, AccountStatus
from tests import factories
from tests.architecture import sources
from tests.domain.rentals.test_parallel import shared

__all__ = ["shared"]

WAIT_S = 20
REFUSALS = (RuleBroken, Forbidden, Conflict, NotFound)
# Each gets the caller and the other administrator.
WAYS = {
    "suspend": lambda db, own, other: accounts.suspend(db, own, other.account_id, "Left"),
    "demote": lambda db, own, other: accounts.change_role(db, own, other.account_id, "moderator"),
    "leave": lambda db, own, other: personal_data.delete_account(db, own, "irrelevant"),
}
# Functions that can end the role of an administrator without this check, each with the reason.
OTHER_WRITERS = {
    "marketplace/domain/accounts/staff.py create_moderator": "the account is new",
    "marketplace/domain/accounts/staff.py finish": "of `create_moderator`",
    "marketplace/domain/personal_data/service.py _delete": "`delete_account` asks before it locks; the job takes no administrators",
}


@pytest.fixture(autouse=True)
def any_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempts.Proof, "use", lambda *_args: None)
    monkeypatch.setattr(attempts, "confirm", lambda *_args: attempts.Proof("", ""))


@pytest.mark.parametrize("way", WAYS)
def test_a_session_of_one_suspended_meanwhile_unmakes_no_last_administrator(db: Session, way: str):
    own = factories.actor(factories.admin(db, status=AccountStatus.SUSPENDED))
    last = factories.actor(factories.admin(db))
    with pytest.raises((RuleBroken, Forbidden)):
        WAYS[way](db, last if way == "leave" else own, last)


def test_one_of_the_last_two_stays(shared):
    for pair in itertools.combinations_with_replacement(WAYS, 2):
        assert unmake_at_once(pair) == 1, pair


def unmake_at_once(ways: tuple[str, str]) -> int:
    """Let the last two administrators unmake themselves or each other; return how many are left."""
    with database.new_session() as db:
        # Those of the pairs before, and of other tests where the database is shared.
        for each in db.exec(select(Account).where(Account.kind == AccountKind.ADMIN)):
            each.moderates_only = True
            db.add(each)
        people = [factories.actor(factories.admin(db)) for _ in range(2)]
        db.commit()
    # Both act before either commits, unless one waits for the other.
    meet = threading.Barrier(2)

    def act(at: int) -> None:
        with database.unit_of_work() as db:
            WAYS[ways[at]](db, people[at], people[1 - at])
            with suppress(threading.BrokenBarrierError):
                meet.wait(1)

    with ThreadPoolExecutor(2) as pool:
        errors = [done.exception(WAIT_S) for done in [pool.submit(act, at) for at in range(2)]]
    assert [error for error in errors if error and not isinstance(error, REFUSALS)] == []
    with database.new_session() as db:
        left = select(Account.id).where(
            Account.kind == AccountKind.ADMIN,
            Account.status == AccountStatus.ACTIVE,
            col(Account.moderates_only).is_(False),
        )
        return len(db.exec(left).all())


def unmakes(node: ast.AST) -> bool:
    """Whether a statement or a call writes to an account what no administrator who can sign in has."""
    written: dict[str | None, ast.expr] = {}
    if isinstance(node, ast.Assign):
        targets = [one for each in node.targets for one in (each.elts if isinstance(each, ast.Tuple) else [each])]
        written = {each.attr: node.value for each in targets if isinstance(each, ast.Attribute)}
    elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith((".values", "Account")):
        written = {each.arg: each.value for each in node.keywords}
    if "moderates_only" in written:
        return ast.unparse(written["moderates_only"]) != "False"
    return "status" in written and any(
        f"AccountStatus.{each.name}" in ast.unparse(written["status"]) for each in AccountStatus if each != "active"
    )


def test_whatever_unmakes_an_administrator_looks_for_another_one():
    found = {
        f"{sources.name(path)} {function.name}": "keep_an_admin" in ast.unparse(function)
        for path in sources.python_files("marketplace")
        for function in ast.walk(sources.tree(path))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and any(map(unmakes, ast.walk(function)))
    }
    assert [place for place, asks in found.items() if not asks and place not in OTHER_WRITERS] == []
    assert OTHER_WRITERS.keys() <= found.keys(), "no exceptions any more"
    assert len(found) > len(OTHER_WRITERS), found

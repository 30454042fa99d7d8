"""Every handler of every State with every kind of caller, over a real websocket with hand-made events."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing

import pytest
from reflex.state import BaseState, State

from tests.web.conftest import Backend
from tests.web.permissions import CALLERS, QUIET, ROWS, Row, Stage, Tab, outcome_of, quietly

pytestmark = pytest.mark.xdist_group("served")


def states(kind: type[BaseState] = State) -> Iterator[type[BaseState]]:
    yield kind
    for below in kind.get_substates():
        yield from states(below)


def handlers() -> set[str]:
    """Return all handlers that a client can name, without the `setvar` of each State."""
    import marketplace.marketplace  # noqa: F401 - gathers every page with its States

    return {f"{kind.get_full_name()}.{name}" for kind in states() for name in kind.event_handlers if name != "setvar"}


@pytest.fixture(scope="module")
def stage(backend: Backend) -> Iterator[Stage]:
    """One served app and one small database for the whole table."""
    with backend.session() as db, closing(sqlite3.connect(backend.path, isolation_level=None)) as eye:
        yield Stage(backend.served, db, eye)


def test_every_handler_has_a_row_and_every_row_a_handler():
    rows = {row.name for row in (*QUIET, *ROWS)}
    without = sorted(handlers() - rows)
    assert not without, f"add a row to tests/web/permissions/ that says who may call each of these handlers: {without}"
    assert not rows - handlers(), f"no State has these handlers of tests/web/permissions/: {rows - handlers()}"


def test_rows_are_unique():
    assert [name for name, count in Counter(str(row) for row in (*QUIET, *ROWS)).items() if count > 1] == []


@pytest.mark.parametrize("caller", CALLERS)
def test_handlers_of_the_tab_write_and_reveal_nothing(stage: Stage, caller: str):
    assert quietly(stage, QUIET, caller) == {}


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_only_permitted_callers_succeed(stage: Stage, row: Row):
    found, leaked = {}, {}
    for caller in CALLERS:
        outcome = outcome_of(stage, row, caller)
        found[caller] = outcome.result
        if outcome.leaked:
            leaked[caller] = outcome.leaked
    assert found == row.expected
    assert leaked == {}


def test_invalid_arguments_write_nothing(stage: Stage):
    """Includes `setvar` of each State, which clients can name too."""
    nonsense = ({}, {"form": None, "ad_id": {"$ne": ""}, "unknown": 1}, {"var_name": "_pending_action", "value": "x"})
    names = sorted(handlers() | {f"{kind.get_full_name()}.setvar" for kind in states()})
    with Tab(stage.served.port) as tab:
        before = stage.writes()
        for name in names:
            for payload in nonsense:
                tab.send(name, payload)
            tab.settle()
        assert stage.writes() == before


def test_log_has_no_contents_of_events(stage: Stage):
    password, session = "hunter2-hunter2", "a-session-that-is-a-secret"
    with Tab(stage.served.port, session) as tab:
        for name in ("no_such_state.sign_in", "reflex___state____state.setvar"):
            tab.send(name, {"form": {"password": password}})
        tab.settle()
    log = stage.served.log.read_text()
    assert "no_such_state.sign_in" in log
    assert password not in log
    assert session not in log

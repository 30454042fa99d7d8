"""Every handler of every State with arguments of the right types and odd values: nothing is an error in the log."""

import inspect
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from reflex_base.registry import RegistrationContext

from marketplace.integrations import limits
from tests.web.conftest import Backend
from tests.web.permissions import QUIET, ROWS, Row, Stage, Tab
from tests.web.permissions.row import Sent

pytestmark = pytest.mark.xdist_group("served")
TEXTS = (
    "", "²", "9" * 5_000, "\x00", "\ud800", "NaN", "1e999", "-1", "0001-01-01T00:00", "9999-12-31T23:59", "0001-01-01T00:00+23:59",
    "9999-12", "१२", "{", "http://[", "\u202e\x1b[31m", "field[x]",
)  # fmt: skip
NUMBERS = (0, -1, 2**63, 10**60, -(10**60))
FLOATS = (*NUMBERS, float("nan"), float("inf"), -float("inf"), 1e308)
# What a form may bring for a control besides a text, and what it may not.
OF_FORMS = (None, True, False, 1, 1.5, float("nan"), 10**60, [], {})
VALUES = {str: TEXTS, int: NUMBERS, float: FLOATS, bool: (True, False), dict[str, str]: ({},)}
# For lists and objects.
OTHERS = ([], [{}], [""], ["\ud800"], [{"id": "\ud800"}], [{"id": None}], [[]], {}, {"": ""}, {"name": "x"}, None)
ROW_OF_EACH = list({row.name: row for row in reversed((*QUIET, *ROWS))}.values())


@pytest.fixture(scope="module")
def stage(backend: Backend) -> Iterator[Stage]:
    with backend.session() as db, closing(sqlite3.connect(backend.path, isolation_level=None)) as eye:
        yield Stage(backend.served, db, eye)


def odd_payloads(row: Row, sent: Sent) -> Iterator[dict[str, Any]]:
    """Return the arguments of the event with one odd value each; of forms, in one control each."""
    handler = RegistrationContext.get().event_handlers[row.name].handler
    hints = handler._get_type_hints()
    _state, *names = inspect.signature(handler.fn).parameters
    for name in names:
        yield from ({**sent.payload, name: value} for value in VALUES.get(hints.get(name), OTHERS))
        form = sent.payload.get(name)
        if hints.get(name) == dict[str, str] and isinstance(form, dict):
            controls = (*form, "unknown")
            changed = ({**form, control: value} for control in controls for value in (*TEXTS, *OF_FORMS))
            yield from ({**sent.payload, name: each} for each in changed)
    yield sent.payload


@pytest.mark.parametrize("row", ROW_OF_EACH, ids=str)
def test_odd_values_are_no_errors(stage: Stage, row: Row):
    limits.reset_all()
    stage.db.rollback()
    world = stage.world(row, row.subject)
    sent = row.make(world)
    token = stage.token(world.me)
    # An open read transaction would block the next write.
    stage.db.commit()
    start = stage.served.log.stat().st_size
    with Tab(stage.served.port, token, silent=True) as tab:
        for payload in odd_payloads(row, sent):
            for handler, before in sent.before:
                tab.send(handler, before, sent.path)
            tab.send(row.handler, payload, sent.path)
        tab.settle()
    log = stage.served.log.read_bytes()[start:].decode()
    # A browser's report of an error is one, whatever it says.
    lines = [line for line in log.splitlines() if '"event": "page_failed"' not in line]
    assert [line for line in lines if '"level": "error"' in line or "Traceback" in line] == []

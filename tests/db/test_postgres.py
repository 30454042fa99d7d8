"""Tests of timeouts for a PostgreSQL server that is slow or stops answering."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Engine, make_url, text
from sqlmodel import Session

from marketplace.core.errors import Unavailable
from marketplace.db import database, postgres
from tests import services
from tests.conftest import TEST_DATABASE_URL
from tests.services import Gate

# Without timeouts these tests would never end.
pytestmark = [
    pytest.mark.timeout(120),
    pytest.mark.skipif(not TEST_DATABASE_URL, reason="SQLite is no server that could fall silent"),
]
_READERS = 4


@pytest.fixture
def gate() -> Iterator[Gate]:
    with services.gate(make_url(TEST_DATABASE_URL).port or 5432) as made:
        yield made


@pytest.fixture
def through(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    """An engine with short timeouts whose connections pass through the gate."""
    monkeypatch.setattr(postgres, "_MARGIN_S", 0.5)
    monkeypatch.setattr(postgres.TimeoutConnection, "timeout_s", 1.0)
    monkeypatch.setattr(postgres, "CONNECT_TIMEOUT_S", 1.0)
    address = make_url(TEST_DATABASE_URL).set(host="127.0.0.1", port=gate.port)
    engine = database.make_engine(address.render_as_string(hide_password=False), statement_timeout_s=1.0)
    monkeypatch.setattr(database, "new_session", lambda: Session(engine))
    yield engine
    engine.dispose()


def ask(statement: str = "SELECT 1") -> object:
    with database.read_only() as db:
        return db.scalar(text(statement))


def ask_at_once() -> list[object]:
    with ThreadPoolExecutor(_READERS) as pool:
        # Each keeps its connection until all have one.
        return list(pool.map(ask, ["SELECT 1 FROM pg_sleep(0.2)"] * _READERS))


def fall_silent_after_the_first(gate: Gate, statements: int) -> None:
    with database.unit_of_work() as db:
        for _ in range(statements):
            db.execute(text("SELECT 1"))
            gate.fall_silent()


def test_dead_pooled_connection_is_replaced(through: Engine, gate: Gate):
    ask_at_once()
    before = gate.count
    assert before > 1
    gate.fall_silent()
    assert ask_at_once() == [1] * _READERS
    assert gate.count > before


def test_unanswered_statement_raises_unavailable(through: Engine, gate: Gate):
    for statements in (2, 1):
        # For the next statement and for the commit.
        with pytest.raises(Unavailable):
            fall_silent_after_the_first(gate, statements)
        assert ask() == 1


def test_unanswered_connect_raises_unavailable(through: Engine, gate: Gate):
    ask()
    gate.fall_silent(for_good=True)
    with pytest.raises(Unavailable):
        ask()
    gate.hear_again()
    assert ask() == 1


def test_longer_timeout_also_ends(through: Engine, gate: Gate):
    with postgres.statement_timeout(2.0), pytest.raises(Unavailable):
        fall_silent_after_the_first(gate, 2)


def test_slow_statement_is_cancelled_and_the_connection_kept(through: Engine, gate: Gate):
    with pytest.raises(Unavailable):
        ask("SELECT pg_sleep(60)")
    before = gate.count
    assert ask() == 1
    assert gate.count == before


def test_statement_timeout_allows_a_longer_statement(through: Engine):
    slow = "SELECT 1 FROM pg_sleep(2)"
    with postgres.statement_timeout():
        assert ask(slow) == 1
    with postgres.statement_timeout(10.0):
        assert ask(slow) == 1
        assert ask("SHOW statement_timeout") == "10s"
    assert ask("SHOW statement_timeout") == "1s"
    with pytest.raises(Unavailable):
        ask(slow)


def test_engine_without_timeout_has_none():
    engine = database.make_engine(TEST_DATABASE_URL)
    with engine.connect() as connection:
        assert connection.scalar(text("SHOW statement_timeout")) == "0"
        assert connection.connection.dbapi_connection.timeout_s is None  # pyright: ignore
    engine.dispose()

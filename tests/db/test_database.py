"""Tests of connections after a fork, of transient failures, and of the queue of SQLite readers."""

import os
import sqlite3
import threading
from contextlib import contextmanager

import psycopg
import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from marketplace.core.errors import Unavailable
from marketplace.db import database, replicas


def test_forked_worker_does_not_use_the_parents_connections():
    with database.get_engine().connect() as connection:
        connection.execute(text("SELECT 1"))
    mine = database.get_engine().pool
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, b"same" if database.get_engine().pool is mine else b"own!")
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 4) == b"own!"
    with database.get_engine().connect() as connection:
        assert connection.scalar(text("SELECT 1")) == 1


@pytest.mark.parametrize(
    ("cause", "is_transient"),
    [
        (sqlite3.OperationalError("database is locked"), True),
        (sqlite3.OperationalError("database or disk is full"), True),
        (sqlite3.OperationalError("disk I/O error"), True),
        (sqlite3.OperationalError("no such table: adz"), False),
        (psycopg.errors.AdminShutdown("terminating connection"), True),
        (psycopg.errors.DiskFull("no space left"), True),
    ],
)
def test_transient_failures_raise_unavailable(db, cause, is_transient):
    failure = OperationalError("SELECT", {}, cause)
    for transaction in (database.unit_of_work, database.read_only):
        with pytest.raises(Unavailable if is_transient else OperationalError), transaction():
            raise failure


class _Reader(threading.Thread):
    """Reads until `left` is set."""

    def __init__(self):
        super().__init__(daemon=True)
        self.entered, self.left = threading.Event(), threading.Event()
        self.start()

    def run(self):
        with database.read_only() as db:
            db.execute(text("SELECT 1"))
            self.entered.set()
            self.left.wait(60)


@pytest.fixture
def own_sessions(engine, monkeypatch):
    monkeypatch.setattr(database, "new_session", lambda: Session(engine))
    return engine.dialect.name


@contextmanager
def _reader():
    reader = _Reader()
    try:
        yield reader
    finally:
        reader.left.set()
        reader.join(60)


def test_sqlite_readers_run_one_after_the_other(own_sessions, monkeypatch):
    monkeypatch.setattr(database, "READER_WAIT_S", 60)
    with _reader() as first:
        assert first.entered.wait(60)
        with _reader() as second:
            at_once = own_sessions != "sqlite"
            assert second.entered.wait(60 if at_once else 0.3) is at_once
            first.left.set()
            assert second.entered.wait(60)


def test_readers_stop_waiting_for_a_slow_reader(own_sessions, monkeypatch):
    monkeypatch.setattr(database, "READER_WAIT_S", 0.05)
    with _reader() as first:
        assert first.entered.wait(60)
        with _reader() as second, _reader() as third:
            assert second.entered.wait(60)
            assert third.entered.wait(60)
    # Readers that did not get the lock did not release it.
    with database.read_only() as db:
        assert db.scalar(text("SELECT 1")) == 1


def test_nested_read_does_not_wait(own_sessions, monkeypatch):
    monkeypatch.setattr(database, "READER_WAIT_S", 60)
    with database.read_only() as outer, database.read_only() as inner:
        assert outer.scalar(text("SELECT 1")) == inner.scalar(text("SELECT 1")) == 1


def test_failed_read_releases_the_lock(own_sessions, monkeypatch):
    monkeypatch.setattr(database, "READER_WAIT_S", 60)
    with pytest.raises(ValueError, match="odd"), database.read_only():
        raise ValueError("odd")
    with _reader() as next_one:
        assert next_one.entered.wait(60)


def test_without_replicas_a_public_read_is_an_ordinary_one(own_sessions, engine, monkeypatch):
    monkeypatch.setattr(replicas, "get_generation_reader", lambda: 1 / 0)
    executed: list[str] = []

    def note(_connection, _cursor, statement, *_more) -> None:
        executed.append(statement)

    threads = threading.enumerate()
    event.listen(engine, "before_cursor_execute", note)
    try:
        assert replicas.read(lambda db: db.scalar(text("SELECT 1")), is_public=True) == 1
        with engine.connect() as connection:
            assert replicas.find_problems(connection) == {}
    finally:
        event.remove(engine, "before_cursor_execute", note)
    # On SQLite, a transaction begins with a statement of its own.
    assert [statement for statement in executed if statement != "BEGIN"] == ["SELECT 1"]
    assert threading.enumerate() == threads

"""Connections and processes: what a forked worker may use, and which failures pass by themselves."""

import os
import sqlite3
import threading
from contextlib import contextmanager

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from marketplace import database
from marketplace.errors import Unavailable


def test_a_forked_worker_leaves_its_parents_connections_alone():
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
    ("cause", "passing"),
    [
        (sqlite3.OperationalError("database is locked"), True),
        (sqlite3.OperationalError("database or disk is full"), True),
        (sqlite3.OperationalError("disk I/O error"), True),
        (sqlite3.OperationalError("no such table: adz"), False),
        (psycopg.errors.AdminShutdown("terminating connection"), True),
        (psycopg.errors.DiskFull("no space left"), True),
    ],
)
def test_failures_that_pass_by_themselves_are_told_as_such(db, cause, passing):
    failure = OperationalError("SELECT", {}, cause)
    for door in (database.unit_of_work, database.reading):
        with pytest.raises(Unavailable if passing else OperationalError), door():
            raise failure


class _Reader(threading.Thread):
    """Reads until it is told to end."""

    def __init__(self):
        super().__init__(daemon=True)
        self.entered, self.left = threading.Event(), threading.Event()
        self.start()

    def run(self):
        with database.reading() as db:
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


def test_readers_of_sqlite_take_turns(own_sessions, monkeypatch):
    monkeypatch.setattr(database, "LONGEST_TURN_S", 60)
    with _reader() as first:
        assert first.entered.wait(60)
        with _reader() as second:
            at_once = own_sessions != "sqlite"
            assert second.entered.wait(60 if at_once else 0.3) is at_once
            first.left.set()
            assert second.entered.wait(60)


def test_one_that_reads_for_long_holds_nobody_up(own_sessions, monkeypatch):
    monkeypatch.setattr(database, "LONGEST_TURN_S", 0.05)
    with _reader() as first:
        assert first.entered.wait(60)
        with _reader() as second, _reader() as third:
            assert second.entered.wait(60)
            assert third.entered.wait(60)
    # Those that went without a turn gave none back.
    with database.reading() as db:
        assert db.scalar(text("SELECT 1")) == 1


def test_a_reader_that_reads_once_more_meanwhile_has_its_turn(own_sessions, monkeypatch):
    monkeypatch.setattr(database, "LONGEST_TURN_S", 60)
    with database.reading() as outer, database.reading() as inner:
        assert outer.scalar(text("SELECT 1")) == inner.scalar(text("SELECT 1")) == 1


def test_a_turn_is_given_back_by_who_fails(own_sessions, monkeypatch):
    monkeypatch.setattr(database, "LONGEST_TURN_S", 60)
    with pytest.raises(ValueError, match="odd"), database.reading():
        raise ValueError("odd")
    with _reader() as next_one:
        assert next_one.entered.wait(60)

"""Connections and processes: what a forked worker may use, and which failures pass by themselves."""

import os
import sqlite3

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

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

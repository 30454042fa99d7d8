"""Tests of jobs.run_due with concurrent workers and with a killed process."""

import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, Lock

import pytest

from marketplace.core import ids
from marketplace.domain import jobs
from marketplace.settings import get_settings
from tests.domain.jobs.steps import greet, promise, written


def test_concurrent_workers_run_each_job_once(crowd):
    kind = f"greet.{ids.new_id()}"
    for number in range(24):
        promise(kind, {"to": f"{kind}.{number}"})
    together, lock, called = Barrier(6), Lock(), Counter()

    def step(db, payload):
        with lock:
            called[payload["to"]] += 1
        return greet(db, payload)

    def work(_):
        together.wait()
        return jobs.run_due({kind: step})

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(work, range(6))) == 24
    assert set(called.values()) == {1}
    effects = [to for to in written(crowd) if to.startswith(kind)]
    assert sorted(effects) == sorted(f"{kind}.{number}" for number in range(24))


def test_takeover_from_a_slow_worker_has_one_effect(crowd, monkeypatch):
    if crowd.get_bind().dialect.name == "sqlite":
        pytest.skip("a step holds SQLite's write lock, so nobody can take over in its middle")
    monkeypatch.setattr(get_settings(), "job_lock_s", 0)
    kind = f"greet.{ids.new_id()}"
    promise(kind, {"to": kind})
    begun, taken_over = Event(), Event()

    def slow(db, payload):
        greet(db, payload)
        begun.set()
        assert taken_over.wait(20)
        return 0

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(jobs.run_due, {kind: slow})
        assert begun.wait(20)
        monkeypatch.setattr(get_settings(), "job_lock_s", 300)
        assert jobs.run_due({kind: greet}) == 1
        taken_over.set()
        assert first.result(20) == 0
    assert written(crowd).count(kind) == 1


_KILLED = """
import os, sys
from sqlmodel import Session
from marketplace.db import database
from marketplace.domain import jobs
from tests.domain.jobs.steps import greet
engine = database.make_engine(sys.argv[1])
database.new_session = lambda: Session(engine, expire_on_commit=False)
def die(db, payload):
    greet(db, payload)
    os.kill(os.getpid(), 9)
jobs.run_due({sys.argv[2]: die})
"""


def test_killed_process_loses_and_repeats_nothing(crowd, crowded_engine, at):
    kind = f"greet.{ids.new_id()}"
    promise(kind, {"to": kind})
    url = crowded_engine.url.render_as_string(hide_password=False)
    killed = subprocess.run([sys.executable, "-c", _KILLED, url, kind], timeout=60, check=False)
    assert killed.returncode == -9
    assert written(crowd).count(kind) == 0
    crowd.rollback()
    assert jobs.run_due({kind: greet}) == 0
    at(get_settings().job_lock_s + 1)
    assert jobs.run_due({kind: greet}) == 1
    assert jobs.run_due({kind: greet}) == 0
    assert written(crowd).count(kind) == 1

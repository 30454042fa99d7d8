"""Tests of `python -m marketplace jobs`."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, select

from marketplace.db import database
from marketplace.jobs.schedule import TASKS
from marketplace.models import Job, OutboxMail
from tests.cli.commands import ROOT, run
from tests.conftest import migrate


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """The database of the tested process."""
    made = database.make_engine(f"sqlite:///{tmp_path / 'marketplace.db'}")
    migrate(made)
    yield made
    made.dispose()


@pytest.fixture
def process(engine: Engine, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The running command."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MARKETPLACE_")}
    environment |= {"MARKETPLACE_DATA_DIR": str(tmp_path), "MARKETPLACE_MAIL_POLL_S": "0.2"}
    command = [sys.executable, "-m", "marketplace", "jobs"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as started:
        yield started
        started.kill()


def until(met: Callable[[], bool]) -> None:
    """Wait for an action of another process."""
    deadline = time.monotonic() + 30
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_delivers_mail_runs_scheduled_tasks_and_stops(engine, process, tmp_path):
    assert process.stdout.readline() == "Delivering mail and running jobs. Stop with Ctrl-C.\n"
    with Session(engine) as db:
        db.add(OutboxMail(to="a@example.org", subject="Hello", text="x", purpose="test"))
        db.commit()

    def done() -> bool:
        with Session(engine) as db:
            jobs = db.exec(select(Job)).all()
            return len(jobs) == len(TASKS) and all(job.done_at for job in jobs)

    until(done)
    until(lambda: len(list((tmp_path / "outbox").glob("*.eml"))) == 1)
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0


def test_invalid_setting_is_one_sentence(tmp_path):
    done = run("jobs", data=tmp_path, jobs_in_app="perhaps")
    assert done.returncode == 1
    assert done.stderr.startswith("error: MARKETPLACE_JOBS_IN_APP")

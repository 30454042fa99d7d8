"""A worker that is forked has what is its own, and waits for no threads that only its parent has.

The metrics of a server are read by a thread of the process that forks its workers.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

# The child tells by its exit code whether it got a turn, and the parent whether the child did.
_FORKING = """
import os
import sys
import threading

from sqlalchemy import create_engine
from sqlmodel import Session

from marketplace import database

engine = create_engine(sys.argv[1])
database.new_session = lambda: Session(engine)
database.LONGEST_TURN_S = 0.2
begun, may_end = threading.Event(), threading.Event()


def scrape():
    with getattr(database, sys.argv[2])():
        begun.set()
        may_end.wait(60)


def has_turns():
    return all(lock.acquire(timeout=10) for lock in (database._readers, database._writers))


scraping = threading.Thread(target=scrape, daemon=True)
scraping.start()
begun.wait(60)
%s
child = os.fork()
if child == 0:
    os._exit(0 if has_turns() else 1)
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
may_end.set()
scraping.join(60)
# What the fork took it has given back, to other threads too.
here = []
taking = threading.Thread(target=lambda: here.append(has_turns()))
taking.start()
taking.join(60)
sys.exit(code if here == [True] else 2)
"""

_READING = """
may_end.set()
scraping.join(60)
outer = database.reading()
outer.__enter__()
end = lambda: outer.__exit__(None, None, None)
os.register_at_fork(after_in_child=end, after_in_parent=end)
"""


def fork(tmp_path: Path, door: str, before: str = "") -> int:
    program = _FORKING % before
    address = f"sqlite:///{tmp_path / 'none.db'}"
    command = [sys.executable, "-c", program, address, door]
    return subprocess.run(command, cwd=ROOT, timeout=120, check=False).returncode


@pytest.mark.parametrize("door", ["reading", "unit_of_work"])
def test_a_worker_forked_meanwhile_has_turns_of_its_own(tmp_path: Path, door: str):
    assert fork(tmp_path, door) == 0


def test_a_fork_waits_for_who_reads(tmp_path: Path):
    soon_over = "database.LONGEST_TURN_S = 60; threading.Timer(0.1, may_end.set).start()"
    in_child = "os.register_at_fork(after_in_child=lambda: may_end.is_set() or os._exit(3))"
    assert fork(tmp_path, "reading", f"{soon_over}\n{in_child}") == 0


def test_who_forks_while_reading_reads_on(tmp_path: Path):
    assert fork(tmp_path, "reading", _READING) == 0


def test_no_two_workers_number_their_requests_alike():
    tells = "os.write(1, ids.new_number().encode() + b' '); break"
    code = f"import os\nfrom marketplace import ids\nfor _ in range(2):\n if os.fork() == 0:\n  {tells}\n"
    child = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    numbers = child.stdout.split()
    assert len(set(numbers)) == len(numbers) == 2
    assert {len(number) for number in numbers} == {26}

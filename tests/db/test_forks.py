"""A forked worker never waits for locks that threads of its parent hold.

The server process forks its workers while one of its threads serves metrics, which read the database.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

# The child exits with 0 if it can take both locks. The parent exits with the child's code, or 2 if it can't take them itself.
_PROGRAM = """
import os
import sys
import threading

from sqlalchemy import create_engine
from sqlmodel import Session

from marketplace.db import database

engine = create_engine(sys.argv[1])
database.new_session = lambda: Session(engine)
database.READER_WAIT_S = 0.2
started, may_end = threading.Event(), threading.Event()


def scrape():
    with getattr(database, sys.argv[2])():
        started.set()
        may_end.wait(60)


def can_lock():
    return all(lock.acquire(timeout=10) for lock in (database._read_lock, database._write_lock))


scraping = threading.Thread(target=scrape, daemon=True)
scraping.start()
started.wait(60)
%s
child = os.fork()
if child == 0:
    os._exit(0 if can_lock() else 1)
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
may_end.set()
scraping.join(60)
# The locks are free again in the parent, for other threads too.
results = []
thread = threading.Thread(target=lambda: results.append(can_lock()))
thread.start()
thread.join(60)
sys.exit(code if results == [True] else 2)
"""

_FORK_WHILE_READING = """
may_end.set()
scraping.join(60)
outer = database.read_only()
outer.__enter__()
end = lambda: outer.__exit__(None, None, None)
os.register_at_fork(after_in_child=end, after_in_parent=end)
"""


def fork(tmp_path: Path, transaction: str, before: str = "") -> int:
    program = _PROGRAM % before
    address = f"sqlite:///{tmp_path / 'none.db'}"
    command = [sys.executable, "-c", program, address, transaction]
    return subprocess.run(command, cwd=ROOT, timeout=120, check=False).returncode


@pytest.mark.parametrize("transaction", ["read_only", "unit_of_work"])
def test_child_forked_during_a_transaction_has_its_own_locks(tmp_path: Path, transaction: str):
    assert fork(tmp_path, transaction) == 0


def test_fork_waits_for_a_reader(tmp_path: Path):
    end_soon = "database.READER_WAIT_S = 60; threading.Timer(0.1, may_end.set).start()"
    in_child = "os.register_at_fork(after_in_child=lambda: may_end.is_set() or os._exit(3))"
    assert fork(tmp_path, "read_only", f"{end_soon}\n{in_child}") == 0


def test_a_reader_may_fork(tmp_path: Path):
    assert fork(tmp_path, "read_only", _FORK_WHILE_READING) == 0


def test_forked_workers_generate_different_trace_ids():
    write = "os.write(1, ids.new_trace_id().encode() + b' '); break"
    code = f"import os\nfrom marketplace.core import ids\nfor _ in range(2):\n if os.fork() == 0:\n  {write}\n"
    child = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    trace_ids = child.stdout.split()
    assert len(set(trace_ids)) == len(trace_ids) == 2
    assert {len(trace_id) for trace_id in trace_ids} == {26}

"""Tests of when a server process runs a full garbage collection."""

import asyncio
import gc
import subprocess
import sys

import pytest

from marketplace.core import garbage_collection

_PROGRAM = """
import asyncio, gc
from marketplace.core import garbage_collection
from marketplace.marketplace import manage_garbage_collection

async def start():
    async with manage_garbage_collection():
        return gc.get_freeze_count()

assert gc.get_freeze_count() == 0
# As in a worker while it loads.
gc.disable()
assert asyncio.run(start()) > 100_000
assert gc.get_threshold()[0] == garbage_collection._GENERATION_0
assert gc.isenabled()
"""


@pytest.mark.parametrize(
    ("cpu_share", "elapsed_s", "is_due"), [(0.5, 599, False), (0.5, 600, True), (0.01, 59, False), (0.01, 60, True)]
)
def test_collects_when_idle_or_after_the_maximum_interval(cpu_share: float, elapsed_s: float, is_due: bool):
    assert garbage_collection.should_collect(cpu_share, elapsed_s) is is_due


def test_collections_are_repeated(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(garbage_collection, "_CHECK_INTERVAL_S", 0.01)
    monkeypatch.setattr(garbage_collection, "_MAX_INTERVAL_S", 0.0)

    async def watch() -> None:
        thrice = asyncio.Semaphore(0)
        monkeypatch.setattr(gc, "collect", thrice.release)
        task = asyncio.create_task(garbage_collection.collect_when_idle())
        for _ in range(3):
            await thrice.acquire()
        task.cancel()

    asyncio.run(asyncio.wait_for(watch(), 10))


def test_startup_objects_are_frozen():
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


def test_workers_load_without_collections():
    program = """
import gc, os
from marketplace.core import garbage_collection
garbage_collection.disable_while_workers_load()
assert gc.isenabled()
worker = os.fork()
if not worker:
    os._exit(gc.isenabled())
assert os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1]) == 0
assert gc.isenabled()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]

"""A serving process looks through all that it holds in quiet moments only."""

import asyncio
import gc
import subprocess
import sys

import pytest

from marketplace import memory

_ASK = """
import asyncio, gc
from marketplace import memory
from marketplace.marketplace import settle_down

async def start():
    async with settle_down():
        return gc.get_freeze_count()

assert gc.get_freeze_count() == 0
assert asyncio.run(start()) > 100_000
assert gc.get_threshold()[0] == memory._NEW_OBJECTS
assert gc.isenabled()
"""


@pytest.mark.parametrize(
    ("busy", "since_s", "is_due"), [(0.5, 599, False), (0.5, 600, True), (0.01, 59, False), (0.01, 60, True)]
)
def test_when_all_is_looked_through(busy: float, since_s: float, is_due: bool):
    assert memory.is_due(busy, since_s) is is_due


def test_it_goes_on_looking(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(memory, "_LOOK_S", 0.01)
    monkeypatch.setattr(memory, "_AT_LAST_S", 0.0)

    async def watch() -> None:
        thrice = asyncio.Semaphore(0)
        monkeypatch.setattr(gc, "collect", thrice.release)
        task = asyncio.create_task(memory.tidy())
        for _ in range(3):
            await thrice.acquire()
        task.cancel()

    asyncio.run(asyncio.wait_for(watch(), 10))


def test_what_is_loaded_is_not_looked_through_again():
    done = subprocess.run([sys.executable, "-c", _ASK], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]

"""Waiting writes do not delay reads, and submitted calls finish before the process ends."""

import asyncio
import subprocess
import sys
from contextvars import ContextVar
from threading import Event

from sqlalchemy import text
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.web.base.threads import READ_POOL, WRITE_POOL, run_in_pool
from tests.conftest import ROOT
from tests.web.test_domain_state import Tab, who

_MANY = 40
_TIMEOUT_S = 30
_ENDING = """
import asyncio
from threading import Event, Timer

from marketplace.web.base.threads import WRITE_POOL, run_in_pool

begun, may_go_on = Event(), Event()


def write(number):
    begun.set()
    may_go_on.wait(30)
    print("stored", number, flush=True)


async def serve():
    tasks = [asyncio.ensure_future(run_in_pool(WRITE_POOL, lambda number=number: write(number))) for number in range(20)]
    while not begun.is_set():
        await asyncio.sleep(0)
    return tasks


loop = asyncio.new_event_loop()
tasks = loop.run_until_complete(serve())
print("stopped", flush=True)
Timer(0.1, may_go_on.set).start()
"""


def test_reads_succeed_while_many_writes_wait(crowd: Session):
    may_end = Event()

    def wait(db: Session, _actor: Actor) -> None:
        db.execute(text("SELECT 1"))
        may_end.wait(_TIMEOUT_S)

    async def handle() -> Actor:
        writes = [asyncio.create_task(Tab()._execute(wait)) for _ in range(_MANY)]
        await asyncio.sleep(0)
        try:
            return await asyncio.wait_for(Tab()._query(who), _TIMEOUT_S / 3)
        finally:
            may_end.set()
            await asyncio.gather(*writes)

    assert asyncio.run(handle()).account_id is None


def test_context_variables_reach_the_thread():
    said = ContextVar("said", default="nothing")

    async def handle() -> list[str]:
        said.set("request 7")
        return [await run_in_pool(pool, said.get) for pool in (WRITE_POOL, READ_POOL)]

    assert asyncio.run(handle()) == ["request 7"] * 2


def test_submitted_calls_finish_before_the_process_ends():
    done = subprocess.run(
        [sys.executable, "-c", _ENDING], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.split("\n")[0] == "stopped", done.stderr
    assert done.stdout.count("stored") == 20

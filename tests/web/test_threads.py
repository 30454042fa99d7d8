"""Writes that wait hold up no reads, and a process that ends does what it has taken on."""

import asyncio
import subprocess
import sys
from contextvars import ContextVar
from threading import Event

from sqlalchemy import text
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.web.threads import READING, WRITING, run_in
from tests.conftest import ROOT
from tests.web.test_door import Tab, who

_MANY = 40
_PATIENCE_S = 30
_ENDING = """
import asyncio
from threading import Event, Timer

from marketplace.web.threads import WRITING, run_in

begun, may_go_on = Event(), Event()


def write(number):
    begun.set()
    may_go_on.wait(30)
    print("stored", number, flush=True)


async def serve():
    tasks = [asyncio.ensure_future(run_in(WRITING, lambda number=number: write(number))) for number in range(20)]
    while not begun.is_set():
        await asyncio.sleep(0)
    return tasks


loop = asyncio.new_event_loop()
tasks = loop.run_until_complete(serve())
print("stopped", flush=True)
Timer(0.1, may_go_on.set).start()
"""


def test_reads_get_through_while_many_writes_wait(crowd: Session):
    may_end = Event()

    def wait(db: Session, _actor: Actor) -> None:
        db.execute(text("SELECT 1"))
        may_end.wait(_PATIENCE_S)

    async def handle() -> Actor:
        writes = [asyncio.create_task(Tab()._do(wait)) for _ in range(_MANY)]
        await asyncio.sleep(0)
        try:
            return await asyncio.wait_for(Tab()._ask(who), _PATIENCE_S / 3)
        finally:
            may_end.set()
            await asyncio.gather(*writes)

    assert asyncio.run(handle()).account_id is None


def test_context_reaches_the_thread():
    said = ContextVar("said", default="nothing")

    async def handle() -> list[str]:
        said.set("request 7")
        return [await run_in(pool, said.get) for pool in (WRITING, READING)]

    assert asyncio.run(handle()) == ["request 7"] * 2


def test_what_was_taken_on_is_done_before_the_process_ends():
    done = subprocess.run(
        [sys.executable, "-c", _ENDING], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.split("\n")[0] == "stopped", done.stderr
    assert done.stdout.count("stored") == 20

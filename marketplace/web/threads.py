"""Threads that the pages' calls of the domain run in, apart by what they wait for, so that one kind never holds up another.

A process ends only when all that was handed in is done: Python waits for the threads of such pools, and `ending.py` sees
to it that this does not last for ever.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

Result = TypeVar("Result")

# On SQLite one writes at a time and readers take turns, so threads are there to wait in, not to be faster; on PostgreSQL
# each has a connection in its hands. Both kinds together are no more than the connections that are kept open, which are
# half of those there may be: the API, the documents and the jobs have the others.
WRITING = ThreadPoolExecutor(8, "pages-write")
READING = ThreadPoolExecutor(12, "pages-read")
# These wait for other machines, and hold nothing meanwhile.
ELSEWHERE = ThreadPoolExecutor(4, "pages-elsewhere")


async def run_in(pool: Executor, call: Callable[[], Result]) -> Result:
    """Run it in one of the pool's threads, with the context variables of whoever calls."""
    return await asyncio.get_running_loop().run_in_executor(pool, copy_context().run, call)

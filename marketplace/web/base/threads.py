"""Thread pools for the domain calls of the States: one for each kind of waiting, so that no kind delays another.

The process ends only after every submitted call has ended, because Python joins the threads of these pools at exit.
`http/graceful_shutdown.py` limits that time.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

Result = TypeVar("Result")

# SQLite has one writer at a time, so threads only wait there; on PostgreSQL each thread holds a connection. The sizes
# add up to the connections that stay open, half of the maximum: the API, SSR and the jobs use the other half.
WRITE_POOL = ThreadPoolExecutor(8, "pages-write")
READ_POOL = ThreadPoolExecutor(12, "pages-read")
# These threads wait for other hosts and hold no connection to the database.
REMOTE_POOL = ThreadPoolExecutor(4, "pages-remote")


async def run_in_pool(pool: Executor, call: Callable[[], Result]) -> Result:
    """Run a call in a thread of the pool, with the context variables of the caller."""
    return await asyncio.get_running_loop().run_in_executor(pool, copy_context().run, call)

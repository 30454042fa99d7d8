"""How a worker ends: it begins nothing more, answers what was asked, finishes the mail and the job in hand, and is gone in time."""

import asyncio
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from queue import SimpleQueue
from types import FrameType

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marketplace.background import Background, patience_s, stop_all

log = structlog.get_logger()

# Who has not sent the whole question by then, or asked for what takes longer, is cut off.
_REQUESTS_S = 20.0
# For what follows an answer, and for closing what is open when all is finished.
_CLEARING_S = 2.0


def longest_s() -> float:
    """How long an ending can take at most."""
    return max(_REQUESTS_S, patience_s()) + _CLEARING_S


class Begun:
    """ASGI middleware, to be put around everything else, that lets requests be done before the lifespan ends.

    The server waits for answers; what follows one (closing files that came, noting what was seen) would be left in its
    middle, and the thread that does it would keep the process from ending.
    """

    def __init__(self, app: ASGIApp):
        self.app = app
        self._tasks: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or tell of the end when there is nothing left to do."""
        if scope["type"] == "lifespan":

            async def last() -> Message:
                message = await receive()
                if message["type"] == "lifespan.shutdown" and self._tasks:
                    await asyncio.wait(self._tasks, timeout=_CLEARING_S)
                return message

            await self.app(scope, last, send)
            return
        task = asyncio.current_task()
        if scope["type"] != "http" or task is None:
            await self.app(scope, receive, send)
            return
        self._tasks.add(task)
        try:
            await self.app(scope, receive, send)
        finally:
            self._tasks.discard(task)


@contextmanager
def ended_in_time(threads: Sequence[Background]) -> Iterator[None]:
    """Once the process is told to end, the threads begin nothing more, and no request or thread of others keeps it for long."""
    if threading.current_thread() is not threading.main_thread():
        # No signals come here, so it isn't a worker.
        yield
        return
    # Unlike an event's, its lock may be held by the very thread that a second signal comes in.
    told: SimpleQueue[None] = SimpleQueue()
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def tell(number: int, frame: FrameType | None) -> None:
        told.put(None)
        was = before[signal.Signals(number)]
        if callable(was):
            was(number, frame)

    # A lock may be held where a signal comes in, so all it does is to wake a thread.
    threading.Thread(target=_end, args=(told, threads), name="ending", daemon=True).start()
    for number in before:
        # The event loop hears of signals on a way of its own, which stays.
        signal.signal(number, tell)
        signal.siginterrupt(number, False)
    try:
        yield
    finally:
        for number, was in before.items():
            signal.signal(number, was)


def _end(told: SimpleQueue[None], threads: Sequence[Background]) -> None:
    told.get()
    for each in threads:
        each.ask_to_stop()
    time.sleep(_REQUESTS_S)
    # Whoever comes so far has not ended by itself.
    stop_all(threads)
    time.sleep(_CLEARING_S)
    log.warning("cut_off", reason="a request or a thread did not end")
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)

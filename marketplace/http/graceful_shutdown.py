"""Graceful shutdown: stop accepting work, drain requests, finish the current mail and job, exit before the deadline."""

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

from marketplace.jobs.background import BackgroundThread, stop_all, stop_timeout_s

log = structlog.get_logger()

# Requests that are not complete by then are cut off.
_REQUESTS_S = 20.0
# For background tasks after a response, and for closing connections at the end.
_CLEANUP_S = 2.0


def max_duration_s() -> float:
    """Return the longest time in seconds that a shutdown takes."""
    return max(_REQUESTS_S, stop_timeout_s()) + _CLEANUP_S


class RequestTracker:
    """ASGI middleware around everything else: waits for running requests before the lifespan shutdown.

    The server itself waits for responses only. Work after a response (closing uploaded files, background tasks) would be
    interrupted, and its thread would keep the process from exiting.
    """

    def __init__(self, app: ASGIApp):
        self.app = app
        self._tasks: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app; delay the shutdown message until the running requests have ended."""
        if scope["type"] == "lifespan":

            async def receive_after_requests() -> Message:
                message = await receive()
                if message["type"] == "lifespan.shutdown" and self._tasks:
                    await asyncio.wait(self._tasks, timeout=_CLEANUP_S)
                return message

            await self.app(scope, receive_after_requests, send)
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
def shutdown_within_deadline(threads: Sequence[BackgroundThread]) -> Iterator[None]:
    """Handle SIGTERM and SIGINT: stop the threads after their current tasks, and force the exit after `max_duration_s`."""
    if threading.current_thread() is not threading.main_thread():
        # Signals reach only the main thread, so this is not a server worker.
        yield
        return
    # SimpleQueue.put is reentrant, unlike Event.set: a second signal may interrupt the first handler.
    signals: SimpleQueue[None] = SimpleQueue()
    previous = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def handle(number: int, frame: FrameType | None) -> None:
        signals.put(None)
        handler = previous[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    # The interrupted code may hold locks, so the handler only wakes this thread.
    threading.Thread(target=_shut_down, args=(signals, threads), name="shutdown", daemon=True).start()
    for number in previous:
        # The event loop still receives the signal through its wakeup file descriptor.
        signal.signal(number, handle)
        signal.siginterrupt(number, False)
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


def _shut_down(signals: SimpleQueue[None], threads: Sequence[BackgroundThread]) -> None:
    signals.get()
    for thread in threads:
        thread.request_stop()
    time.sleep(_REQUESTS_S)
    # Still here, so the process has not exited by itself.
    stop_all(threads)
    time.sleep(_CLEANUP_S)
    log.warning("shutdown_forced", reason="a request or a thread did not end")
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)

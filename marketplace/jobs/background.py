"""Background threads that are woken by committed events, poll in between, and stop gracefully."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event as Flag
from threading import Thread

import structlog

from marketplace.core import events
from marketplace.core.errors import Unavailable
from marketplace.settings import get_settings

log = structlog.get_logger()
# Time to record the result of the last task, even while the database is slow or restarts.
_RECORD_RESULT_S = 10.0


def stop_timeout_s() -> float:
    """Return how many seconds a thread may take to stop: the timeout for sending a mail, and a margin."""
    return get_settings().mail_total_s + _RECORD_RESULT_S


class BackgroundThread:
    """Base class of a thread that does all pending work, then waits for an event or the next poll.

    Attributes:
        name: name of the thread.
        topic: events of this topic wake the thread.
    """

    name: str
    topic: str

    def __init__(self) -> None:
        self._wake_up = Flag()
        self._stopping = False
        self._thread: Thread | None = None

    @property
    def poll_s(self) -> float:
        """Seconds until the next run if no event wakes the thread."""
        raise NotImplementedError

    def run_once(self) -> None:
        """Do all pending work; check `should_continue` before each task."""
        raise NotImplementedError

    def should_continue(self) -> bool:
        """Return whether to start another task; False once the thread was asked to stop."""
        return not self._stopping

    def start(self) -> None:
        """Start the thread, unless it is running."""
        if self._thread is not None:
            return
        self._stopping = False
        # Run at once, to continue what an earlier process left undone.
        self._wake_up.set()
        events.subscribe(self.on_event)
        self._thread = Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    def request_stop(self) -> None:
        """Ask the thread to stop after its current task, without waiting for it."""
        events.unsubscribe(self.on_event)
        self._stopping = True
        self._wake_up.set()

    def stop(self, timeout_s: float | None = None) -> None:
        """Stop the thread after its current task, and wait for it (`stop_timeout_s()` if None). Pending work stays in the database."""
        self.request_stop()
        # Read it once, because another thread may call `stop` concurrently.
        if (thread := self._thread) is not None:
            thread.join(stop_timeout_s() if timeout_s is None else timeout_s)
            self._thread = None

    def on_event(self, event: events.Event) -> None:
        """Wake the thread for an event of its topic, from this or another process."""
        if event.topic == self.topic:
            self._wake_up.set()

    def _run(self) -> None:
        while not self._stopping:
            self._wake_up.wait(self.poll_s)
            self._wake_up.clear()
            try:
                self.run_once()
            except Unavailable:
                # Already logged by the database layer; try again at the next poll.
                continue
            except Exception:
                log.exception("background_run_failed", thread=self.name)


@contextmanager
def running(*threads: BackgroundThread) -> Iterator[None]:
    """Run the threads during the block, and stop them gracefully at its end."""
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop_all(threads)


def stop_all(threads: Sequence[BackgroundThread]) -> None:
    """Stop all threads in parallel, each after its current task, within `stop_timeout_s()` together."""
    for thread in threads:
        thread.request_stop()
    deadline = time.monotonic() + stop_timeout_s()
    for thread in threads:
        thread.stop(max(deadline - time.monotonic(), 0.0))

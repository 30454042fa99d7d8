"""Threads that work beside the serving: woken by commits, looking by themselves now and then, ended with care."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event as Flag
from threading import Thread

import structlog

from marketplace import events
from marketplace.errors import Unavailable
from marketplace.settings import get_settings

log = structlog.get_logger()
# For writing down what became of the last thing, while the database is slow or restarts too.
_TO_SETTLE_S = 10.0


def patience_s() -> float:
    """How long a thread that is told to stop may take: as long as a mail that was just begun, and a little more."""
    return get_settings().mail_total_s + _TO_SETTLE_S


class Background:
    """A thread that does rounds while it runs.

    Attributes:
        name: what the thread is called.
        topic: events of this topic start a round at once.
    """

    name: str
    topic: str

    def __init__(self) -> None:
        self._wake = Flag()
        self._stopping = False
        self._thread: Thread | None = None

    @property
    def poll_s(self) -> float:
        """Seconds from the end of a round to the next where nothing wakes it."""
        raise NotImplementedError

    def do_round(self) -> None:
        """Do all that waits; ask `goes_on` between one thing and the next."""
        raise NotImplementedError

    def goes_on(self) -> bool:
        """Whether there is time to begin another thing."""
        return not self._stopping

    def start(self) -> None:
        """Begin; one that runs already goes on."""
        if self._thread is not None:
            return
        self._stopping = False
        # What an earlier process left undone comes first.
        self._wake.set()
        events.listen(self.hear)
        self._thread = Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    def ask_to_stop(self) -> None:
        """Begin nothing more; returns at once."""
        events.forget(self.hear)
        self._stopping = True
        self._wake.set()

    def stop(self, timeout_s: float | None = None) -> None:
        """Finish what is in hand and end; the rest waits in the database for the next start.

        Args:
            timeout_s: waited at most, by default `patience_s`.
        """
        self.ask_to_stop()
        # Whoever else stops it meanwhile must wait for it too.
        if (thread := self._thread) is not None:
            thread.join(patience_s() if timeout_s is None else timeout_s)
            self._thread = None

    def hear(self, event: events.Event) -> None:
        """Something happened, here or in another process."""
        if event.topic == self.topic:
            self._wake.set()

    def _run(self) -> None:
        while not self._stopping:
            self._wake.wait(self.poll_s)
            self._wake.clear()
            try:
                self.do_round()
            except Unavailable:
                # The log knows that the database is away; what is to be done waits in it.
                continue
            except Exception:
                log.exception("round_failed", thread=self.name)


@contextmanager
def running(*threads: Background) -> Iterator[None]:
    """The threads run during the block; at its end they stop together, each finishing what it has in hand."""
    for each in threads:
        each.start()
    try:
        yield
    finally:
        stop_all(threads)


def stop_all(threads: Sequence[Background]) -> None:
    """End the threads together, each when it has finished what it has in hand, within `patience_s`."""
    for each in threads:
        each.ask_to_stop()
    until = time.monotonic() + patience_s()
    for each in threads:
        each.stop(max(until - time.monotonic(), 0.0))

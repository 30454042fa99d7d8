"""Threads that work beside the serving: woken by commits, looking by themselves now and then, ended with care."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event as Flag
from threading import Thread

import structlog

from marketplace import events

log = structlog.get_logger()


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

    def stop(self, timeout_s: float = 30.0) -> None:
        """Finish what is in hand and end; the rest waits in the database for the next start."""
        self.ask_to_stop()
        if self._thread is not None:
            self._thread.join(timeout_s)
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
            except Exception:
                # The database may be away for a moment; what is to be done waits in it.
                log.exception("round_failed", thread=self.name)


@contextmanager
def running(*threads: Background) -> Iterator[None]:
    """The threads run during the block; at its end they stop together, each finishing what it has in hand."""
    for each in threads:
        each.start()
    try:
        yield
    finally:
        for each in threads:
            each.ask_to_stop()
        for each in threads:
            each.stop()

"""The thread that delivers mail: woken by every commit that promised some, and looking by itself now and then.

Once an hour it also clears away sent mails, codes and sessions that are long over.
"""

from threading import Event as Flag
from threading import Thread

import structlog

from marketplace import clock, events
from marketplace.database import unit_of_work
from marketplace.domain import accounts, outbox
from marketplace.settings import get_settings

_TIDY_EVERY_S = 3_600
log = structlog.get_logger()


class Courier:
    """Delivers the outbox while it runs; the composition root starts one in each worker and stops it at the end."""

    def __init__(self) -> None:
        self._wake = Flag()
        self._stopping = False
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin to deliver; a courier that runs already goes on."""
        if self._thread is not None:
            return
        self._stopping = False
        # What an earlier process left undelivered goes out at once.
        self._wake.set()
        events.listen(self._hear)
        self._thread = Thread(target=self._run, name="courier", daemon=True)
        self._thread.start()

    def stop(self, timeout_s: float = 30.0) -> None:
        """Finish the mail in hand and end; others wait in the outbox for the next start."""
        events.forget(self._hear)
        if self._thread is None:
            return
        self._stopping = True
        self._wake.set()
        self._thread.join(timeout_s)
        self._thread = None

    def _hear(self, event: events.Event) -> None:
        if event.topic == "mail":
            self._wake.set()

    def _run(self) -> None:
        tidied = None
        while not self._stopping:
            self._wake.wait(get_settings().mail_poll_s)
            self._wake.clear()
            now = clock.now()
            try:
                while not self._stopping and outbox.deliver_due(limit=10):
                    pass
                if tidied is None or (now - tidied).total_seconds() > _TIDY_EVERY_S:
                    tidied = now
                    with unit_of_work() as db:
                        outbox.forget_old(db)
                        accounts.forget_expired(db)
            except Exception:
                # The database may be away for a moment; the mails wait in it.
                log.exception("courier_failed")

"""Checks that a request that waits for an external service does not block the database readers of other requests."""

import threading
from collections.abc import Callable
from contextlib import contextmanager

import pytest
from sqlalchemy import text

from marketplace.db import database

_TIMEOUT_S = 30


class SlowService:
    """An external service that answers only when the test allows it.

    Attributes:
        asked: set when the first caller waits.
        may_answer: the test sets it to release the callers.
    """

    def __init__(self):
        self.asked, self.may_answer = threading.Event(), threading.Event()

    def answer(self, result):
        """Block until the test allows the answer, then return it."""
        self.asked.set()
        assert self.may_answer.wait(_TIMEOUT_S)
        return result


@contextmanager
def while_waiting(service: SlowService, call: Callable[[], object], monkeypatch: pytest.MonkeyPatch):
    """Run the block while `call` waits for the service in another thread.

    Yields:
        A list that has the result of the call after the block.
    """
    # By default a reader that waits too long for its turn continues without it, which would hide the error.
    monkeypatch.setattr(database, "READER_WAIT_S", 10 * _TIMEOUT_S)
    results = []
    caller = threading.Thread(target=lambda: results.append(call()), daemon=True)
    caller.start()
    try:
        assert service.asked.wait(_TIMEOUT_S)
        yield results
    finally:
        service.may_answer.set()
        caller.join(_TIMEOUT_S)


def other_reader_is_served() -> bool:
    """Return whether another thread can read from the database now."""
    served = threading.Event()

    def read() -> None:
        with database.read_only() as db:
            db.execute(text("SELECT 1"))
        served.set()

    threading.Thread(target=read, daemon=True).start()
    return served.wait(_TIMEOUT_S / 3)

"""Whether somebody who waits for another machine keeps those waiting who only read."""

import threading
from collections.abc import Callable
from contextlib import contextmanager

import pytest
from sqlalchemy import text

from marketplace.db import database

_PATIENCE_S = 30


class Elsewhere:
    """Another machine that does not answer before it is told to.

    Attributes:
        asked: set once somebody waits for it.
        may_answer: set this and it answers.
    """

    def __init__(self):
        self.asked, self.may_answer = threading.Event(), threading.Event()

    def answer(self, result):
        """Keep whoever asks waiting, then give them that."""
        self.asked.set()
        assert self.may_answer.wait(_PATIENCE_S)
        return result


@contextmanager
def while_asked(elsewhere: Elsewhere, ask: Callable[[], object], monkeypatch: pytest.MonkeyPatch):
    """Somebody asks in a thread of their own and waits; gives a list that has their answer after the block."""
    # Nobody gets past those who read but by their leave.
    monkeypatch.setattr(database, "READER_WAIT_S", 10 * _PATIENCE_S)
    answers = []
    asker = threading.Thread(target=lambda: answers.append(ask()), daemon=True)
    asker.start()
    try:
        assert elsewhere.asked.wait(_PATIENCE_S)
        yield answers
    finally:
        elsewhere.may_answer.set()
        asker.join(_PATIENCE_S)


def reader_gets_through() -> bool:
    """Whether another reader gets its turn now."""
    through = threading.Event()

    def read() -> None:
        with database.read_only() as db:
            db.execute(text("SELECT 1"))
        through.set()

    threading.Thread(target=read, daemon=True).start()
    return through.wait(_PATIENCE_S / 3)

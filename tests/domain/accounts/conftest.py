"""A database that many threads share, for what must hold under parallel calls."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, delete

from marketplace import database
from marketplace.integrations import limits
from marketplace.models import Account, AccountSession, OneTimeCode, OutboxMail


@pytest.fixture
def shared(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A session on the test database, with units of work on connections of their own; cleared afterwards."""
    monkeypatch.setattr(database, "new_session", lambda: Session(engine, expire_on_commit=False))
    limits.forget_all()
    with database.new_session() as session:
        yield session
        session.rollback()
        for model in (AccountSession, OneTimeCode, OutboxMail, Account):
            session.exec(delete(model))
        session.commit()

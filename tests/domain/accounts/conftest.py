"""A database shared by threads, for tests of concurrent calls."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, delete

from marketplace.db import database
from marketplace.integrations import limits
from marketplace.models import Account, AccountSession, Consent, OneTimeCode, OutboxMail


@pytest.fixture
def shared(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A session on the test database; units of work use their own connections. Cleared afterwards."""
    monkeypatch.setattr(database, "new_session", lambda: Session(engine, expire_on_commit=False))
    limits.reset_all()
    with database.new_session() as session:
        yield session
        session.rollback()
        for model in (AccountSession, Consent, OneTimeCode, OutboxMail, Account):
            session.exec(delete(model))
        session.commit()

"""A served app that the tests of this package share, unless they need settings of their own."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlmodel import Session

from marketplace.db import database
from tests.conftest import migrate
from tests.web.permissions import Served, serving


@dataclass(frozen=True)
class Backend:
    """A running backend and its SQLite database."""

    served: Served
    engine: Engine
    path: Path

    @contextmanager
    def session(self) -> Iterator[Session]:
        """A session on its database, which units of work in this process use too."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(database, "new_session", lambda: Session(self.engine, expire_on_commit=False))
            with database.new_session() as session:
                yield session


@contextmanager
def started(data: Path, **settings: object) -> Iterator[Backend]:
    """Serve a new database with these settings."""
    path = data / "marketplace.db"
    engine = database.make_engine(f"sqlite:///{path}")
    migrate(engine)
    with serving(data, **settings) as served:
        yield Backend(served, engine, path)
    engine.dispose()


@pytest.fixture(scope="package")
def backend(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    """The shared backend; every test that uses it is in the group `served`."""
    with started(tmp_path_factory.mktemp("served")) as made:
        yield made

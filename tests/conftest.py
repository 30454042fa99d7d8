"""Fixtures for everything below: a database from migrations, rolled back after each test, and an API client on it."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

# Settings are read once per process, so the environment is made before anything imports them.
_DATA = Path(tempfile.mkdtemp(prefix="marketplace-test-"))
_KEPT = {"MARKETPLACE_TEST_DATABASE_URL", "MARKETPLACE_TEST_REQUIRE_SERVICES"}
TEST_DATABASE_URL = os.environ.get("MARKETPLACE_TEST_DATABASE_URL", "")
REQUIRE_SERVICES = bool(os.environ.get("MARKETPLACE_TEST_REQUIRE_SERVICES"))
for name in [name for name in os.environ if name.startswith("MARKETPLACE_")]:
    del os.environ[name]
os.environ["MARKETPLACE_DATA_DIR"] = str(_DATA)

import pytest  # noqa: E402
from alembic import command  # noqa: E402
from alembic.config import Config  # noqa: E402
from fastapi.testclient import TestClient  # noqa: E402
from sqlalchemy import Connection, Engine, text  # noqa: E402
from sqlmodel import Session  # noqa: E402

from marketplace import database, events  # noqa: E402
from marketplace.integrations import limits  # noqa: E402

ROOT = Path(__file__).parent.parent


def migrate(engine: Engine) -> None:
    """Bring a database to the newest schema, as `alembic upgrade head` does."""
    config = Config(str(ROOT / "alembic.ini"))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()


def _postgres_of_this_worker(url: str) -> str:
    """An own database for each parallel test process, made anew."""
    name = f"marketplace_test_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}_{os.getpid()}"
    engine = database.make_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f'DROP DATABASE IF EXISTS "{name}"'))
        connection.execute(text(f'CREATE DATABASE "{name}"'))
    engine.dispose()
    return url.rsplit("/", 1)[0] + "/" + name


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    """The migrated database of this test process: SQLite in a temporary folder, or PostgreSQL where it is asked for."""
    url = _postgres_of_this_worker(TEST_DATABASE_URL) if TEST_DATABASE_URL else f"sqlite:///{_DATA / 'test.db'}"
    made = database.make_engine(url)
    migrate(made)
    yield made
    made.dispose()
    if TEST_DATABASE_URL:
        admin = database.make_engine(TEST_DATABASE_URL, isolation_level="AUTOCOMMIT")
        with admin.connect() as connection:
            connection.execute(text(f'DROP DATABASE IF EXISTS "{url.rsplit("/", 1)[1]}" WITH (FORCE)'))
        admin.dispose()


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    """One transaction around the whole test; nothing of it stays."""
    with engine.connect() as made:
        outer = made.begin()
        yield made
        outer.rollback()


@pytest.fixture
def db(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A session for factories and for looking; units of work in the code under test share its transaction.

    Commit what you make (`db.commit()`) before the code under test runs; commits here are savepoints.
    """

    def new_session() -> Session:
        return Session(bind=connection, join_transaction_mode="create_savepoint", expire_on_commit=False)

    monkeypatch.setattr(database, "new_session", new_session)
    limits.forget_all()
    with new_session() as session:
        yield session


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[events.Event]]:
    """The events that were published after commits during the test."""
    seen: list[events.Event] = []
    events.listen(seen.append)
    yield seen
    events.forget(seen.append)


@pytest.fixture(scope="session")
def api_app():
    """The API, made once."""
    from marketplace.api.app import make_api

    return make_api()


@pytest.fixture
def client(db: Session, api_app) -> Iterator[TestClient]:
    """An anonymous API client; `factories.bearer` makes headers for an account."""
    with TestClient(api_app, raise_server_exceptions=False, follow_redirects=False) as made:
        yield made

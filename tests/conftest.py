"""Fixtures for everything below: a database from migrations, rolled back after each test, and an API client on it."""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from tests import searching, shared

# Imports make a million lasting objects, through which the garbage collector would go again and again.
gc.disable()

# Settings are read once per process, so the environment is made before anything imports them.
_DATA = Path(tempfile.mkdtemp(prefix="marketplace-test-"))
_said = shared.keep(os.environ)
TEST_DATABASE_URL = _said.get("MARKETPLACE_TEST_DATABASE_URL", "")
REQUIRE_SERVICES = bool(_said.get("MARKETPLACE_TEST_REQUIRE_SERVICES"))
TEST_CASES = int(_said.get("MARKETPLACE_TEST_CASES", "12000"))
TEST_KILLS = int(_said.get("MARKETPLACE_TEST_KILLS", "6"))
TEST_SOAK_MINUTES = float(_said.get("MARKETPLACE_TEST_SOAK_MINUTES", "10"))
ELSEWHERE = shared.settings(_said)
for name in [name for name in os.environ if name.startswith("MARKETPLACE_")]:
    del os.environ[name]
os.environ["MARKETPLACE_DATA_DIR"] = str(_DATA)
os.environ |= ELSEWHERE | shared.CHEAP_HASHES

import pytest  # noqa: E402
import structlog  # noqa: E402
from alembic import command  # noqa: E402
from alembic.config import Config  # noqa: E402
from fastapi import FastAPI  # noqa: E402
from sqlalchemy import Connection, Engine, event, text  # noqa: E402
from sqlmodel import Session  # noqa: E402

import marketplace.observers  # noqa: E402, F401  registers them
from marketplace.core import events  # noqa: E402
from marketplace.db import database, memo  # noqa: E402
from marketplace.integrations import limits  # noqa: E402
from tests.client import TestClient  # noqa: E402
from tests.openapi import ResponseChecker  # noqa: E402

ROOT = Path(__file__).parent.parent

# By default structlog draws each traceback with the source and the variables of every frame, which takes half a second.
structlog.configure(
    processors=[
        *structlog.get_config()["processors"][:-1],
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)


def pytest_collection_finish() -> None:
    """Freeze all imported modules, which the garbage collector would otherwise go through again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()


def migrate(engine: Engine) -> None:
    """Bring a database to the newest schema. A new SQLite database is a copy of one that was migrated before."""
    file = engine.url.database or ""
    if engine.dialect.name == "sqlite" and not Path(file).exists():
        shutil.copyfile(_migrated_file(), file)
    else:
        _upgrade(engine)


@cache
def _migrated_file() -> Path:
    path = _DATA / "migrated.db"
    engine = database.make_engine(f"sqlite:///{path}")
    _upgrade(engine)
    engine.dispose()
    return path


def _upgrade(engine: Engine) -> None:
    """Run `alembic upgrade head`."""
    config = Config(str(ROOT / "alembic.ini"))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()


@contextmanager
def new_database(purpose: str) -> Iterator[Engine]:
    """A migrated database made anew and dropped afterwards: PostgreSQL where it is asked for, else SQLite."""
    with new_address(purpose) as url:
        made = database.make_engine(url or f"sqlite:///{_DATA / purpose}.db")
        if made.dialect.name == "sqlite":
            event.listen(made, "connect", reverse_unordered)
        migrate(made)
        yield made
        made.dispose()


def reverse_unordered(connection: Any, _record: object) -> None:
    """Let SQLite return rows in the opposite of its usual order wherever a query names none.

    PostgreSQL promises no order and changes it at times, so code and tests that rely on one fail here every time instead.
    """
    connection.execute("PRAGMA reverse_unordered_selects=ON")


@contextmanager
def new_address(purpose: str) -> Iterator[str]:
    """The address of an empty database on PostgreSQL, dropped afterwards; empty where PostgreSQL is not asked for."""
    if not TEST_DATABASE_URL:
        yield ""
        return
    name = f"marketplace_{purpose}_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}_{os.getpid()}"
    server = database.make_engine(TEST_DATABASE_URL, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))
        connection.execute(text(f'CREATE DATABASE "{name}"'))
    yield TEST_DATABASE_URL.rsplit("/", 1)[0] + "/" + name
    with server.connect() as connection:
        connection.execute(text(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))
    server.dispose()


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    """The migrated database of this test process."""
    with new_database("test") as made:
        yield made


@pytest.fixture(scope="session")
def crowded_engine() -> Iterator[Engine]:
    """A second database, for tests whose threads commit for good."""
    with new_database("crowd") as made:
        yield made


@pytest.fixture
def crowd(crowded_engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A session where every unit of work has a connection of its own and really commits, so that threads can race.

    Rows of earlier tests are still there: look only at what the test made itself.
    """
    monkeypatch.setattr(database, "new_session", lambda: Session(crowded_engine, expire_on_commit=False))
    # Cached results come from the other database.
    memo.reset()
    limits.reset_all()
    with database.new_session() as session:
        yield session


@pytest.fixture(autouse=True)
def index(request: pytest.FixtureRequest) -> Iterator[None]:
    """A search index in memory that has every change of the test before each search."""
    logged = "crowd" in request.fixturenames
    # A separate patch, because the test's own is applied before all other fixtures and undone after them.
    with pytest.MonkeyPatch.context() as patch, searching.index_of_test(patch, logged=logged):
        yield


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    """One transaction around the whole test; nothing of it stays."""
    with engine.connect() as made:
        outer = made.begin()
        memo.reset()
        yield made
        outer.rollback()


@pytest.fixture
def db(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A session for factories and assertions; units of work in the code under test share its transaction.

    Commit what you make (`db.commit()`) before the code under test runs; commits here are savepoints.
    """

    def new_session() -> Session:
        return Session(bind=connection, join_transaction_mode="create_savepoint", expire_on_commit=False)

    monkeypatch.setattr(database, "new_session", new_session)
    limits.reset_all()
    with new_session() as session:
        yield session


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[events.Event]]:
    """The events that were published after commits during the test."""
    seen: list[events.Event] = []
    events.subscribe(seen.append)
    yield seen
    events.unsubscribe(seen.append)


@cache
def whole_api() -> FastAPI:
    """The API, made once; it and its OpenAPI document take seconds."""
    from marketplace.api.app import make_api

    return make_api()


@pytest.fixture(scope="session")
def api_app() -> FastAPI:
    """The API. No test may change it."""
    return whole_api()


@pytest.fixture(scope="session")
def response_checker(api_app) -> ResponseChecker:
    """Checks responses against the OpenAPI document."""
    return ResponseChecker(api_app)


@pytest.fixture
def client(db: Session, api_app, response_checker: ResponseChecker) -> Iterator[TestClient]:
    """An anonymous API client that checks every response against the OpenAPI document.

    `factories.bearer` makes headers for an account.
    """
    made = TestClient(api_app, raise_server_exceptions=False, follow_redirects=False)
    made.event_hooks = {"response": [response_checker.check]}
    yield made
    made.close()

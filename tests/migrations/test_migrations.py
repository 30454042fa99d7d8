"""Tests of the migrations on both databases: they produce the models' schema and can be reverted."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, inspect, text

from marketplace.db import database
from tests.conftest import REQUIRE_SERVICES, ROOT, TEST_DATABASE_URL

POSTGRES = TEST_DATABASE_URL or "postgresql+psycopg://postgres@127.0.0.1/postgres"


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty database."""
    if request.param == "sqlite":
        engine = database.make_engine(f"sqlite:///{tmp_path / 'empty.db'}")
        yield engine
        engine.dispose()
        return
    admin = database.make_engine(POSTGRES, isolation_level="AUTOCOMMIT")
    name = f"marketplace_migrations_{os.getpid()}"
    try:
        with admin.connect() as connection:
            connection.execute(text(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))
            connection.execute(text(f'CREATE DATABASE "{name}"'))
    except Exception:
        if REQUIRE_SERVICES:
            raise
        pytest.skip("no PostgreSQL server at hand")
    engine = database.make_engine(POSTGRES.rsplit("/", 1)[0] + "/" + name)
    yield engine
    engine.dispose()
    with admin.connect() as connection:
        connection.execute(text(f'DROP DATABASE "{name}" WITH (FORCE)'))
    admin.dispose()


def _run(engine: Engine, verb, *args: str) -> None:
    config = Config(str(ROOT / "alembic.ini"))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        verb(config, *args)
        connection.commit()


def test_migrated_schema_matches_the_models(empty: Engine):
    _run(empty, command.upgrade, "head")
    _run(empty, command.check)


def test_second_upgrade_changes_nothing(empty: Engine):
    _run(empty, command.upgrade, "head")
    _run(empty, command.upgrade, "head")
    _run(empty, command.check)


def test_downgrade_to_base_and_upgrade(empty: Engine):
    _run(empty, command.upgrade, "head")
    _run(empty, command.downgrade, "base")
    left = set(inspect(empty).get_table_names())
    assert left == {"alembic_version"}
    _run(empty, command.upgrade, "head")
    _run(empty, command.check)

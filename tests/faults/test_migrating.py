"""A migration is killed before any of its statements: the next start completes it without losing data."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from marketplace.db import database
from tests.cli.installations import Installation, new_postgres
from tests.conftest import ROOT, TEST_KILLS
from tests.servers import environment

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
# Kills itself before the n-th writing statement, like a power failure.
DYING = """
import os, signal, sys
from sqlalchemy import event
from marketplace.db import database
from marketplace.cli import schema, start
start.check_settings()
left = int(sys.argv[1])
def count(connection, cursor, statement, *rest):
    global left
    if statement.lstrip().upper().startswith(("CREATE", "ALTER", "INSERT", "UPDATE", "DROP", "DELETE", "LOCK")):
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
event.listen(database.get_engine(), "before_cursor_execute", count)
schema.upgrade()
print(left)
"""
UNREACHED = 100_000


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def installations(kind: str, tmp_path: Path) -> Iterator[Iterator[Installation]]:
    """Yield new, empty installations."""
    with ExitStack() as stack:

        def make() -> Iterator[Installation]:
            number = 0
            while True:
                number += 1
                url = stack.enter_context(new_postgres()) if kind == "postgresql" else ""
                (tmp_path / str(number)).mkdir()
                yield Installation(tmp_path / str(number), url)

        yield make()


def upgrade(installation: Installation, dies_at: int) -> subprocess.CompletedProcess[str]:
    """Migrate in a process that dies before statement `dies_at`."""
    return subprocess.run(
        [sys.executable, "-c", DYING, str(dies_at)],
        cwd=ROOT,
        env=environment(installation.data, database_url=installation.database_url),
        capture_output=True,
        text=True,
        check=False,
    )


def is_whole(installation: Installation) -> None:
    """Assert that the schema matches the models."""
    config = Config(str(ROOT / "alembic.ini"))
    with installation.active(), database.get_engine().connect() as connection:
        config.attributes["connection"] = connection
        command.check(config)


def test_migration_killed_between_any_statements_is_completed(installations: Iterator[Installation]):
    done = upgrade(next(installations), UNREACHED)
    assert done.returncode == 0, done.stderr
    statements = UNREACHED - int(done.stdout)
    assert statements > 50
    for stop in range(1, statements + 1, max(1, statements // TEST_KILLS)):
        installation = next(installations)
        assert upgrade(installation, stop).returncode == -signal.SIGKILL
        assert upgrade(installation, UNREACHED).returncode == 0
        is_whole(installation)


def test_concurrent_starts_migrate_once(installations: Iterator[Installation]):
    installation = next(installations)
    command_line = [sys.executable, "-m", "marketplace", "migrate"]
    settings = environment(installation.data, database_url=installation.database_url)
    started = [
        subprocess.Popen(command_line, cwd=ROOT, env=settings, stderr=subprocess.PIPE, text=True) for _ in range(4)
    ]
    ended = [(process.communicate(timeout=120)[1], process.returncode) for process in started]
    assert ended == [("", 0)] * 4
    is_whole(installation)

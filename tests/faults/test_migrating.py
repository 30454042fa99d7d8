"""A migration that is killed between any two of its statements: the next one finishes it, with everything that was there."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import text

from marketplace import database
from tests.cli.places import Place, new_postgres
from tests.conftest import ROOT, TEST_KILLS
from tests.servers import environment

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
# Dies before its n-th statement that changes something, as if the machine had lost its power there.
DYING = """
import os, signal, sys
from sqlalchemy import event
from marketplace import database
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
def places(kind: str, tmp_path: Path) -> Iterator[Iterator[Place]]:
    """As many empty places as are asked for."""
    with ExitStack() as stack:

        def make() -> Iterator[Place]:
            number = 0
            while True:
                number += 1
                url = stack.enter_context(new_postgres()) if kind == "postgresql" else ""
                (tmp_path / str(number)).mkdir()
                yield Place(tmp_path / str(number), url)

        yield make()


def upgrade(place: Place, dies_at: int) -> subprocess.CompletedProcess[str]:
    """Migrate in a process that ends before that statement."""
    return subprocess.run(
        [sys.executable, "-c", DYING, str(dies_at)],
        cwd=ROOT,
        env=environment(place.data, database_url=place.database_url),
        capture_output=True,
        text=True,
        check=False,
    )


def is_whole(place: Place) -> None:
    """The schema is what the models say."""
    config = Config(str(ROOT / "alembic.ini"))
    with place.entered(), database.get_engine().connect() as connection:
        config.attributes["connection"] = connection
        command.check(config)


def test_killed_anywhere_on_the_way_up(places: Iterator[Place]):
    done = upgrade(next(places), UNREACHED)
    assert done.returncode == 0, done.stderr
    statements = UNREACHED - int(done.stdout)
    assert statements > 50
    for stop in range(1, statements + 1, max(1, statements // TEST_KILLS)):
        place = next(places)
        assert upgrade(place, stop).returncode == -signal.SIGKILL
        assert upgrade(place, UNREACHED).returncode == 0
        is_whole(place)


def test_what_was_there_stays(places: Iterator[Place]):
    def fill(place: Place) -> None:
        place.migrate("0004")
        with place.entered(), database.get_engine().begin() as connection:
            connection.execute(text("INSERT INTO search_words (word, stem, uses) VALUES ('kettle', 'kettl', 7)"))

    probe = next(places)
    fill(probe)
    statements = UNREACHED - int(upgrade(probe, UNREACHED).stdout)
    for stop in range(1, statements + 1, max(1, statements // TEST_KILLS)):
        place = next(places)
        fill(place)
        assert upgrade(place, stop).returncode == -signal.SIGKILL
        assert upgrade(place, UNREACHED).returncode == 0
        is_whole(place)
        with place.entered(), database.get_engine().connect() as connection:
            assert connection.scalar(text("SELECT uses FROM search_words WHERE word = 'kettle'")) == 7


def test_several_at_once_migrate_once(places: Iterator[Place]):
    place = next(places)
    command_line = [sys.executable, "-m", "marketplace", "migrate"]
    settings = environment(place.data, database_url=place.database_url)
    started = [
        subprocess.Popen(command_line, cwd=ROOT, env=settings, stderr=subprocess.PIPE, text=True) for _ in range(4)
    ]
    ended = [(process.communicate(timeout=120)[1], process.returncode) for process in started]
    assert ended == [("", 0)] * 4
    is_whole(place)

"""Repeated kill -9 under traffic: acknowledged writes are neither lost nor duplicated."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import servers, services
from tests.conftest import TEST_KILLS
from tests.faults import traffic
from tests.faults.traffic import Caller, Ledger

# Granian stops if a worker dies sooner after its start than this, because it assumes that the worker can't run at all.
CRASH_LOOP_S = 3.5

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.xdist_group("servers")]


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of a new database; empty for SQLite in the data folder."""
    if request.param == "sqlite":
        yield ""
        return
    with services.postgres() as cluster:
        yield cluster.url


def workers_of(server: servers.Server) -> list[int]:
    """Return the worker processes, without their parent."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text()
    return [int(each) for each in children.split()]


def acknowledged(ledger: Ledger, more: int) -> None:
    """Wait until `more` further writes were acknowledged."""
    wanted = len(ledger.ads) + more, len(ledger.messages) + more
    servers.until(lambda: len(ledger.ads) >= wanted[0] and len(ledger.messages) >= wanted[1], 120)


def test_server_killed_repeatedly(database_url: str, tmp_path: Path):
    engine = traffic.engine_at(database_url, tmp_path)
    people, ledger = traffic.create_people(engine), Ledger()
    settings = traffic.SETTINGS | {"database_url": database_url, "port": servers.free_port()}
    server = servers.start(tmp_path, **settings)
    try:
        server.wait()
        with traffic.going_on(server.url, people, ledger, "post", "write", "write", "look"):
            for number in range(TEST_KILLS):
                acknowledged(ledger, 10)
                # Vary the point within a transaction.
                time.sleep(0.013 * number)
                server.stop(signal.SIGKILL)
                server = servers.start(tmp_path, **settings)
                server.wait()
            acknowledged(ledger, 10)
    finally:
        server.stop(signal.SIGKILL)
    assert traffic.lost(engine, ledger) == []
    assert ledger.odd == []
    assert ledger.answered() <= {0, 200, 201, 503}
    print(f"{len(ledger.ads)} ads and {len(ledger.messages)} messages acknowledged, {TEST_KILLS} kills")


def test_killed_worker_is_restarted(database_url: str, tmp_path: Path):
    engine = traffic.engine_at(database_url, tmp_path)
    people, ledger = traffic.create_people(engine), Ledger()
    with servers.serving(tmp_path, **traffic.SETTINGS, database_url=database_url) as server:
        with traffic.going_on(server.url, people, ledger, "post", "write"):
            for _ in range(2):
                acknowledged(ledger, 5)
                time.sleep(CRASH_LOOP_S + 1)
                (worker,) = workers_of(server)
                os.kill(worker, signal.SIGKILL)
                servers.until(lambda worker=worker: workers_of(server) not in ([], [worker]))
            acknowledged(ledger, 5)
        assert Caller(server.url, people, ledger).look()
    assert traffic.lost(engine, ledger) == []
    assert ledger.odd == []

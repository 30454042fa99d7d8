"""Tests of reads on streaming replicas: two PostgreSQL servers, of which one follows the other."""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from types import SimpleNamespace

import pytest
from sqlalchemy import text
from sqlmodel import Session

from marketplace.cache import ResponseCache
from marketplace.cli.checks import ALL as CHECKS
from marketplace.cli.checks import Level
from marketplace.core.errors import NotFound, Unavailable
from marketplace.db import database, generation, memo, postgres, replicas
from marketplace.http import cookies
from marketplace.models import Category
from marketplace.observability import health, metrics
from marketplace.ssr import pages, sitemaps
from marketplace.web.base import threads
from marketplace.web.base.page_url import PageUrl
from tests import factories, servers, services
from tests.client import TestClient
from tests.conftest import migrate
from tests.db.replica_steps import (
    add_category,
    address_of,
    all_read,
    configured,
    delayed,
    names,
    on,
    port,
    read_anonymously,
    reading,
    statements,
)
from tests.services import Cluster
from tests.web.test_domain_state import Tab

pytestmark = pytest.mark.xdist_group("replicas")


@pytest.fixture(scope="module")
def primary() -> Iterator[Cluster]:
    with services.postgres() as made:
        engine = database.make_engine(made.url)
        migrate(engine)
        engine.dispose()
        on(made, "CREATE TABLE locked ()")
        on(made, "CREATE ROLE visitor LOGIN IN ROLE pg_read_all_data")
        yield made


@pytest.fixture(scope="module")
def replica(primary: Cluster) -> Iterator[Cluster]:
    with services.postgres(primary) as made:
        yield made


@pytest.fixture
def worker(primary: Cluster, replica: Cluster) -> Iterator[None]:
    """A worker that uses the replica."""
    with configured(primary, address_of(replica)):
        servers.until(lambda: read_anonymously() == replica.port)
        yield


def test_anonymous_callers_read_the_replica_and_others_the_primary(worker, primary: Cluster, replica: Cluster):
    assert read_anonymously() == replica.port
    assert replicas.read(port, is_public=False) == primary.port
    with database.read_only() as db:
        assert port(db) == primary.port
    with database.unit_of_work() as db:
        assert port(db) == primary.port


def test_all_transports_read_the_replica(worker, primary: Cluster, replica: Cluster, api_app):
    client = TestClient(ResponseCache(api_app, generation.get_generation_reader(), max_bytes=0, max_age_s=1))
    with database.unit_of_work() as db:
        signed_in = factories.bearer(db, factories.buyer(db))
    token = signed_in["Authorization"].split()[1]
    home = pages.find("/")
    assert home is not None

    async def load(cookie: str) -> int:
        return await Tab(cookie)._query_public(lambda db, _actor: port(db))

    (own,) = replicas.get_replicas()
    with statements(own.engine) as there, statements(database.get_engine()) as here:

        def took(call: Callable[[], object]) -> tuple[bool, bool]:
            servers.until(lambda: read_anonymously() == replica.port)
            there.clear()
            here.clear()
            call()
            return any("categor" in each for each in there), any("categor" in each for each in here)

        memo.reset()
        assert took(lambda: client.get("/api/category")) == (True, False)
        memo.reset()
        assert took(lambda: client.get("/api/category", headers=signed_in)) == (False, True)
        memo.reset()
        assert took(lambda: pages.load(home, PageUrl("/", ""), pages.Caller())) == (True, False)
        memo.reset()
        assert took(lambda: pages.load(home, PageUrl("/", ""), pages.Caller(token))) == (False, True)
        memo.reset()
        assert took(sitemaps._categories) == (True, False)
    assert asyncio.run(load("")) == replica.port
    assert asyncio.run(load(f"{cookies.SESSION}={token}")) == primary.port


def test_own_change_is_seen_at_once_though_the_replica_has_not_replayed_it(worker, primary: Cluster, replica: Cluster):
    with delayed(primary, replica):
        add_category("Looms")
        assert read_anonymously() == primary.port
        assert "Looms" in replicas.read(names, is_public=True)
    servers.until(lambda: read_anonymously() == replica.port)
    memo.reset()
    assert "Looms" in replicas.read(names, is_public=True)


def test_old_page_is_not_cached_as_new(worker, primary: Cluster, replica: Cluster, api_app):
    client = TestClient(ResponseCache(api_app, generation.get_generation_reader(), max_bytes=10**7, max_age_s=3_600))
    with database.unit_of_work() as db:
        seller, category = factories.seller(db), factories.category(db)
        ad, own = factories.ad(db, seller, category), factories.bearer(db, seller)
    path = f"/api/product/category/{category.id}"
    servers.until(lambda: read_anonymously() == replica.port)
    assert [each["_id"] for each in client.get(path).json()["products"]] == [ad.id]
    with delayed(primary, replica):
        assert client.delete(f"/api/product/{ad.id}", headers=own).is_success
        assert client.get(path).json()["products"] == []
    servers.until(lambda: read_anonymously() == replica.port)
    assert client.get(path).json()["products"] == []
    assert client.get(f"/api/product/{ad.id}").status_code == 410


def test_change_of_another_machine_without_events(worker, primary: Cluster, replica: Cluster):
    with delayed(primary, replica):
        engine = database.make_engine(primary.url)
        with Session(engine) as db:
            db.add(Category(name="Spindles", position=1))
            db.commit()
        engine.dispose()
        servers.until(lambda: read_anonymously() == primary.port)
        assert "Spindles" in replicas.read(names, is_public=True)


def test_paused_stopped_and_started_replica(worker, primary: Cluster, replica: Cluster):
    with reading() as wait:
        on(replica, "SELECT pg_wal_replay_pause()")
        # Though there is no change that it could miss.
        servers.until(lambda: all_read(primary))
        wait()
        on(replica, "SELECT pg_wal_replay_resume()")
        servers.until(lambda: all_read(replica))
        for mode in ("immediate", "fast"):
            replica.stop(mode)
            assert read_anonymously() == primary.port
            wait()
            replica.start()
            servers.until(lambda: all_read(replica))


def test_replica_that_lost_its_primary(worker, primary: Cluster, replica: Cluster):
    with reading() as wait:
        for source, expected in ((1, primary), (primary.port, replica)):
            on(replica, f"ALTER SYSTEM SET primary_conninfo = 'host=127.0.0.1 user=postgres port={source}'")
            on(replica, "SELECT pg_reload_conf()")
            # Though there is no change that it could miss.
            servers.until(lambda expected=expected: all_read(expected))
            wait()


def test_promoted_replica_and_another_one(primary: Cluster, replica: Cluster):
    with (
        services.postgres(primary) as second,
        configured(primary, *map(address_of, (replica, second))),
        reading() as wait,
    ):
        servers.until(lambda: all_read(replica, second))
        second.promote()
        wait()
        servers.until(lambda: all_read(replica))
        with database.read_only() as db:
            problems = replicas.find_problems(db.connection())
        assert list(problems.values()) == ["", "it is not a replica"]
        second.stop()
        wait()
        servers.until(lambda: all_read(replica))


def test_replica_that_stops_answering(primary: Cluster, replica: Cluster, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(postgres, "_MARGIN_S", 0.5)
    monkeypatch.setattr(postgres, "REQUEST_TIMEOUT_S", 1.0)
    monkeypatch.setattr(postgres.TimeoutConnection, "timeout_s", 1.0)
    monkeypatch.setattr(postgres, "CONNECT_TIMEOUT_S", 1.0)
    with services.gate(replica.port) as gate:
        address = address_of(replica).replace(f":{replica.port}/", f":{gate.port}/")
        with configured(primary, address), reading() as wait:
            servers.until(lambda: read_anonymously() == replica.port)
            gate.fall_silent(for_good=True)
            wait()
            servers.until(lambda: not replicas.get_replicas()[0].is_available())
            # The check waits for it in vain, and no read does.
            with statements(replicas.get_replicas()[0].engine) as there:
                assert all_read(primary)
            assert there == []
            gate.hear_again()
            servers.until(lambda: read_anonymously() == replica.port)


def test_a_replica_with_many_readers_makes_no_further_reader_wait(worker, primary: Cluster, replica: Cluster):
    (own,) = replicas.get_replicas()
    held = [own.engine.connect() for _ in range(replicas.MOST_READERS)]
    try:
        assert all_read(primary)
        # It is busy, which is no problem that a report should name.
        assert own.is_available()
        assert own.find_problem(0) == ""
    finally:
        for connection in held:
            connection.close()
    assert all_read(replica)


def test_readers_of_a_replica_that_hangs_leave_threads_for_others():
    assert threads.READ_POOL._max_workers >= 2 * replicas.MOST_READERS


def test_database_of_the_same_kind_that_is_not_a_copy(primary: Cluster, replica: Cluster):
    """A replica with the data of other people must never be read, for example the one of a staging site."""
    on(primary, "CREATE DATABASE other")
    other = database.make_engine(f"{primary.url.rsplit('/', 1)[0]}/other")
    migrate(other)
    with other.begin() as connection:
        connection.execute(text("UPDATE editions SET number = 1000000"))
    other.dispose()
    with configured(primary, f"{address_of(replica).rsplit('/', 1)[0]}/other"):
        (own,) = replicas.get_replicas()
        servers.until(own.is_available)
        assert {
            replicas.read(lambda db: db.scalar(text("SELECT current_database()")), is_public=True) for _ in range(9)
        } == {"postgres"}
        with database.read_only() as db:
            assert "not a copy" in replicas.find_problems(db.connection())[own.name]
        own._check()
        assert not own.is_available()


def fail_first(db: Session, calls: list[int], statement: str, *, is_caught: bool) -> int:
    """Execute a statement that fails, on the first server only."""
    calls.append(port(db))
    if len(calls) == 1:
        with suppress(Exception) if is_caught else nullcontext():
            db.execute(text(statement))
    return calls[-1]


@pytest.mark.parametrize("statement", ["SELECT pg_terminate_backend(pg_backend_pid())", "SELECT 1 / 0"])
@pytest.mark.parametrize("is_caught", [False, True])
def test_failed_statement_is_repeated_on_the_primary(worker, primary, replica, statement: str, is_caught: bool):
    calls: list[int] = []
    got = replicas.read(lambda db: fail_first(db, calls, statement, is_caught=is_caught), is_public=True)
    assert (got, calls) == (primary.port, [replica.port, primary.port])
    servers.until(lambda: read_anonymously() == replica.port)


def test_refusal_is_not_repeated(worker, replica: Cluster):
    calls: list[int] = []

    def refuse(db: Session) -> None:
        calls.append(port(db))
        raise NotFound

    with pytest.raises(NotFound):
        replicas.read(refuse, is_public=True)
    assert calls == [replica.port]


def test_without_the_primary_replicas_are_not_used(primary: Cluster, replica: Cluster):
    with configured(SimpleNamespace(url=primary.url.replace(f":{primary.port}/", ":1/")), address_of(replica)):
        servers.until(lambda: replicas.get_replicas()[0].is_available())
        with pytest.raises(Unavailable):
            read_anonymously()


def test_state_is_reported(worker, primary: Cluster, replica: Cluster):
    name = f"127.0.0.1:{replica.port}"

    def report() -> tuple[Level, bool, str, str]:
        (finding,) = (each for each in CHECKS["database"]() if name in each.message)
        (check,) = (check for check in health._checks() if check.name == "replicas")
        result = health.run_check(check)
        (line,) = (each for each in metrics.render().decode().splitlines() if name in each)
        return finding.level, result.ok, result.message, line

    metric = f'marketplace_replica_up{{replica="{name}"}}'
    assert report() == (Level.OK, True, "1 of 1 can be used", f"{metric} 1.0")
    with delayed(primary, replica):
        add_category("Reeds")
        assert report() == (Level.WARN, False, "0 of 1 can be used", f"{metric} 0.0")
        with database.read_only() as db:
            assert replicas.find_problems(db.connection()) == {name: "public changes that it lacks: 1"}


def test_forked_process_has_its_own_connections(worker):
    mine = replicas.get_replicas()
    child = os.fork()
    if child == 0:
        # A process that is forked later must not take over connections or locks.
        os._exit(0 if replicas.get_replicas()[0] is not mine[0] else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert read_anonymously()

"""Reads on replicas: a worker of this process, and what happens to its servers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event as Flag
from threading import Thread

import pytest
from sqlalchemy import Engine, event, text
from sqlmodel import Session

from marketplace.core import events
from marketplace.db import database, generation, memo, replicas
from marketplace.domain import catalog
from marketplace.settings import get_settings
from tests import factories, servers
from tests.services import Cluster

_CACHED = (database.get_engine, generation.get_generation_reader, replicas.get_replicas)


@contextmanager
def configured(primary: Cluster, *replica_urls: str) -> Iterator[None]:
    """Let this process be a worker with these servers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(get_settings(), "database_url", primary.url)
        patch.setattr(get_settings(), "database_replica_url", ",".join(replica_urls))
        # A check that fails is soon repeated.
        patch.setattr(replicas, "_CHECK_S", 0.05)
        for cached in _CACHED:
            cached.cache_clear()
        memo.reset()
        reader = generation.get_generation_reader()
        events.subscribe(reader.on_event)
        try:
            yield
        finally:
            events.unsubscribe(reader.on_event)
            for engine in (database.get_engine(), reader._engine, *(each.engine for each in replicas.get_replicas())):
                engine.dispose()
            for cached in _CACHED:
                cached.cache_clear()
            memo.reset()


def address_of(replica: Cluster) -> str:
    """Return the address of a replica for a role without privileges: the check needs none."""
    return replica.url.replace("postgres@", "visitor@")


def port(db: Session) -> int:
    """Return the port of the server that answers."""
    return db.scalar(text("SELECT inet_server_port()")) or 0


def read_anonymously() -> int:
    return replicas.read(port, is_public=True)


def all_read(*clusters: Cluster) -> bool:
    """Return whether several reads go to these servers, and to no other one."""
    return {read_anonymously() for _ in range(20)} == {cluster.port for cluster in clusters}


def on(cluster: Cluster, statement: str) -> None:
    """Run a statement as the administrator of a server."""
    engine = database.make_engine(cluster.url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()


@contextmanager
def delayed(primary: Cluster, replica: Cluster) -> Iterator[None]:
    """Let a replica receive everything and replay nothing: it waits for a reader of a table that the primary locked."""
    engine = database.make_engine(replica.url)
    with engine.connect() as reader:
        reader.execute(text("SELECT FROM locked"))
        on(primary, "DO $$ BEGIN LOCK TABLE locked IN ACCESS EXCLUSIVE MODE; END $$")
        yield
    engine.dispose()


@contextmanager
def reading() -> Iterator[Callable[[], None]]:
    """Read anonymously all the time, in threads; none of them may fail. The block gets a function that waits for one more read."""
    ended, failures, reads = Flag(), [], []

    def repeat() -> None:
        while not ended.wait(0.02):
            try:
                reads.append(read_anonymously())
            except Exception as error:
                failures.append(error)

    def wait() -> None:
        before = len(reads)
        servers.until(lambda: len(reads) > before + 4)

    threads = [Thread(target=repeat) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        yield wait
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    assert failures == []


@contextmanager
def statements(engine: Engine) -> Iterator[list[str]]:
    """The statements that an engine executes in the block."""
    seen: list[str] = []

    def note(_connection, _cursor, statement, *_more) -> None:
        seen.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    yield seen
    event.remove(engine, "before_cursor_execute", note)


def add_category(name: str) -> str:
    with database.unit_of_work() as db:
        return factories.category(db, name).id


def names(db: Session) -> set[str]:
    return {category.name for category in catalog.list_categories(db)}

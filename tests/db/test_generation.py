"""Tests of which commits advance the cache generation, and how soon every process reads it."""

import asyncio
import os
from collections.abc import Callable
from threading import Event as Flag
from types import SimpleNamespace

import pytest
from anyio import to_thread
from sqlalchemy.pool import QueuePool
from sqlmodel import Session, select

from marketplace.core import events
from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError
from marketplace.core.events import Event
from marketplace.db import database, generation
from marketplace.db.generation import GenerationReader
from marketplace.domain import ads, chat, wishlist
from marketplace.models import Account, CacheGeneration, Category
from tests import factories


def number() -> int:
    with database.read_only() as db:
        return db.exec(select(CacheGeneration.number)).one()


@pytest.fixture
def ad(db: Session):
    return factories.ad(db, factories.seller(db), factories.category(db))


def test_withdrawing_an_ad_advances_the_generation(db, ad, published):
    before = number()
    with database.unit_of_work() as work:
        ads.delete(work, Actor(ad.seller_id, factories.AccountKind.SELLER), ad.id)
    assert number() == before + 1
    assert [event for event in published if event.topic == generation.TOPIC] == [Event(generation.TOPIC)]


def test_private_changes_do_not_advance_it(db, ad, published):
    buyer = factories.actor(factories.buyer(db))
    before = number()
    with database.unit_of_work() as work:
        chat.send(work, buyer, ad.seller_id, text="Is it still there?")
    with database.unit_of_work() as work:
        wishlist.add(work, buyer, ad.id)
    assert number() == before
    assert generation.TOPIC not in {event.topic for event in published}


def test_new_account_does_not_advance_it(db):
    before = number()
    with database.unit_of_work() as work:
        work.add(
            Account(kind="buyer", email="n@example.org", username="n", username_key="n", password_hash="!", name="N")
        )
    assert number() == before


def test_rollback_does_not_advance_it(db):
    def write_and_fail() -> None:
        with database.unit_of_work() as work:
            work.add(Category(name="Never", position=1))
            work.flush()
            raise RuntimeError

    before = number()
    with pytest.raises(RuntimeError):
        write_and_fail()
    with database.unit_of_work() as work:
        work.exec(select(Category.id)).first()
    assert number() == before


def test_committing_error_advances_it(db):
    def write_and_refuse() -> None:
        with database.unit_of_work() as work:
            work.add(Category(name="Kept", position=1))
            raise MarketplaceError("Refused.", commits=True)

    before = number()
    with pytest.raises(MarketplaceError, match="Refused"):
        write_and_refuse()
    assert number() == before + 1


def _generation(of: GenerationReader) -> int:
    return asyncio.run(of.current()) or 0


def test_another_process_reads_the_new_generation_at_once(crowd, crowded_engine):
    here = GenerationReader(crowded_engine)
    before = _generation(here)
    assert before == number()
    with database.unit_of_work() as work:
        work.add(Category(name=f"Shelf {before}", position=1))
    here.on_event(Event(generation.TOPIC))
    assert _generation(here) == before + 1
    here.close()


def test_sqlite_is_read_at_most_once_per_interval(crowd, crowded_engine, monkeypatch):
    if crowded_engine.dialect.name != "sqlite":
        pytest.skip("of a file only")
    monkeypatch.setattr(generation, "_SQLITE_MAX_AGE_S", 3_600)
    here = GenerationReader(crowded_engine)
    before = _generation(here)
    with database.unit_of_work() as work:
        work.add(Category(name=f"Shelf in {before}", position=1))
    assert _generation(here) == before
    here.on_event(Event("other"))
    assert _generation(here) == before
    here.on_event(Event(generation.TOPIC))
    assert _generation(here) == before + 1
    here.close()


def test_event_ends_the_interval(crowd, crowded_engine, monkeypatch):
    monkeypatch.setattr(generation, "_MAX_AGE_S", 3_600)
    monkeypatch.setattr(generation, "_SQLITE_MAX_AGE_S", 3_600)
    here = GenerationReader(crowded_engine)
    before = _generation(here)
    events.subscribe(here.on_event)
    try:
        with database.unit_of_work() as work:
            work.add(Category(name=f"Shelf of {before}", position=1))
    finally:
        events.unsubscribe(here.on_event)
    assert _generation(here) == before + 1
    here.close()


def test_unavailable_database_means_unknown_generation(tmp_path):
    away = GenerationReader(database.make_engine(f"sqlite:///{tmp_path / 'none.db'}"))
    assert asyncio.run(away.current()) is None


class Slow(GenerationReader):
    """A reader whose reads end when the test allows it, with the number from when they started."""

    def __init__(self):
        super().__init__(SimpleNamespace(dialect=SimpleNamespace(name="postgresql")))
        self.number = 1
        self.reads = 0
        self.may_answer = Flag()

    def _read(self) -> int:
        self.reads += 1
        number = self.number
        self.may_answer.wait(30)
        return number


async def _until(done: Callable[[], bool]) -> None:
    while not done():  # noqa: ASYNC110 - a thread makes it true
        await asyncio.sleep(0)


def test_caller_after_an_event_never_gets_the_earlier_generation():
    clock = Slow()

    async def ask_before_and_after() -> tuple[int | None, int | None]:
        before = asyncio.create_task(clock.current())
        await _until(lambda: clock.reads == 1)
        clock.number = 2
        clock.on_event(Event(generation.TOPIC))
        after = asyncio.create_task(clock.current())
        await _until(lambda: clock.reads == 2)
        clock.may_answer.set()
        return await before, await after

    assert asyncio.run(ask_before_and_after()) == (1, 2)


def test_concurrent_callers_share_a_read():
    clock = Slow()

    async def ask_twice() -> list[int | None]:
        asked = [asyncio.create_task(clock.current()) for _ in range(5)]
        await _until(lambda: clock.reads == 1)
        clock.may_answer.set()
        return await asyncio.gather(*asked)

    assert asyncio.run(ask_twice()) == [1] * 5
    assert clock.reads == 1


def test_reading_needs_no_thread_of_the_api():
    clock, may_end = Slow(), Flag()
    clock.may_answer.set()

    async def ask_while_all_threads_wait() -> int | None:
        to_thread.current_default_thread_limiter().total_tokens = 1
        begun = Flag()
        waiting = asyncio.create_task(to_thread.run_sync(lambda: (begun.set(), may_end.wait(30))))
        await _until(begun.is_set)
        try:
            async with asyncio.timeout(10):
                return await clock.current()
        finally:
            may_end.set()
            await waiting

    assert asyncio.run(ask_while_all_threads_wait()) == 1


def test_postgresql_reads_have_their_own_connection_pool(monkeypatch: pytest.MonkeyPatch):
    engine = database.make_engine("postgresql+psycopg://postgres@localhost:1/none")
    monkeypatch.setattr(database, "get_engine", lambda: engine)
    own = generation.get_generation_reader.__wrapped__()._engine
    assert own.url == engine.url
    assert isinstance(own.pool, QueuePool)
    assert own.pool is not engine.pool
    assert own.pool.size() == generation._MAX_CONCURRENT_READS


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_event_in_one_forked_worker_is_known_to_all():
    before = generation._last_event[:]
    child = os.fork()
    if child == 0:
        Slow().on_event(Event(generation.TOPIC))
        os._exit(0)
    os.waitpid(child, 0)
    assert generation._last_event[:] != before

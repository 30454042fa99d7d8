"""Which commits change what the public sees, and how soon every process knows."""

import asyncio
import os
from collections.abc import Callable
from threading import Event as Flag
from types import SimpleNamespace

import pytest
from anyio import to_thread
from sqlalchemy.pool import QueuePool
from sqlmodel import Session, select

from marketplace import database, editions, events
from marketplace.actor import Actor
from marketplace.domain import ads, chat, wishlist
from marketplace.editions import Editions
from marketplace.errors import MarketplaceError
from marketplace.events import Event
from marketplace.models import Account, Category, Edition
from tests import factories


def number() -> int:
    with database.reading() as db:
        return db.exec(select(Edition.number)).one()


@pytest.fixture
def ad(db: Session):
    return factories.ad(db, factories.seller(db), factories.category(db))


def test_taking_an_ad_away_raises_it_and_says_so(db, ad, published):
    before = number()
    with database.unit_of_work() as work:
        ads.delete(work, Actor(ad.seller_id, factories.AccountKind.SELLER), ad.id)
    assert number() == before + 1
    assert [event for event in published if event.topic == editions.TOPIC] == [Event(editions.TOPIC)]


def test_what_is_between_people_does_not(db, ad, published):
    buyer = factories.actor(factories.buyer(db))
    before = number()
    with database.unit_of_work() as work:
        chat.send(work, buyer, ad.seller_id, text="Is it still there?")
    with database.unit_of_work() as work:
        wishlist.add(work, buyer, ad.id)
    assert number() == before
    assert editions.TOPIC not in {event.topic for event in published}


def test_a_new_account_does_not(db):
    before = number()
    with database.unit_of_work() as work:
        work.add(
            Account(kind="buyer", email="n@example.org", username="n", username_key="n", password_hash="!", name="N")
        )
    assert number() == before


def test_what_is_rolled_back_does_not(db):
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


def test_an_error_that_commits_does(db):
    def write_and_refuse() -> None:
        with database.unit_of_work() as work:
            work.add(Category(name="Kept", position=1))
            raise MarketplaceError("Refused.", commits=True)

    before = number()
    with pytest.raises(MarketplaceError, match="Refused"):
        write_and_refuse()
    assert number() == before + 1


def _edition(of: Editions, *, exact: bool = False) -> int:
    return asyncio.run(of.current(exact=exact)) or 0


def test_another_process_knows_at_once(crowd, crowded_engine):
    here = Editions(crowded_engine)
    before = _edition(here)
    assert before == number()
    with database.unit_of_work() as work:
        work.add(Category(name=f"Shelf {before}", position=1))
    assert _edition(here, exact=True) == before + 1
    assert _edition(here) == before + 1
    here.close()


def test_a_file_is_asked_once_in_a_blink_for_strangers(crowd, crowded_engine, monkeypatch):
    if crowded_engine.dialect.name != "sqlite":
        pytest.skip("of a file only")
    monkeypatch.setattr(editions, "_BLINK_S", 3_600)
    here = Editions(crowded_engine)
    before = _edition(here)
    with database.unit_of_work() as work:
        work.add(Category(name=f"Shelf in {before}", position=1))
    assert _edition(here) == before
    assert _edition(here, exact=True) == before + 1
    with database.unit_of_work() as work:
        work.add(Category(name=f"Board in {before}", position=2))
    assert _edition(here) == before + 1
    here.hear(Event("other"))
    assert _edition(here) == before + 1
    here.hear(Event(editions.TOPIC))
    assert _edition(here) == before + 2
    here.close()


def test_an_event_is_enough_for_strangers(crowd, crowded_engine, monkeypatch):
    monkeypatch.setattr(editions, "_GLANCE_S", 3_600)
    monkeypatch.setattr(editions, "_BLINK_S", 3_600)
    here = Editions(crowded_engine)
    before = _edition(here)
    events.listen(here.hear)
    try:
        with database.unit_of_work() as work:
            work.add(Category(name=f"Shelf of {before}", position=1))
    finally:
        events.forget(here.hear)
    assert _edition(here) == before + 1
    here.close()


def test_a_database_that_is_away_is_an_unknown_edition(tmp_path):
    away = Editions(database.make_engine(f"sqlite:///{tmp_path / 'none.db'}"))
    assert asyncio.run(away.current(exact=False)) is None
    assert asyncio.run(away.current(exact=True)) is None


class Slow(Editions):
    """Answers a look when the test lets it; the number is what it was when the look began."""

    def __init__(self):
        super().__init__(SimpleNamespace(dialect=SimpleNamespace(name="postgresql")))
        self.number = 1
        self.looks = 0
        self.may_answer = Flag()

    def _ask(self) -> int:
        self.looks += 1
        number = self.number
        self.may_answer.wait(30)
        return number


async def _until(done: Callable[[], bool]) -> None:
    while not done():  # noqa: ASYNC110 - a thread makes it true
        await asyncio.sleep(0)


def test_who_comes_after_the_news_never_gets_what_was_before_them():
    clock = Slow()

    async def ask_before_and_after() -> tuple[int | None, int | None]:
        before = asyncio.create_task(clock.current(exact=False))
        await _until(lambda: clock.looks == 1)
        clock.number = 2
        clock.hear(Event(editions.TOPIC))
        after = asyncio.create_task(clock.current(exact=False))
        await _until(lambda: clock.looks == 2)
        clock.may_answer.set()
        return await before, await after

    assert asyncio.run(ask_before_and_after()) == (1, 2)


def test_who_comes_during_a_look_waits_for_it():
    clock = Slow()

    async def ask_twice() -> list[int | None]:
        asked = [asyncio.create_task(clock.current(exact=False)) for _ in range(5)]
        await _until(lambda: clock.looks == 1)
        clock.may_answer.set()
        return await asyncio.gather(*asked)

    assert asyncio.run(ask_twice()) == [1] * 5
    assert clock.looks == 1


def test_what_is_kept_waits_for_no_thread_of_the_api():
    clock, may_end = Slow(), Flag()
    clock.may_answer.set()

    async def ask_while_all_threads_wait() -> list[int | None]:
        to_thread.current_default_thread_limiter().total_tokens = 1
        begun = Flag()
        waiting = asyncio.create_task(to_thread.run_sync(lambda: (begun.set(), may_end.wait(30))))
        await _until(begun.is_set)
        try:
            async with asyncio.timeout(10):
                return [await clock.current(exact=exact) for exact in (True, False)]
        finally:
            may_end.set()
            await waiting

    assert asyncio.run(ask_while_all_threads_wait()) == [1, 1]


def test_of_many_who_want_it_exactly_the_last_share_a_look_that_is_late_enough():
    clock = Slow()

    async def ask_many() -> list[int | None]:
        first = []
        for _ in range(editions._AT_ONCE):
            first.append(asyncio.create_task(clock.current(exact=True)))
            await _until(lambda: clock.looks == len(first))
        clock.number = 2
        last = [asyncio.create_task(clock.current(exact=True)) for _ in range(50)]
        await asyncio.sleep(0)
        clock.may_answer.set()
        assert await asyncio.gather(*first) == [1] * len(first)
        return await asyncio.gather(*last)

    assert asyncio.run(ask_many()) == [2] * 50
    assert clock.looks == editions._AT_ONCE + 1


def test_on_postgresql_it_waits_for_no_connection_of_others(monkeypatch: pytest.MonkeyPatch):
    engine = database.make_engine("postgresql+psycopg://postgres@localhost:1/none")
    monkeypatch.setattr(database, "get_engine", lambda: engine)
    own = editions.get_editions.__wrapped__()._engine
    assert own.url == engine.url
    assert isinstance(own.pool, QueuePool)
    assert own.pool is not engine.pool
    assert own.pool.size() == editions._AT_ONCE


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_worker_forked_from_the_same_server_knows_at_once():
    before = editions._news[:]
    child = os.fork()
    if child == 0:
        Slow().hear(Event(editions.TOPIC))
        os._exit(0)
    os.waitpid(child, 0)
    assert editions._news[:] != before

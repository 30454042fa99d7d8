"""Tests of searching while ads change and the indexer lags behind."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import text
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.db import database
from marketplace.domain import search
from marketplace.domain.paging import Window
from marketplace.domain.search import SearchQuery
from marketplace.integrations import search_index
from marketplace.integrations.search_index import SearchIndex
from marketplace.jobs.indexer import Indexer, lag
from marketplace.settings import get_settings
from tests.jobs.test_indexer import Machine

READERS, ROUNDS = 4, 25


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, index: None):
    """A machine whose index this process searches."""
    machine = Machine(tmp_path)
    monkeypatch.setattr(get_settings(), "data_dir", tmp_path)
    monkeypatch.setattr(database, "new_session", lambda: Session(machine.engine, expire_on_commit=False))
    search_index.set_index(SearchIndex(machine.folder))
    yield machine
    machine.engine.dispose()


def found(machine: Machine, keyword: str) -> set[str]:
    with Session(machine.engine) as db:
        page = search.list_ads(db, ANONYMOUS, SearchQuery(keyword=keyword), Window(1, 100))
        return {card.id for card in page.items}


def test_withdrawn_ad_is_never_shown_even_if_indexed(here: Machine):
    first, second = here.publish("teak sofa", "teak sofa")
    indexer = Indexer()
    indexer.run_once()
    assert found(here, "sofa") == {first, second}
    here.withdraw(first)
    assert lag() == 1
    assert found(here, "sofa") == {second}
    indexer.run_once()
    assert lag() == 0
    assert found(here, "sofa") == {second}
    indexer.stop()


def test_index_commit_invalidates_cached_searches(here: Machine):
    def generation() -> int:
        with here.engine.connect() as connection:
            return connection.scalar(text("SELECT number FROM editions")) or 0

    indexer = Indexer()
    indexer.run_once()
    here.publish("teak sofa")
    before = generation()
    indexer.run_once()
    assert generation() > before
    before = generation()
    indexer.run_once()
    assert generation() == before
    indexer.stop()


def test_concurrent_searches_see_each_ad_once(here: Machine):
    indexer, ended = Indexer(), Event()
    here.publish("teak sofa")
    indexer.run_once()
    withdrawn: set[str] = set()

    def read() -> int:
        looks = 0
        while not ended.is_set():
            gone = set(withdrawn)
            with Session(here.engine) as db:
                page = search.list_ads(db, ANONYMOUS, SearchQuery(keyword="sofa"), Window(1, 100))
            ids = [card.id for card in page.items]
            assert len(ids) == len(set(ids))
            assert not gone.intersection(ids)
            looks += 1
        return looks

    with ThreadPoolExecutor(READERS) as pool:
        readers = [pool.submit(read) for _ in range(READERS)]
        try:
            for _ in range(ROUNDS):
                one, _ = here.publish("teak sofa", "red sofa")
                indexer.run_once()
                here.withdraw(one)
                withdrawn.add(one)
                indexer.run_once()
        finally:
            ended.set()
        assert all(reader.result() > 0 for reader in readers)
    assert len(found(here, "sofa")) == 1 + ROUNDS
    assert here.indexed() == here.listed()
    indexer.stop()

"""Several workers tell of new ads, and read saved searches anew for that, while more are saved: none of them is missed."""

import random
import threading

import pytest
from sqlmodel import Session, select

from marketplace import database
from marketplace.domain import search
from marketplace.domain.search import SearchQuery, rereading
from marketplace.models import Cadence, SavedSearchMatch
from tests import factories

TELLERS, SAVERS, ADS, SEARCHES = 3, 2, 12, 15


class Ledger:
    """In what order things were committed: a step is counted once it is there for everyone."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.step = 0
        self.saved: list[tuple[int, str, str]] = []
        self.told: list[tuple[int, str, str]] = []
        self.problems: list[str] = []

    def now(self) -> int:
        with self.lock:
            self.step += 1
            return self.step

    def run(self, work, *args) -> None:
        try:
            work(self, *args)
        except Exception as error:
            self.problems.append(f"{work.__name__}: {type(error).__name__}: {error}")


def save(ledger: Ledger, number: int, buyers: list, words: list[str]) -> None:
    chance = random.Random(number)
    for buyer in buyers:
        word = chance.choice(words)
        with database.unit_of_work() as db:
            query = SearchQuery(keyword=word)
            search_id = search.save_search(db, factories.actor(buyer), query, cadence=Cadence.WEEKLY).id
        ledger.saved.append((ledger.now(), search_id, word))


def tell(ledger: Ledger, number: int, seller, shelf, words: list[str]) -> None:
    chance = random.Random(100 + number)
    for _ in range(ADS):
        word, begun = chance.choice(words), ledger.now()
        with database.unit_of_work() as db:
            ad_id = factories.ad(db, seller, shelf, name=word).id
        while True:
            with database.unit_of_work() as db:
                if not search.match_saved(db, ad_id, limit=5):
                    break
        ledger.told.append((begun, ad_id, word))


@pytest.mark.timeout(120)
def test_every_search_is_told_while_workers_read_searches_anew(crowd: Session, monkeypatch):
    monkeypatch.setattr(rereading, "AT_ONCE", 3)
    chance = random.Random()
    # Words that no ad has yet, too different from each other to be taken for one misspelt.
    words = ["".join(chance.choices("bdfgjklmnprtvz", k=10)) for _ in range(8)]
    shelf, sellers = factories.category(crowd), [factories.seller(crowd) for _ in range(TELLERS)]
    buyers = [[factories.buyer(crowd) for _ in range(SEARCHES)] for _ in range(SAVERS)]
    crowd.commit()
    ledger = Ledger()
    threads = [
        threading.Thread(target=ledger.run, args=(tell, n, seller, shelf, words)) for n, seller in enumerate(sellers)
    ]
    threads += [threading.Thread(target=ledger.run, args=(save, n, own, words)) for n, own in enumerate(buyers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ledger.problems == []
    with database.reading() as db:
        rows = db.exec(select(SavedSearchMatch.search_id, SavedSearchMatch.ad_id)).all()
    due = {
        (search_id, ad_id)
        for saved, search_id, wanted in ledger.saved
        for begun, ad_id, word in ledger.told
        if saved < begun and wanted == word
    }
    assert due
    assert due <= set(map(tuple, rows))

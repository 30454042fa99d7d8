"""Publishing, changing and withdrawing while others search: never an error, and never an ad withdrawn before."""

import random
import threading
import time
from collections import Counter

import pytest
from sqlmodel import Session, select

from marketplace import database
from marketplace.actor import ANONYMOUS
from marketplace.domain import ads, search
from marketplace.domain.paging import Window
from marketplace.domain.search import listed
from marketplace.errors import Conflict, Gone
from marketplace.models import Ad
from marketplace.settings import get_settings
from tests import factories
from tests.domain.search.ways import lists_pay

WRITERS, READERS, ROUNDS, ADS = 3, 3, 20, 12
WORDS = ("quetzal sofa", "quetzal phone", "quetzl", "quetzal under 900", '"quetzal sofa"', "quet", "quetzal -phone")


class Ledger:
    """Which ads were withdrawn for good, known only after the commit."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.gone: set[str] = set()
        self.counts: Counter[str] = Counter()
        self.problems: list[str] = []

    def withdrawn(self) -> set[str]:
        with self.lock:
            return set(self.gone)

    def note(self, kind: str, *ad_ids: str) -> None:
        with self.lock:
            self.counts[kind] += 1
            self.gone.update(ad_ids)

    def run(self, work, *args) -> None:
        try:
            work(self, *args)
        except Exception as error:
            self.problems.append(f"{work.__name__}: {type(error).__name__}: {error}")


def write(ledger: Ledger, number: int, seller, admin, shelf_id: str, mine: list[str]) -> None:
    chance = random.Random(number)
    me, desk = factories.actor(seller), factories.actor(admin)
    for turn in range(ROUNDS):
        ad_id = chance.choice(mine) if mine else ""
        kind = chance.choice(["publish", "change", "sell", "delete"]) if ad_id else "publish"
        with database.unit_of_work() as db:
            if kind == "publish":
                draft = ads.AdDraft(
                    name=f"Quetzal {chance.choice(['sofa', 'phone'])}",
                    price=chance.randrange(100, 2_000),
                    ad_type="sell",
                    category_id=shelf_id,
                    city="Pune",
                )
                ad_id = ads.submit(db, me, draft).id
                ads.approve(db, desk, ad_id)
            elif kind == "change":
                draft = ads.to_draft(ads.get(db, me, ad_id))
                ads.revise(db, me, ad_id, draft.model_copy(update={"name": f"Quetzal sofa {number} {turn}"}))
                ads.approve(db, desk, ad_id)
            elif kind == "sell":
                ads.mark_sold(db, me, ad_id)
            else:
                ads.delete(db, me, ad_id)
        if kind == "publish":
            mine.append(ad_id)
        elif kind in ("sell", "delete"):
            mine.remove(ad_id)
            ledger.note("withdrawn", ad_id)
        ledger.note(kind)


def read(ledger: Ledger, number: int, writing: threading.Event) -> None:
    chance = random.Random(number)
    while writing.is_set():
        withdrawn = ledger.withdrawn()
        params = {"keyword": chance.choice(WORDS)} if chance.random() < 0.8 else {"city": "Pune"}
        params |= {"sort": chance.choice(["", "newest", "price_asc"]), "maxPrice": chance.choice(["", "1500"])}
        with database.reading() as db:
            query = search.parse_query(params)
            page = search.list_ads(db, ANONYMOUS, query, Window(chance.choice([1, 1, 2]), 10), facets=True)
            offered = search.suggest(db, ANONYMOUS, "quetz")
        shown = {card.id for card in page.items} | {one.link.rsplit("/", 1)[-1] for one in offered if one.kind == "ad"}
        assert not shown & withdrawn, (params, shown & withdrawn)
        ledger.note("searches")


def make(ledger: Ledger, writing: threading.Event) -> None:
    while writing.is_set():
        if search.make_segments():
            ledger.note("segments")
        else:
            time.sleep(0.005)


def race(db: Session, seconds: float) -> Ledger:
    ledger, writing = Ledger(), threading.Event()
    writing.set()
    admin, shelf = factories.admin(db), factories.category(db)
    sellers = [factories.seller(db) for _ in range(WRITERS)]
    own = [[factories.ad(db, seller, shelf, name="Quetzal sofa").id for _ in range(ADS)] for seller in sellers]
    readers = [threading.Thread(target=ledger.run, args=(read, n, writing)) for n in range(READERS)]
    readers.append(threading.Thread(target=ledger.run, args=(make, writing)))
    for thread in readers:
        thread.start()
    until = time.monotonic() + seconds
    while True:
        writers = [
            threading.Thread(target=ledger.run, args=(write, ledger.counts.total() + n, seller, admin, shelf.id, mine))
            for n, (seller, mine) in enumerate(zip(sellers, own, strict=True))
        ]
        for thread in writers:
            thread.start()
        for thread in writers:
            thread.join()
        if ledger.problems or time.monotonic() >= until:
            break
    writing.clear()
    for thread in readers:
        thread.join()
    assert ledger.problems == []
    with database.reading() as fresh:
        found = search.list_ads(fresh, ANONYMOUS, search.parse_query({"keyword": "quetzal"}), Window(1, None))
        assert {card.id for card in found.items} == {ad_id for mine in own for ad_id in mine}
    assert all(ledger.counts[kind] for kind in ("publish", "change", "sell", "delete", "searches"))
    for seller in sellers:
        _clear(factories.actor(seller), seller.id)
    return ledger


def _clear(me, seller_id: str) -> None:
    """The database is shared with the next test of this kind."""
    with database.unit_of_work() as db:
        for ad_id in db.exec(select(Ad.id).where(Ad.seller_id == seller_id)).all():
            try:
                ads.delete(db, me, ad_id)
            except (Conflict, Gone):
                continue


@pytest.fixture(autouse=True)
def no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """These sellers post more than people do."""
    monkeypatch.setattr(get_settings(), "limit_ads", "1000000 per hour")


def test_searching_while_ads_come_and_go(crowd: Session):
    race(crowd, 0)


def test_searching_while_posting_lists_are_made(crowd: Session, monkeypatch: pytest.MonkeyPatch):
    lists_pay(monkeypatch, due=5, most=20)
    asked = []
    look_up = listed.look_up

    def noted(*arguments):
        asked.append(found := look_up(*arguments))
        return found

    monkeypatch.setattr(listed, "look_up", noted)
    ledger = race(crowd, 0)
    assert ledger.counts["segments"] > 3
    assert any(found is not None and len(found.segments) > 1 for found in asked)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("most", [20, 1_000_000])
def test_searching_for_a_minute_while_ads_come_and_go(crowd: Session, monkeypatch: pytest.MonkeyPatch, most: int):
    lists_pay(monkeypatch, due=5, most=most)
    ledger = race(crowd, 60)
    assert ledger.counts["searches"] > 500

"""What posting lists tell: each change at once, and nothing where they can't tell."""

import random

import pytest
from sqlalchemy import Connection
from sqlmodel import Session

from marketplace.actor import ANONYMOUS
from marketplace.domain import search
from marketplace.domain.paging import Window
from marketplace.domain.search import listed
from marketplace.domain.search.engines import engine_of, segments
from marketplace.domain.search.schemas import SearchQuery
from marketplace.models import AdStatus
from tests.domain.search.listing import changes, found, make, rename, sizes, withdraw
from tests.domain.search.ways import lists_pay


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    lists_pay(monkeypatch, due=6, most=10)


def test_what_changes_is_told_at_once(db: Session, shop):
    made = [shop() for _ in range(12)]
    make(db)
    numbers = found(db, "teak")
    assert numbers
    assert len(numbers) == 12
    withdraw(db, made[3])
    rename(db, made[5], "oak bench")
    fresh = shop("teak bench")
    assert len(found(db, "teak") or ()) == 11
    assert len(found(db, "bench") or ()) == 2
    page = search.list_ads(db, ANONYMOUS, search.parse_query({"keyword": "bench"}), Window(1, 9))
    assert {card.id for card in page.items} == {made[5].id, fresh.id}
    # Again, and made anew: the same.
    made[3].status = AdStatus.APPROVED
    db.add(made[3])
    search.refresh(db, made[3].id)
    assert len(found(db, "teak") or ()) == 12
    for _ in range(6):
        shop("oak stool")
    make(db)
    assert changes(db) < 6
    assert len(found(db, "teak") or ()) == 12
    assert len(found(db, "oak") or ()) == 7


def test_what_is_rolled_back_was_never_there(db: Session, connection: Connection, shop):
    for _ in range(12):
        shop()
    make(db)
    db.commit()
    nested = connection.begin_nested()
    shop("teak zither")
    assert len(found(db, "zither") or ()) == 1
    db.commit()
    nested.rollback()
    assert found(db, "zither") == []
    shop("teak sitar")
    assert found(db, "zither") == []
    assert len(found(db, "sitar") or ()) == 1


def test_too_many_changes_are_left_to_the_index(db: Session, shop, monkeypatch):
    for _ in range(9):
        shop()
    make(db)
    monkeypatch.setattr(segments, "MOST_CHANGED", 3)
    for _ in range(3):
        shop()
    assert len(found(db, "sofa") or ()) == 12
    shop()
    assert found(db, "sofa") is None
    page = search.list_ads(db, ANONYMOUS, search.parse_query({"keyword": "sofa"}), Window(1, 20))
    assert page.total == 13


def test_words_side_by_side_are_told_from_words_apart(db: Session, shop, monkeypatch):
    shop("second hand sofa")
    shop("hand made, second floor")
    shop("old sofa", description="a second hand one")
    shop("old sofa", description="a second one, by hand")
    for _ in range(8):
        shop("new sofa")
    make(db)
    fresh = shop("new sofa", description="not second hand")
    assert len(found(db, '"second hand"') or ()) == 3
    assert len(found(db, '"second hand" sofa -floor') or ()) == 3
    withdraw(db, fresh)
    assert len(found(db, '"second hand"') or ()) == 2
    # Whoever would be looked at by the hundred is left to the index, and so is what no list tells.
    monkeypatch.setattr(type(engine_of(db.connection())), "doubtful", 0)
    assert found(db, '"second hand"') is None
    assert found(db, '"a second one by"') is None
    assert found(db, 'sofa -"second hand"') is None


def test_everything_is_left_of_what_is_not_wanted(db: Session, shop):
    for at in range(12):
        shop("red bike" if at % 3 else "old sofa")
    make(db)
    shop("new bike")
    assert len(found(db, "-sofa") or ()) == 9
    assert found(db, "bike -bike") == []


def test_lists_find_what_the_index_finds(db: Session, shop, monkeypatch):
    chance = random.Random(5)
    made = []
    for step in range(80):
        kind = chance.random()
        if kind < 0.6 or len(made) < 5:
            words = chance.sample(["teak", "sofa", "bed", "old", "red", "bike", "air", "conditioner"], 3)
            made.append(shop(" ".join(words), city=chance.choice(["Pune", "Thane"]), price_paise=step * 100))
        elif kind < 0.8:
            withdraw(db, made.pop(chance.randrange(len(made))))
        else:
            rename(db, chance.choice(made), chance.choice(["old teak bed", "red bike", "AC"]))
        if step % 7 == 0:
            make(db)
        for keyword in ("sofa", "old -bike", "air conditioner", '"teak sofa"'):
            query = SearchQuery(
                keyword=keyword, city=chance.choice(["", "Pune"]), max_price=chance.choice([None, 30.0])
            )
            by_lists = search.list_ads(db, ANONYMOUS, query, Window(1, 50))
            with monkeypatch.context() as without:
                without.setattr(listed, "look_up", lambda *_: None)
                by_index = search.list_ads(db, ANONYMOUS, query, Window(1, 50))
            assert [card.id for card in by_lists.items] == [card.id for card in by_index.items], (step, query)
            assert by_lists.total == by_index.total
    assert len([size for size in sizes(db) if size]) > 2

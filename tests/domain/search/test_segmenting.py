"""How posting lists are made: of all ads, in parts, while others write; and whoever dies at it leaves all as it was."""

import pytest
from sqlmodel import Session

from marketplace import database
from marketplace.domain import search
from marketplace.domain.search.engines import engine_of, segmenting
from marketplace.models import AdStatus
from tests.domain.search.listing import changes, found, indexed, make, sizes, withdraw
from tests.domain.search.ways import lists_pay


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    lists_pay(monkeypatch, due=6, most=10)


def test_few_ads_have_no_lists_and_their_changes_are_forgotten(db: Session, shop, monkeypatch):
    monkeypatch.setattr(segmenting, "FEWEST_ADS", 5)
    for _ in range(4):
        shop()
    assert changes(db) == 4
    make(db)
    assert (sizes(db), changes(db), found(db, "sofa")) == ([None], 0, None)
    shop()
    make(db)
    assert (sizes(db), changes(db)) == ([5], 0)
    assert len(found(db, "sofa") or ()) == 5


def test_once_made_they_are_kept_up_whatever_is_left(db: Session, shop, monkeypatch):
    made = [shop() for _ in range(12)]
    make(db)
    monkeypatch.setattr(segmenting, "FEWEST_ADS", 50)
    for ad in made[:10]:
        withdraw(db, ad)
    make(db)
    assert changes(db) < 6
    assert len(found(db, "sofa") or ()) == 2


def test_all_ads_are_in_some_segment(db: Session, shop):
    for at in range(25):
        shop(f"sofa {at}")
    assert found(db, "sofa") is None
    make(db)
    assert sizes(db) == [10, 10, 5]
    assert changes(db) == 0
    assert indexed(db, "_all") == 25
    assert len(found(db, "sofa") or ()) == 25


def test_of_segments_that_are_not_all_made_nothing_is_told(db: Session, shop):
    for _ in range(25):
        shop()
    engine = engine_of(db.connection())
    draft = segmenting.due(db.connection())
    assert draft
    while some := draft.read(db.connection(), engine):
        draft.take(some)
    assert draft.keep(db.connection())
    assert sizes(db) == [10, None]
    assert found(db, "sofa") is None
    make(db)
    assert len(found(db, "sofa") or ()) == 25


def test_a_full_last_segment_leaves_room_for_what_comes(db: Session, shop):
    for _ in range(10):
        shop()
    make(db)
    assert sizes(db) == [10]
    for _ in range(7):
        shop()
    assert len(found(db, "sofa") or ()) == 17
    make(db)
    assert sizes(db) == [10, 7]
    assert len(found(db, "sofa") or ()) == 17


def test_what_changes_while_a_segment_is_made_stays_noted(db: Session, shop):
    made = [shop() for _ in range(8)]
    connection, engine = db.connection(), engine_of(db.connection())
    draft = segmenting.due(connection)
    assert draft
    some = draft.read(connection, engine)
    withdraw(db, made[2])
    late = shop("teak bench")
    draft.take(some)
    while some := draft.read(connection, engine):
        draft.take(some)
    assert draft.keep(connection)
    assert len(found(db, "teak") or ()) == 8
    assert len(found(db, "bench") or ()) == 1
    withdraw(db, late)
    assert found(db, "bench") == []


def test_of_two_who_make_the_same_one_does(db: Session, shop):
    for _ in range(9):
        shop()
    connection, engine = db.connection(), engine_of(db.connection())
    drafts = [segmenting.due(connection) for _ in range(2)]
    for draft in drafts:
        assert draft
        while some := draft.read(connection, engine):
            draft.take(some)
    assert [draft.keep(connection) for draft in drafts if draft] == [True, False]
    assert sizes(db) == [9]
    assert indexed(db, "_all") == 9


def test_an_index_that_is_made_anew_takes_no_list_of_before(db: Session, shop):
    for _ in range(9):
        shop()
    connection, engine = db.connection(), engine_of(db.connection())
    draft = segmenting.due(connection)
    assert draft
    while some := draft.read(connection, engine):
        draft.take(some)
    search.rebuild(db)
    assert not draft.keep(connection)
    assert sizes(db) == [9]
    assert indexed(db, "_all") == 9


def test_segments_that_ads_have_left_become_one(db: Session, shop):
    made = [shop() for _ in range(30)]
    make(db)
    assert sizes(db) == [10, 10, 10]
    for ad in (*made[:8], *made[10:18]):
        withdraw(db, ad)
    make(db)
    assert sizes(db) == [4, 10]
    assert len(found(db, "sofa") or ()) == 14
    for ad in made:
        if ad.status is AdStatus.APPROVED:
            withdraw(db, ad)
    make(db)
    assert found(db, "sofa") == []
    shop()
    assert len(found(db, "sofa") or ()) == 1


def test_the_duty_makes_all_that_is_due(db: Session, shop):
    for _ in range(25):
        shop()
    db.commit()
    assert [search.make_segments() for _ in range(4)] == [1, 1, 1, 0]
    assert sizes(db) == [10, 10, 5]


def test_whoever_dies_while_making_leaves_all_as_it_was(db: Session, shop, monkeypatch):
    for _ in range(9):
        shop()
    db.commit()
    monkeypatch.setattr(segmenting.bulk, "write", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        search.make_segments()
    with database.reading() as fresh:
        assert (sizes(fresh), changes(fresh)) == ([None], 9)


def test_changes_are_not_forgotten_under_whoever_makes_lists(db: Session, shop, monkeypatch):
    made = [shop() for _ in range(8)]
    connection, engine = db.connection(), engine_of(db.connection())
    draft = segmenting.due(connection)
    assert draft
    while some := draft.read(connection, engine):
        draft.take(some)
    withdraw(db, made[2])
    # Another finds that there are too few ads for lists.
    monkeypatch.setattr(segmenting, "FEWEST_ADS", 50)
    make(db)
    assert not draft.keep(connection)
    monkeypatch.setattr(segmenting, "FEWEST_ADS", 1)
    make(db)
    assert len(found(db, "sofa") or ()) == 7

"""Tests of the response cache with its tags: a change drops the pages that show it, and keeps the others."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta

import pytest
from sqlalchemy.exc import IntegrityError
from sqlmodel import select, update

from marketplace.cache import ResponseCache
from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.db import change_log, database, generation, memo, tags
from marketplace.db.change_log import ChangeLog
from marketplace.db.generation import GenerationReader
from marketplace.domain import accounts, ads, catalog, listings, saved_searches, search
from marketplace.domain.paging import Window
from marketplace.domain.search import SearchQuery
from marketplace.models import Account, AccountKind, Ad, CacheChange, Category
from tests import factories
from tests.client import TestClient


@pytest.fixture
def reader(crowded_engine, monkeypatch) -> Iterator[GenerationReader]:
    """A worker's reader that learns of changes by events alone."""
    monkeypatch.setattr(generation, "_MAX_AGE_S", 3_600)
    monkeypatch.setattr(generation, "_SQLITE_MAX_AGE_S", 3_600)
    made = GenerationReader(crowded_engine)
    events.subscribe(made.on_event)
    yield made
    events.unsubscribe(made.on_event)
    made.close()


@pytest.fixture
def client(crowd, reader, api_app) -> TestClient:
    return TestClient(ResponseCache(api_app, reader, max_bytes=10_000_000, max_age_s=3_600))


def stored(client: TestClient, *paths: str) -> list[bool]:
    """Whether each path is answered from the cache."""
    made: list[str] = []
    inner = client.app._app

    async def note(scope, receive, send):
        made.append(scope["path"] + (f"?{scope['query_string'].decode()}" if scope["query_string"] else ""))
        await inner(scope, receive, send)

    client.app._app = note
    try:
        for path in paths:
            assert client.get(path).is_success
    finally:
        client.app._app = inner
    return [path not in made for path in paths]


@pytest.fixture
def shop(crowd):
    """Two sellers with an ad each, in categories of their own."""
    made = []
    for _ in range(2):
        seller, category = factories.seller(crowd), factories.category(crowd)
        made.append((seller, category, factories.ad(crowd, seller, category)))
    return made


def paths_of(seller, category, ad) -> list[str]:
    return [
        f"/api/product/{ad.id}",
        f"/api/seller/{seller.id}",
        f"/api/product/approved/{seller.id}",
        f"/api/product/category/{category.id}",
        f"/api/category/{category.id}",
    ]


def test_an_ad_drops_its_page_its_lists_and_its_seller_and_keeps_the_others(crowd, client, shop):
    (seller, *_, ad), _ = shop
    own, others = (paths_of(*each) for each in shop)
    everywhere = ["/api/product/sell", "/api/category", "/api/product/search?keyword=sofa"]
    stored(client, *own, *others, *everywhere, "/api/testimonial")
    assert all(stored(client, *own, *others, *everywhere, "/api/testimonial"))
    assert client.post(f"/api/product/{ad.id}/sold", headers=factories.bearer(crowd, seller)).is_success
    assert stored(client, *own, *everywhere) == [False] * 8
    assert all(stored(client, *others, "/api/testimonial"))


def test_an_ad_that_moves_drops_the_lists_of_both_categories(crowd, client, shop):
    (seller, category, ad), (_, other, _) = shop
    third = factories.category(crowd)
    factories.ad(crowd, seller, third)
    lists = [f"/api/product/category/{each.id}" for each in (category, other, third)]
    stored(client, *lists)
    with database.unit_of_work() as work:
        moved = work.get_one(Ad, ad.id)
        catalog.queries.refile_category(work, category.id, other.id, None)
        listings.refresh(work, moved.id)
    assert stored(client, *lists) == [False, False, True]


def test_a_new_ad_drops_the_lists_that_it_is_in(crowd, client, shop):
    (seller, category, _), (_, other, _) = shop
    admin = factories.actor(factories.admin(crowd))
    waiting = factories.ad(crowd, seller, category, status="pending")
    lists = [f"/api/product/category/{each.id}" for each in (category, other)]
    stored(client, *lists, "/api/product/sell")
    with database.unit_of_work() as work:
        ads.approve(work, admin, waiting.id, version=1)
    assert stored(client, *lists, "/api/product/sell") == [False, True, False]


def test_a_profile_drops_the_pages_of_its_seller(crowd, client, shop):
    seller = shop[0][0]
    own, others = (paths_of(*each) for each in shop)
    stored(client, *own, *others)
    body = {"name": "Vina Rao"}
    assert client.put(f"/api/seller/{seller.id}", json=body, headers=factories.bearer(crowd, seller)).is_success
    assert not any(stored(client, own[0], own[1]))
    assert all(stored(client, *others))


def test_photos_and_closed_dates_drop_the_pages_that_show_them(crowd, client, shop):
    (seller, category, _), (other, _, ad) = shop
    rental = factories.ad(crowd, seller, category, ad_type="rent")
    calendar, profile = f"/api/product/{rental.id}/calendar", f"/api/seller/{seller.id}"
    others = [f"/api/product/{ad.id}", f"/api/seller/{other.id}"]
    stored(client, calendar, profile, *others)
    day = clock.now().date() + timedelta(days=9)
    own = factories.bearer(crowd, seller)
    closed = {"blocked": [{"from": f"{day}", "to": f"{day}"}]}
    assert client.put(calendar, json=closed, headers=own).is_success
    assert stored(client, calendar, profile, *others) == [False, True, True, True]
    with database.unit_of_work() as work:
        accounts.queries.replace_photos(work, seller.id, [])
    assert stored(client, calendar, profile, *others) == [False, False, True, True]


def test_a_category_that_is_renamed_drops_all_that_show_its_name(crowd, client, shop):
    own, others = (paths_of(*each) for each in shop)
    stored(client, *own, *others)
    admin = factories.actor(factories.admin(crowd))
    category = shop[0][1]
    with database.unit_of_work() as work:
        catalog.update_category(work, admin, category.id, name=f"Sofas {category.id}")
    assert client.get(own[-1]).json()["data"]["name"] == f"Sofas {category.id}"
    assert f"Sofas {category.id}" in client.get(own[0]).text


def test_a_statement_without_known_rows_drops_every_object_of_its_kind(crowd, client, shop):
    own, others = (paths_of(*each) for each in shop)
    stored(client, *own, *others, "/api/testimonial")
    with database.unit_of_work() as work:
        work.exec(update(Account).where(Account.id == shop[0][0].id).values(shop_name="Rao & Sons"))
    assert not any(stored(client, own[0], own[1], others[0], others[1]))
    assert stored(client, "/api/testimonial") == [True]


def test_a_failed_flush_hides_no_later_statement(crowd, client, shop):
    own = paths_of(*shop[0])
    stored(client, *own)
    with database.unit_of_work() as work:
        with suppress(IntegrityError), work.begin_nested():
            work.add(Category(name=shop[0][1].name, position=1))
            work.flush()
        work.exec(update(Account).where(Account.id == shop[0][0].id).values(shop_name="Rao & Sons"))
    assert not any(stored(client, *own[:2]))


def test_private_columns_drop_nothing(crowd, client, shop):
    own = paths_of(*shop[0])
    stored(client, *own)
    with database.unit_of_work() as work:
        work.get_one(Account, shop[0][0].id).password_hash = "!"
    assert all(stored(client, *own))


def test_an_unknown_commit_counts_as_a_change_of_everything(crowd, client, reader, shop):
    seller, own = shop[0][0], paths_of(*shop[0])
    stored(client, *own)
    with database.unit_of_work() as work:
        work.add(Category(name=f"After {seller.id}", position=9))
    # As after a restore, or for a worker that comes back after the entry was deleted.
    with database.unit_of_work() as work:
        work.delete(work.exec(select(CacheChange).order_by(CacheChange.number.desc())).first())
    assert not any(stored(client, *own))


def test_a_change_during_a_response_is_not_lost(crowd, client, shop):
    (_, _, ad), _ = shop
    path, inner = f"/api/product/{ad.id}", client.app._app

    async def change_meanwhile(scope, receive, send):
        with database.unit_of_work() as work:
            work.get_one(Ad, ad.id).featured = True
        await inner(scope, receive, send)

    client.app._app = change_meanwhile
    client.get(path)
    client.app._app = inner
    assert stored(client, path) == [False]


def test_statements_of_a_block_depend_on_its_objects_and_others_on_their_tables(crowd, shop):
    (seller, category, ad), _ = shop
    with database.read_only() as db, tags.record() as found:
        ads.get(db, Actor(), ad.id)
    assert {f"ad:{ad.id}", f"seller:{seller.id}", "categories", "uploads"} <= found
    assert not found & {"ads", "ad_versions", "accounts", "listings"}
    with database.read_only() as db, tags.record() as found:
        search.list_ads(db, Actor(), SearchQuery(category_id=category.id), Window(1, 12))
    assert f"category:{category.id}" in found
    assert "listings" not in found
    with database.read_only() as db, tags.record() as found:
        search.list_ads(db, Actor(), SearchQuery(keyword="sofa"), Window(1, 12))
    assert "listings" in found


def test_a_log_that_misses_entries_starts_again():
    log = ChangeLog()
    log.follow(5, lambda _: [])
    log.follow(6, lambda _: [(6, '["ad:1"]')])
    assert log.is_unchanged(5, {"ad:2"})
    assert not log.is_unchanged(5, {"ad:1"})
    assert not log.is_unchanged(4, {"ad:2"})
    assert not log.is_unchanged(5, {tags.EVERYTHING})
    log.follow(8, lambda _: [(8, '["ad:1"]')])
    assert not log.is_unchanged(6, {"ad:2"})
    assert log.is_unchanged(8, {"ad:2"})


def test_what_the_index_has_followed_is_dropped_once_more(crowd, client, shop):
    own, others = (paths_of(*each) for each in shop)
    before = number()
    with database.unit_of_work() as work:
        work.get_one(Ad, shop[0][2].id).featured = True
    stored(client, *own, *others)
    with database.unit_of_work() as work:
        change_log.repeat(work.connection(), before)
    assert stored(client, own[0], others[0]) == [False, True]
    after = number()
    with database.unit_of_work() as work:
        # `repeat` ignores the entry that an earlier repetition wrote.
        change_log.repeat(work.connection(), after - 1)
    assert number() == after
    stored(client, *others)
    with database.unit_of_work() as work:
        change_log.repeat(work.connection(), -1)
    assert not any(stored(client, *others))


def number() -> int:
    with database.read_only() as db:
        return change_log.read_number(db.connection())


def test_old_entries_are_deleted(crowd, monkeypatch):
    monkeypatch.setattr(change_log, "_KEPT", 1)
    factories.category(crowd)
    with database.unit_of_work() as work:
        assert change_log.prune(work) == 0
    with database.read_only() as db:
        assert db.exec(select(CacheChange.number)).all() == [number()]


def test_the_catalogue_is_read_once_until_it_changes(crowd):
    factories.category(crowd)
    loads = []
    counted = memo.memoized(lambda db: (loads.append(1), len(catalog.queries.list_categories(db)))[1])

    def count() -> int:
        with database.read_only() as db:
            return counted(db)

    before = count()
    assert count() == before
    with database.unit_of_work() as work:
        work.add(Account(kind=AccountKind.BUYER, email=f"{before}@e.org", username="n", username_key=f"n{before}",
                         password_hash="!", name="N"))  # fmt: skip
    assert count() == before
    assert len(loads) == 1
    with database.unit_of_work() as work:
        work.add(Category(name=f"New {before}", position=1))
        # Its own change, before the commit.
        work.flush()
        assert counted(work) == before + 1
    assert count() == before + 1
    assert len(loads) == 3


def test_a_saved_search_that_follows_nobody_drops_nothing(crowd, client):
    seller = factories.seller(crowd)
    crowd.commit()
    path = f"/api/seller/{seller.id}"
    stored(client, path)
    buyer = factories.actor(factories.buyer(crowd))
    with database.unit_of_work() as db:
        saved_searches.save_search(db, buyer, SearchQuery(keyword="sofa"))
    assert stored(client, path) == [True]
    with database.unit_of_work() as db:
        saved_searches.follow(db, buyer, seller.id)
    assert stored(client, path) == [False]

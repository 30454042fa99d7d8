"""Tests of the cache around the real API and pages: changes are visible at once, on every worker."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import event

from marketplace.cache import ResponseCache
from marketplace.cache.policy import SCOPE_KEY, CachePolicy
from marketplace.core import clock, events
from marketplace.db import generation
from marketplace.db.generation import GenerationReader
from marketplace.db.tags import PUBLIC_TABLES, WRITTEN_WITH
from marketplace.domain import chat
from marketplace.ssr import pages
from marketplace.web.base.page_url import PageUrl
from tests import factories
from tests.client import TestClient

# Also read, but written only together with a table that advances the generation.
_WRITTEN_TOGETHER = {
    *WRITTEN_WITH,
    "editions",
    "cache_changes",
}


@pytest.fixture
def workers(crowd, crowded_engine, api_app, monkeypatch) -> Iterator[list[TestClient]]:
    """Two workers that share the database and events, like two processes."""
    # So that nothing is refreshed by time during the test.
    monkeypatch.setattr(generation, "_MAX_AGE_S", 3_600)
    made = [GenerationReader(crowded_engine), GenerationReader(crowded_engine)]
    for one in made:
        events.subscribe(one.on_event)
    yield [TestClient(ResponseCache(api_app, one, max_bytes=10_000_000, max_age_s=3_600)) for one in made]
    for one in made:
        events.unsubscribe(one.on_event)
        one.close()


@pytest.fixture
def seller(crowd):
    return factories.seller(crowd)


@pytest.fixture
def category(crowd):
    return factories.category(crowd)


def _ids(client: TestClient, path: str, **options) -> list[str]:
    body = client.get(path, **options).json()
    return [product["_id"] for product in (body["products"] if "products" in body else body["data"])]


@pytest.fixture
def paths(category) -> list[str]:
    return [
        f"/api/product/sell?categoryId={category.id}",
        f"/api/product/search?categoryId={category.id}",
        f"/api/product/category/{category.id}",
    ]


def test_withdrawn_ad_disappears_on_every_worker(crowd, workers, seller, category, paths):
    ad = factories.ad(crowd, seller, category)
    # The factory does not use a unit of work, so nothing is cached before this.
    for worker in workers:
        for path in paths:
            assert _ids(worker, path) == [ad.id]
        assert worker.get(f"/api/product/{ad.id}").status_code == 200
        assert worker.get(f"/api/category/{category.id}").json()["data"]["count"] == 1
    own = factories.bearer(crowd, seller)
    assert workers[0].delete(f"/api/product/{ad.id}", headers=own).status_code == 200
    for worker in workers:
        for path in paths:
            assert _ids(worker, path) == []
        assert worker.get(f"/api/product/{ad.id}").status_code == 410
        assert worker.get(f"/api/category/{category.id}").json()["data"]["count"] == 0


def test_own_change_is_visible_without_events(crowd, workers, seller, category, paths):
    ad = factories.ad(crowd, seller, category)
    own = factories.bearer(crowd, seller)
    for worker in workers:
        for path in paths:
            worker.get(path)
            assert _ids(worker, path, headers=own) == [ad.id]
    for subscriber in list(events._subscribers):
        events.unsubscribe(subscriber)
    assert workers[0].post(f"/api/product/{ad.id}/sold", headers=own).status_code == 200
    for worker in workers:
        for path in paths:
            assert _ids(worker, path, headers=own) == []


def test_wishlist_is_visible_to_its_owner_only(crowd, workers, seller, category, paths):
    ad = factories.ad(crowd, seller, category)
    buyer = factories.bearer(crowd, factories.buyer(crowd))
    assert workers[0].get(paths[0]).json()["products"][0]["wishlisted"] is False
    assert workers[0].post("/api/wishlist", json={"productId": ad.id}, headers=buyer).is_success
    for worker in workers:
        assert worker.get(paths[0], headers=buyer).json()["products"][0]["wishlisted"] is True
        assert worker.get(paths[0]).json()["products"][0]["wishlisted"] is False


def test_ads_of_a_suspended_seller_disappear(crowd, workers, seller, category, paths):
    factories.ad(crowd, seller, category)
    admin = factories.bearer(crowd, factories.admin(crowd))
    assert all(_ids(worker, paths[0]) for worker in workers)
    address = f"/api/admin/accounts/{seller.id}/suspend"
    assert workers[1].post(address, json={"reason": "Fraud"}, headers=admin).is_success
    assert not any(_ids(worker, paths[0]) for worker in workers)


def test_seller_page_calendar_and_suggestions_have_etags(crowd, workers, seller, category):
    ad = factories.ad(crowd, seller, category, name="Zither of walnut", ad_type="rent")
    own = factories.bearer(crowd, seller)
    day = clock.now().date() + timedelta(days=9)
    closed = {"blocked": [{"from": f"{day}", "to": f"{day}"}]}
    profile, calendar = f"/api/seller/{seller.id}", f"/api/product/{ad.id}/calendar"
    changes = {
        f"/api/product/approved/{seller.id}": lambda: workers[0].post(f"/api/product/{ad.id}/sold", headers=own),
        "/api/search/suggest?q=zithe": lambda: workers[0].post(f"/api/product/{ad.id}/relist", headers=own),
        calendar: lambda: workers[0].put(calendar, json=closed, headers=own),
        profile: lambda: workers[0].put(profile, json={"name": "Vina Rao"}, headers=own),
    }
    for path, change in changes.items():
        tags = {worker.get(path).headers["etag"] for worker in workers}
        assert len(tags) == 1
        for worker in workers:
            assert worker.get(path, headers={"If-None-Match": tags.copy().pop()}).status_code == 304
        assert change().is_success, path
        for worker in workers:
            assert worker.get(path).headers["etag"] not in tags, path


def test_sellers_own_view_is_not_stored(crowd, workers, seller):
    path = f"/api/seller/{seller.id}"
    for account in (seller, factories.admin(crowd)):
        answer = workers[0].get(path, headers=factories.bearer(crowd, account))
        assert answer.json()["data"]["email"] == seller.email
        assert "etag" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"
    assert "email" not in workers[0].get(path).json()["data"]


def test_cacheable_responses_read_only_tables_that_advance_the_generation(db, connection, api_app, monkeypatch):
    """If this fails, add the table to `tags.PUBLIC_TABLES`."""
    # The one value that may be older on a cached page: a median of months, read from messages. If messages advanced the
    # generation, a busy chat would empty the cache.
    monkeypatch.setattr(chat, "find_reply_time", lambda *_: None)
    seller, category = factories.seller(db), factories.category(db)
    ad = factories.ad(db, seller, category, name="Teak sofa", ad_type="rent")
    subcategory = factories.subcategory(db, category)
    names = {
        "product_id": ad.id,
        "category_id": category.id,
        "subcategory_id": subcategory.id,
        "seller_id": seller.id,
    }
    # Without a keyword the search tables are not read.
    queries = {"/api/search/suggest": "?q=sof", "/api/product/search": "?keyword=sofa%20pune"}
    read: set[str] = set()
    tables_of: dict[str, set[str]] = {}

    def note(_connection, _cursor, statement, *_more) -> None:
        # A name followed by a parenthesis is a function.
        read.update(re.findall(r'\b(?:FROM|JOIN)\s+"?([a-z_]+)\b(?!\()"?', statement))

    async def with_policy(scope, receive, send) -> None:
        read.clear()
        scope[SCOPE_KEY] = CachePolicy()
        await api_app(scope, receive, send)
        if scope[SCOPE_KEY].is_public:
            tables_of[scope["path"]] = set(read)

    anonymous = TestClient(with_policy)
    event.listen(connection, "before_cursor_execute", note)
    for path, operations in api_app.openapi()["paths"].items():
        if "get" in operations and set(re.findall(r"{(\w+)}", path)) <= names.keys():
            anonymous.get(path.format(**names) + queries.get(path, ""))
    for page in ("/", "/categories", f"/category/{category.id}", "/products/rent", "/products/featured",
                 "/products/search?keyword=sofa", f"/products/{ad.id}", f"/sellers/{seller.id}", "/about"):  # fmt: skip
        read.clear()
        path, _, query = page.partition("?")
        found = pages.find(path)
        assert found is not None
        assert pages.load(found, PageUrl(path, query), pages.Caller()).status == 200
        tables_of[page] = set(read)
    event.remove(connection, "before_cursor_execute", note)
    assert {"/api/category", "/api/product/search", f"/api/product/{ad.id}", "/api/testimonial"} <= tables_of.keys()
    own = {f"/api/product/approved/{seller.id}", f"/api/seller/{seller.id}", f"/api/product/{ad.id}/calendar"}
    assert own | {"/api/search/suggest"} <= tables_of.keys()
    assert all(tables_of[path] for path in (*own, "/api/search/suggest"))
    missing = {where: tables - set(PUBLIC_TABLES) - _WRITTEN_TOGETHER for where, tables in tables_of.items()}
    assert {where: tables for where, tables in missing.items() if tables} == {}

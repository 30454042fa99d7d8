"""Kept answers over the real API and pages: never what was withdrawn, and one's own change at once, on every worker."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import event

from marketplace import clock, editions, events
from marketplace.documents.document import Asked
from marketplace.documents.pages import find as find_page
from marketplace.editions import _SHOWN, Editions
from marketplace.ready import Ready
from marketplace.ready.marks import KEY, Mark
from tests import factories

# Read beside what the edition covers, and written only together with it, or anew with the same in it (posting lists); `cities` names
# a part of one statement.
_WITH_THE_REST = {
    "cities",
    "listing_counts",
    "listing_values",
    "search_index",
    "search_words",
    "search_word_parts",
    "search_segments",
    "search_postings",
    "search_changes",
    "editions",
}


@pytest.fixture
def workers(crowd, crowded_engine, api_app, monkeypatch) -> Iterator[list[TestClient]]:
    """Two, as two processes are: nothing in common but the database, and events."""
    # So that nothing comes right by itself during the test.
    monkeypatch.setattr(editions, "_GLANCE_S", 3_600)
    made = [Editions(crowded_engine), Editions(crowded_engine)]
    for one in made:
        events.listen(one.hear)
    yield [TestClient(Ready(api_app, one, most_bytes=10_000_000, max_age_s=3_600)) for one in made]
    for one in made:
        events.forget(one.hear)
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


def test_a_withdrawn_ad_is_gone_on_every_worker(crowd, workers, seller, category, paths):
    ad = factories.ad(crowd, seller, category)
    # The rows of the factory are no unit of work: what is public begins here.
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


def test_own_changes_show_at_once_even_where_no_event_arrives(crowd, workers, seller, category, paths):
    ad = factories.ad(crowd, seller, category)
    own = factories.bearer(crowd, seller)
    for worker in workers:
        for path in paths:
            worker.get(path)
            assert _ids(worker, path, headers=own) == [ad.id]
    for listener in list(events._listeners):
        events.forget(listener)
    assert workers[0].post(f"/api/product/{ad.id}/sold", headers=own).status_code == 200
    for worker in workers:
        for path in paths:
            assert _ids(worker, path, headers=own) == []


def test_saving_shows_to_the_one_who_saved(crowd, workers, seller, category, paths):
    ad = factories.ad(crowd, seller, category)
    buyer = factories.bearer(crowd, factories.buyer(crowd))
    assert workers[0].get(paths[0]).json()["products"][0]["wishlisted"] is False
    assert workers[0].post("/api/wishlist", json={"productId": ad.id}, headers=buyer).is_success
    for worker in workers:
        assert worker.get(paths[0], headers=buyer).json()["products"][0]["wishlisted"] is True
        assert worker.get(paths[0]).json()["products"][0]["wishlisted"] is False


def test_ads_of_a_suspended_seller_are_gone(crowd, workers, seller, category, paths):
    factories.ad(crowd, seller, category)
    admin = factories.bearer(crowd, factories.admin(crowd))
    assert all(_ids(worker, paths[0]) for worker in workers)
    address = f"/api/admin/accounts/{seller.id}/suspend"
    assert workers[1].post(address, json={"reason": "Fraud"}, headers=admin).is_success
    assert not any(_ids(worker, paths[0]) for worker in workers)


def test_a_sellers_page_calendar_and_suggestions_come_with_their_names(crowd, workers, seller, category):
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


def test_a_sellers_own_view_stays_nowhere(crowd, workers, seller):
    path = f"/api/seller/{seller.id}"
    for account in (seller, factories.admin(crowd)):
        answer = workers[0].get(path, headers=factories.bearer(crowd, account))
        assert answer.json()["data"]["email"] == seller.email
        assert "etag" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"
    assert "email" not in workers[0].get(path).json()["data"]


def test_everything_kept_is_read_from_tables_that_raise_the_edition(db, connection, api_app):
    """Whoever makes another answer kept, or lets one read another table, has that table watched too."""
    seller, category = factories.seller(db), factories.category(db)
    ad = factories.ad(db, seller, category, name="Teak sofa", ad_type="rent")
    subcategory = factories.subcategory(db, category)
    names = {
        "product_id": ad.id,
        "category_id": category.id,
        "subcategory_id": subcategory.id,
        "seller_id": seller.id,
    }
    # Without a word nothing is looked for.
    queries = {"/api/search/suggest": "?q=sof", "/api/product/search": "?keyword=sofa%20pune"}
    read: set[str] = set()
    kept: dict[str, set[str]] = {}

    def note(_connection, _cursor, statement, *_more) -> None:
        # What is followed by arguments is a function.
        read.update(re.findall(r'\b(?:FROM|JOIN)\s+"?([a-z_]+)\b(?!\()"?', statement))

    async def marked(scope, receive, send) -> None:
        read.clear()
        scope[KEY] = Mark()
        await api_app(scope, receive, send)
        if scope[KEY].kept:
            kept[scope["path"]] = set(read)

    strangers = TestClient(marked)
    event.listen(connection, "before_cursor_execute", note)
    for path, operations in api_app.openapi()["paths"].items():
        if "get" in operations and set(re.findall(r"{(\w+)}", path)) <= names.keys():
            strangers.get(path.format(**names) + queries.get(path, ""))
    for page in ("/", "/categories", f"/category/{category.id}", "/products/rent", "/products/featured",
                 "/products/search?keyword=sofa", f"/products/{ad.id}", f"/sellers/{seller.id}", "/about"):  # fmt: skip
        read.clear()
        path, _, query = page.partition("?")
        found = find_page(Asked(path, query=dict([query.split("=")]) if query else {}))
        assert found is not None
        assert found.status == 200
        kept[page] = set(read)
    event.remove(connection, "before_cursor_execute", note)
    assert {"/api/category", "/api/product/search", f"/api/product/{ad.id}", "/api/testimonial"} <= kept.keys()
    own = {f"/api/product/approved/{seller.id}", f"/api/seller/{seller.id}", f"/api/product/{ad.id}/calendar"}
    assert own | {"/api/search/suggest"} <= kept.keys()
    assert all(kept[path] for path in (*own, "/api/search/suggest"))
    unwatched = {where: tables - set(_SHOWN) - _WITH_THE_REST for where, tables in kept.items()}
    assert {where: tables for where, tables in unwatched.items() if tables} == {}

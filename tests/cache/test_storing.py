"""Tests of what the cache stores: known URLs of limited length, within its memory, until they expire."""

import dataclasses
import sys

import cachetools
import pytest

from marketplace import cache
from marketplace.cache.responses import CachedResponse
from marketplace.domain import search
from marketplace.domain.search import params
from marketplace.ssr.responses import is_parameter
from tests import factories
from tests.cache.test_middleware import Clock, CountingApp
from tests.client import TestClient

MAX_BYTES = 1_000_000
KNOWN = {"page", "keyword"}.__contains__


@pytest.fixture
def cached(db, api_app) -> TestClient:
    return TestClient(cache.ResponseCache(api_app, Clock(), max_bytes=MAX_BYTES, max_age_s=3_600))


def stored(client: TestClient) -> list[tuple[str, bytes, str]]:
    return list(client.app._stored)


def memory_of(client: TestClient) -> int:
    """Return the bytes of the stored keys and responses; shared objects count once."""
    seen: dict[int, int] = {}

    def walk(value) -> None:
        if id(value) in seen or not isinstance(value, (str, bytes, list, tuple, dict, CachedResponse)):
            return
        seen[id(value)] = sys.getsizeof(value)
        inside = value
        if isinstance(value, CachedResponse):
            inside: list = [getattr(value, each.name) for each in dataclasses.fields(value)]
        elif isinstance(value, dict):
            inside = [*value, *value.values()]
        if not isinstance(value, (str, bytes)):
            for each in inside:
                walk(each)

    walk(list(client.app._stored.items()))
    return sum(seen.values())


def test_long_queries_do_not_fill_the_cache(cached):
    for number in range(200):
        assert cached.get(f"/api/category?{number}={'x' * 7_000}").status_code == 200
    assert memory_of(cached) < MAX_BYTES


@pytest.mark.parametrize("length", [0, 800])
@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_limit_is_close_to_the_memory_used(cached, length, encoding):
    for number in range(1, 400):
        path = f"/api/testimonial?page={number}&limit={'0' * length}1"
        assert cached.get(path, headers={"Accept-Encoding": encoding}).status_code == 200
    assert len(stored(cached)) > 100
    assert stored(cached)[-1][1].startswith(b"page=399&")
    assert MAX_BYTES / 3 < memory_of(cached) < MAX_BYTES


def test_long_url_is_not_stored(cached):
    path = f"/api/product/search?keyword={'sofa%20' * 200}"
    assert [cached.get(path).status_code for _ in range(2)] == [200, 200]
    assert stored(cached) == []
    assert cached.get(path).headers["etag"] == cached.get(path).headers["etag"]


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("/api/category", ["", "?page=1&limit=5", "?page=&limit="]),
        ("/api/subcategory", ["?category={category}"]),
        ("/api/product/sell", ["?keyword=sofa&sort=newest&field[colour]=red&page=1", "?sellerId=1&literal=true"]),
        ("/api/product/{rental}/calendar", ["", "?pickup=&drop="]),
        ("/api/search/suggest", ["?q=so"]),
        ("/api/seller/{seller}", [""]),
    ],
)
def test_unknown_parameter_is_not_stored(db, cached, path, known):
    seller, category = factories.seller(db), factories.category(db)
    rental = factories.ad(db, seller, category, ad_type="rent")
    names = {"seller": seller.id, "category": category.id, "rental": rental.id}
    for number, query in enumerate(known, 1):
        address = (path + query).format(**names)
        assert cached.get(address).status_code == 200
        assert len(stored(cached)) == number
        for other in ("other=1", "Page=1", "field=1", "field[]=1", "page[]=1", "%70age2=", "other"):
            again = cached.get(f"{address}{'&' if query else '?'}{other}")
            assert (again.status_code, again.content) == (200, cached.get(address).content)
            assert "etag" in again.headers
        assert len(stored(cached)) == number


def test_pages_know_the_parameters_of_lists():
    assert all(is_parameter(name) for name in ("page", "view", "keyword", "field[a]", "near"))
    assert not any(is_parameter(name) for name in ("", "utm_source", "Page", "field", "field[a]b"))


def test_all_search_parameters_are_known(monkeypatch):
    asked: set[str] = set()

    class Noting(dict):
        def get(self, name, default=None):
            asked.add(name)
            return super().get(name, default)

        def __contains__(self, name):
            asked.add(name)
            return super().__contains__(name)

    class Reader(params._Reader):
        def __init__(self, given):
            super().__init__(given)
            self.params = Noting(self.params)

    monkeypatch.setattr(params, "_Reader", Reader)
    search.parse_query({"lat": "18.5", "lng": "73.8"})
    assert asked == params._NAMES
    assert all(search.is_parameter(name) for name in asked)


def test_least_recently_used_response_is_evicted():
    client = TestClient(cache.ResponseCache(CountingApp(), Clock(), max_bytes=20_000, max_age_s=60))
    for number in range(10):
        client.get(f"/everyone/{number}")
        client.get("/everyone/0")
    assert client.app._stored.currsize <= 20_000
    paths = [path for path, *_ in stored(client)]
    assert "/everyone/0" in paths
    assert "/everyone/9" in paths
    assert "/everyone/1" not in paths


def test_very_large_response_is_not_stored():
    client = TestClient(cache.ResponseCache(CountingApp(), Clock(), max_bytes=8_000, max_age_s=60))
    assert client.get("/everyone").text.endswith("1")
    assert client.get("/everyone").text.endswith("2")
    assert stored(client) == []


def test_expired_responses_are_removed():
    client = TestClient(cache.ResponseCache(CountingApp(), Clock(), max_bytes=MAX_BYTES, max_age_s=0))
    for number in range(10):
        client.get(f"/everyone/{number}")
    # An expired response is removed when the next one is stored.
    assert cachetools.Cache.__len__(client.app._stored) <= 1

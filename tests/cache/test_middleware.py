"""Tests of the response cache around a stub app that counts its calls."""

import asyncio
from collections.abc import Collection

import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from marketplace import cache
from marketplace.http import cookies
from tests.client import TestClient

LONG = "long enough to be worth compressing " * 40
SIGNED_IN = {"Authorization": "Bearer token"}


class Clock:
    """A generation source that the test controls."""

    def __init__(self):
        self.number: int | None = 1

    async def current(self) -> int | None:
        return self.number

    def is_unchanged(self, since: int, recorded: Collection[str]) -> bool:
        return since == self.number


class CountingApp:
    """An app whose response contains the number of its calls."""

    def __init__(self):
        self.asked = 0
        self.then = lambda: None

    async def __call__(self, scope, receive, send):
        self.asked += 1
        path = scope["path"]
        if "everyone" in path or "strangers" in path:
            cache.allow_caching(scope, {"page"}.__contains__)
        answer: Response = PlainTextResponse(f"{LONG} {self.asked}")
        if path.startswith("/api/"):
            answer = JSONResponse({"text": LONG, "asked": self.asked})
        if "cookie" in path:
            answer.set_cookie("own", "x")
        if "by-origin" in path:
            answer.headers["vary"] = "Origin"
        if "missing" in path:
            answer.status_code = 404
        self.then()
        await answer(scope, receive, send)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def inside() -> CountingApp:
    return CountingApp()


@pytest.fixture
def client(inside: CountingApp, clock: Clock) -> TestClient:
    return TestClient(cache.ResponseCache(inside, clock, max_bytes=1_000_000, max_age_s=60))


def test_response_is_cached_until_the_generation_advances(client, inside, clock):
    first = client.get("/everyone?page=1")
    again = client.get("/everyone?page=1")
    assert again.text == first.text
    assert (first.headers.get("cache-status"), again.headers["cache-status"]) == (None, "marketplace; hit")
    assert inside.asked == 1
    clock.number = 2
    assert client.get("/everyone?page=1").text != first.text


def test_each_url_has_its_own_response(client, inside):
    assert len({client.get(path).text for path in ("/everyone", "/everyone?page=2", "/everyone/more")}) == 3


def test_cache_is_not_used_while_the_generation_is_unknown(client, inside, clock):
    client.get("/everyone")
    clock.number = None
    assert client.get("/everyone").text.endswith("2")
    clock.number = 1
    assert client.get("/everyone").text.endswith("1")


def test_response_started_before_a_change_has_the_old_generation(client, inside, clock):
    def change() -> None:
        clock.number = 2

    inside.then = change
    client.get("/everyone")
    assert client.get("/everyone").text.endswith("2")


def test_anonymous_responses_are_sent_to_anonymous_callers_only(client, inside, clock):
    client.get("/strangers")
    assert client.get("/strangers", headers=SIGNED_IN).text.endswith("2")
    assert client.get("/strangers", headers={"Cookie": "a=b; marketplace_session=x"}).text.endswith("3")
    assert client.get("/strangers", headers={"Cookie": "a=b"}).text.endswith("1")


@pytest.mark.parametrize("path", ["/strangers", "/api/strangers"])
def test_proxies_may_store_only_what_anonymous_callers_get(inside, clock, path):
    client = TestClient(cache.ResponseCache(inside, clock, max_bytes=1_000_000, max_age_s=60, shared_max_age_s=5))
    shared = "max-age=0, s-maxage=5, stale-while-revalidate=5"
    signed_in = [SIGNED_IN, {"Cookie": "marketplace_session=x"}]
    assert [client.get(path, headers=each).headers["cache-control"] for each in signed_in] == ["no-cache", "no-cache"]
    assert [client.get(path).headers["cache-control"] for _ in range(2)] == [shared, shared]
    assert client.get(path).headers["vary"] == "Accept-Encoding, Authorization, Cookie"
    assert client.get(f"{path}/cookie").headers.get("cache-control") is None


def test_proxies_may_not_store_a_page_for_one_town(inside, clock):
    """A CDN that ignores `Vary: Cookie` would show this town's page to visitors from all towns."""
    client = TestClient(cache.ResponseCache(inside, clock, max_bytes=1_000_000, max_age_s=60, shared_max_age_s=5))
    town, other = ({"Cookie": each} for each in (f"{cookies.CITY}=Pune", "a=b"))
    assert [client.get("/strangers", headers=town).headers["cache-control"] for _ in range(2)] == ["no-cache"] * 2
    # A cookie that the page does not depend on; the cache sends the same response to visitors without one.
    assert "s-maxage=5" in client.get("/strangers", headers=other).headers["cache-control"]
    assert "s-maxage=5" in client.get("/strangers").headers["cache-control"]
    assert "s-maxage=5" in client.get("/api/strangers", headers=town).headers["cache-control"]


def test_response_for_a_signed_in_caller_is_not_stored(client):
    client.get("/strangers", headers=SIGNED_IN)
    assert client.get("/strangers").text.endswith("2")


@pytest.mark.parametrize("path", ["/plain", "/everyone/cookie", "/everyone/missing"])
def test_uncacheable_responses_are_not_stored(client, path):
    client.get(path)
    assert client.get(path).text.endswith("2")


@pytest.mark.parametrize("headers", [{"Origin": "http://elsewhere"}, {"Range": "bytes=0-9"}])
def test_origin_and_range_requests_bypass_the_cache(client, headers):
    client.get("/everyone")
    assert client.get("/everyone", headers=headers).text.endswith("2")


def test_post_bypasses_the_cache(client, inside):
    client.get("/everyone")
    assert client.post("/everyone").text.endswith("2")


def test_compressed_and_plain_have_the_same_weak_etag(client):
    packed = client.get("/everyone", headers={"Accept-Encoding": "br;q=1, gzip"})
    plain = client.get("/everyone", headers={"Accept-Encoding": "gzip;q=0"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text
    assert packed.headers["etag"] == plain.headers["etag"]
    assert packed.headers["etag"].startswith('W/"')
    assert packed.headers["vary"] == "Accept-Encoding, Authorization, Cookie"
    assert int(plain.headers["content-length"]) == len(plain.content)


def test_compressed_on_the_first_request_that_accepts_it(client):
    plain = client.get("/everyone", headers={"Accept-Encoding": "identity"})
    packed = client.get("/everyone", headers={"Accept-Encoding": "gzip"})
    again = client.get("/everyone", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert packed.text == plain.text == again.text


def test_response_varies_by_origin(client):
    assert client.get("/everyone/by-origin").headers["vary"] == "Accept-Encoding, Authorization, Cookie, Origin"


def test_anonymous_response_varies_by_credentials(client):
    assert client.get("/strangers").headers["vary"] == "Accept-Encoding, Authorization, Cookie"
    assert client.get("/strangers").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
def test_matching_etag_gets_304(client, form):
    tag = client.get("/everyone").headers["etag"].removeprefix("W/")
    answer = client.get("/everyone", headers={"If-None-Match": form.format(tag)})
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["etag"] == f"W/{tag}"
    assert client.get("/everyone", headers={"If-None-Match": '"other"'}).status_code == 200


def test_head_has_no_body(client):
    whole = client.get("/everyone")
    head = client.head("/everyone")
    assert head.content == b""
    assert head.headers["content-length"] == whole.headers["content-length"]


def test_private_api_json_is_compressed_but_not_stored(client):
    first = client.get("/api/own", headers=SIGNED_IN)
    assert first.headers["content-encoding"] == "gzip"
    assert "etag" not in first.headers
    assert first.headers["cache-control"] == "no-store"
    assert client.get("/api/own", headers=SIGNED_IN).json()["asked"] == 2


def test_expired_response_is_created_again(inside, clock):
    client = TestClient(cache.ResponseCache(inside, clock, max_bytes=1_000_000, max_age_s=0))
    client.get("/everyone")
    assert client.get("/everyone").text.endswith("2")


def test_cache_of_zero_bytes_stores_nothing(inside, clock):
    client = TestClient(cache.ResponseCache(inside, clock, max_bytes=0, max_age_s=60))
    client.get("/everyone")
    assert client.get("/everyone").text.endswith("2")


def test_concurrent_requests_create_the_response_once(clock):
    asked, sent = 0, []

    async def slow(scope, receive, send):
        nonlocal asked
        asked += 1
        cache.allow_caching(scope, set().__contains__)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await PlainTextResponse(LONG)(scope, receive, send)

    layer = cache.ResponseCache(slow, clock, max_bytes=1_000_000, max_age_s=60)

    async def ask() -> None:
        async def send(message):
            sent.append(message)

        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
        await layer(scope, _nothing, send)

    async def all_of_them() -> None:
        await asyncio.gather(*(ask() for _ in range(20)))

    asyncio.run(all_of_them())
    assert asked == 1
    assert [message["status"] for message in sent if "status" in message] == [200] * 20
    assert all(message["body"] == LONG.encode() for message in sent if "body" in message)


def test_waiting_requests_survive_a_failure_of_the_first(clock):
    asked, statuses = 0, []

    async def fails_first(scope, receive, send):
        nonlocal asked
        asked += 1
        if asked == 1:
            await asyncio.sleep(0)
            raise RuntimeError("the first one")
        cache.allow_caching(scope, set().__contains__)
        await PlainTextResponse("fine")(scope, receive, send)

    layer = cache.ResponseCache(fails_first, clock, max_bytes=1_000_000, max_age_s=60)

    async def ask() -> None:
        async def send(message):
            if "status" in message:
                statuses.append(message["status"])

        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
        await layer(scope, _nothing, send)

    async def both() -> tuple:
        return await asyncio.gather(ask(), ask(), return_exceptions=True)

    first, second = asyncio.run(both())
    assert isinstance(first, RuntimeError)
    assert second is None
    assert statuses == [200]


def test_allow_caching_without_the_middleware_is_false():
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
    assert cache.allow_caching(Request(scope).scope, set().__contains__) is False


async def _nothing():
    return {"type": "http.request", "body": b"", "more_body": False}

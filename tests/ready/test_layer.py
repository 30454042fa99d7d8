"""What the layer keeps, for whom, and for how long; the app inside is a stub that counts."""

import asyncio

import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.testclient import TestClient

from marketplace import ready
from marketplace.ready.answers import Answer
from marketplace.ready.shelf import Shelf

LONG = "long enough to be worth compressing " * 40
SOMEBODY = {"Authorization": "Bearer token"}


class Clock:
    """The edition, as the test says."""

    def __init__(self):
        self.number: int | None = 1
        self.exact: list[bool] = []

    async def current(self, *, exact: bool) -> int | None:
        self.exact.append(exact)
        return self.number


class Inside:
    """An app that says how often it was asked."""

    def __init__(self):
        self.asked = 0
        self.then = lambda: None

    async def __call__(self, scope, receive, send):
        self.asked += 1
        path = scope["path"]
        if "everyone" in path or "strangers" in path:
            ready.keep(scope, for_everyone="everyone" in path)
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
def inside() -> Inside:
    return Inside()


@pytest.fixture
def client(inside: Inside, clock: Clock) -> TestClient:
    return TestClient(ready.Ready(inside, clock, most_bytes=1_000_000, max_age_s=60))


def test_is_made_once_and_anew_when_the_edition_rises(client, inside, clock):
    first = client.get("/everyone?page=1")
    assert client.get("/everyone?page=1").text == first.text
    assert inside.asked == 1
    clock.number = 2
    assert client.get("/everyone?page=1").text != first.text


def test_each_address_has_its_own(client, inside):
    assert len({client.get(path).text for path in ("/everyone", "/everyone?page=2", "/everyone/more")}) == 3


def test_nothing_is_used_where_the_edition_is_unknown(client, inside, clock):
    client.get("/everyone")
    clock.number = None
    assert client.get("/everyone").text.endswith("2")
    clock.number = 1
    assert client.get("/everyone").text.endswith("1")


def test_what_was_read_before_a_change_is_not_kept_as_the_new_edition(client, inside, clock):
    def change() -> None:
        clock.number = 2

    inside.then = change
    client.get("/everyone")
    assert client.get("/everyone").text.endswith("2")


def test_strangers_answers_are_shown_to_strangers_only(client, inside, clock):
    client.get("/strangers")
    assert client.get("/strangers", headers=SOMEBODY).text.endswith("2")
    assert client.get("/strangers", headers={"Cookie": "a=b; marketplace_session=x"}).text.endswith("3")
    assert client.get("/strangers", headers={"Cookie": "a=b"}).text.endswith("1")
    assert clock.exact == [False, True, True, False]


def test_what_was_made_for_somebody_is_not_kept_for_strangers(client):
    client.get("/strangers", headers=SOMEBODY)
    assert client.get("/strangers").text.endswith("2")


def test_pages_are_the_same_for_everyone(client):
    client.get("/everyone", headers=SOMEBODY)
    assert client.get("/everyone").text.endswith("1")


@pytest.mark.parametrize("path", ["/plain", "/everyone/cookie", "/everyone/missing"])
def test_is_not_kept(client, path):
    client.get(path)
    assert client.get(path).text.endswith("2")


@pytest.mark.parametrize("headers", [{"Origin": "http://elsewhere"}, {"Range": "bytes=0-9"}])
def test_special_requests_pass_by(client, headers):
    client.get("/everyone")
    assert client.get("/everyone", headers=headers).text.endswith("2")


def test_writes_pass_by(client, inside):
    client.get("/everyone")
    assert client.post("/everyone").text.endswith("2")


def test_comes_compressed_and_plain_with_one_weak_etag(client):
    packed = client.get("/everyone", headers={"Accept-Encoding": "br;q=1, gzip"})
    plain = client.get("/everyone", headers={"Accept-Encoding": "gzip;q=0"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text
    assert packed.headers["etag"] == plain.headers["etag"]
    assert packed.headers["etag"].startswith('W/"')
    assert packed.headers["vary"] == "Accept-Encoding"
    assert int(plain.headers["content-length"]) == len(plain.content)


def test_is_compressed_for_the_first_who_takes_it_so(client):
    plain = client.get("/everyone", headers={"Accept-Encoding": "identity"})
    packed = client.get("/everyone", headers={"Accept-Encoding": "gzip"})
    again = client.get("/everyone", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert packed.text == plain.text == again.text


def test_an_answer_that_differs_by_origin_says_so(client):
    assert client.get("/everyone/by-origin").headers["vary"] == "Accept-Encoding, Origin"


def test_answers_that_differ_by_reader_say_so(client):
    assert client.get("/strangers").headers["vary"] == "Accept-Encoding, Authorization, Cookie"
    assert client.get("/strangers").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
def test_who_has_it_gets_304(client, form):
    tag = client.get("/everyone").headers["etag"].removeprefix("W/")
    answer = client.get("/everyone", headers={"If-None-Match": form.format(tag)})
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["etag"] == f"W/{tag}"
    assert client.get("/everyone", headers={"If-None-Match": '"other"'}).status_code == 200


def test_head_has_the_headers_alone(client):
    whole = client.get("/everyone")
    head = client.head("/everyone")
    assert head.content == b""
    assert head.headers["content-length"] == whole.headers["content-length"]


def test_other_json_of_the_api_is_compressed_but_not_kept(client):
    first = client.get("/api/own", headers=SOMEBODY)
    assert first.headers["content-encoding"] == "gzip"
    assert "etag" not in first.headers
    assert first.headers["cache-control"] == "no-store"
    assert client.get("/api/own", headers=SOMEBODY).json()["asked"] == 2


def test_old_answers_are_made_anew(inside, clock):
    client = TestClient(ready.Ready(inside, clock, most_bytes=1_000_000, max_age_s=0))
    client.get("/everyone")
    assert client.get("/everyone").text.endswith("2")


def test_keeps_nothing_where_there_is_no_room(inside, clock):
    client = TestClient(ready.Ready(inside, clock, most_bytes=0, max_age_s=60))
    client.get("/everyone")
    assert client.get("/everyone").text.endswith("2")


def test_many_at_once_have_it_made_once(clock):
    asked, sent = 0, []

    async def slow(scope, receive, send):
        nonlocal asked
        asked += 1
        ready.keep(scope, for_everyone=True)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await PlainTextResponse(LONG)(scope, receive, send)

    layer = ready.Ready(slow, clock, most_bytes=1_000_000, max_age_s=60)

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


def test_if_the_first_fails_the_others_still_get_theirs(clock):
    asked, statuses = 0, []

    async def fails_first(scope, receive, send):
        nonlocal asked
        asked += 1
        if asked == 1:
            await asyncio.sleep(0)
            raise RuntimeError("the first one")
        ready.keep(scope)
        await PlainTextResponse("fine")(scope, receive, send)

    layer = ready.Ready(fails_first, clock, most_bytes=1_000_000, max_age_s=60)

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


def test_a_request_object_is_enough_to_keep():
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
    assert ready.keep(Request(scope).scope) is False


def test_the_shelf_forgets_what_nobody_asks_for():
    shelf = Shelf(20_000)
    for number in range(10):
        shelf.put((f"/{number}", b""), Answer([], b"x" * 1_000))
        shelf.find(("/0", b""))
    assert shelf.size <= 20_000
    assert shelf.find(("/0", b"")) is not None
    assert shelf.find(("/1", b"")) is None
    shelf.put(("/large", b""), Answer([], b"x" * 10_000))
    assert shelf.find(("/large", b"")) is None


async def _nothing():
    return {"type": "http.request", "body": b"", "more_body": False}

"""A response for a signed-in caller is never sent to anybody else, however the credentials are spelled."""

import re
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from marketplace.cache import ResponseCache
from marketplace.cache.policy import SCOPE_KEY, CachePolicy
from marketplace.core import clock
from marketplace.domain import ads, rentals, wishlist
from marketplace.http import cookies
from marketplace.models import AdStatus, AdType
from tests import factories
from tests.cache.test_middleware import Clock
from tests.client import shared_portal
from tests.domain.ads.drafting import draft

Headers = tuple[tuple[bytes, bytes], ...]
NOBODY: Headers = ()


def ask(app: Any, path: str, headers: Headers = NOBODY) -> tuple[int, bytes]:
    """Send a GET with unmodified header bytes; return status and body."""
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    path, _, query = path.partition("?")
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(b"host", b"testserver"), *headers],
        "client": ("127.0.0.1", 1),
        "server": ("testserver", 80),
    }
    shared_portal().call(app, scope, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])


class Scene:
    """An ad in each status that is not public, its callers, and every URL whose response is cached."""

    def __init__(self, db: Any, api: Any):
        seller, buyer, admin = factories.seller(db), factories.buyer(db), factories.admin(db)
        owner = factories.actor(seller)
        category = factories.category(db)
        subcategory = factories.subcategory(db, category)
        where = {"latitude": 18.507412, "longitude": 73.807749, "city": "Pune"}
        live = factories.ad(db, seller, category, featured=True, **where)
        changed = factories.ad(db, seller, category, **where)
        pending = factories.ad(db, seller, category, status=AdStatus.PENDING, **where)
        rejected = factories.ad(db, seller, category, status=AdStatus.PENDING, **where)
        rental = factories.ad(db, seller, category, ad_type=AdType.RENT, **where)
        ads.revise(db, owner, changed.id, draft(category, name="Nobody approved this"))
        ads.reject(db, factories.actor(admin), rejected.id, "Only the owner reads this note.")
        day = f"{clock.now().date() + timedelta(days=9)}"
        closed = rentals.PeriodDraft(starts_at=day, ends_at=day)
        rentals.set_calendar(db, owner, rental.id, rentals.CalendarDraft(blocked=[closed]))
        wishlist.add(db, factories.actor(buyer), live.id)
        db.commit()
        self.api = api
        self.tokens = [factories.bearer(db, account)["Authorization"].split()[1] for account in (seller, buyer, admin)]
        self.owner, self.buyer, self.admin = self.tokens
        self.hidden = [f"/api/product/{ad.id}" for ad in (live, changed, pending, rejected)]
        self.calendar = f"/api/product/{rental.id}/calendar"
        self.sale = f"/api/product/sell?categoryId={category.id}"
        names = {"category_id": category.id, "subcategory_id": subcategory.id, "seller_id": seller.id}
        every = [
            path.format(**names, product_id=ad.id)
            for path, operations in api.openapi()["paths"].items()
            if "get" in operations and set(re.findall(r"{(\w+)}", path)) <= {*names, "product_id"}
            for ad in (live, changed, pending, rejected, rental)
        ]
        self.paths = [*filter(self._is_cached, dict.fromkeys(every)), self.sale]
        self.public = {path: ask(api, path) for path in self.paths}
        # Where an account gets what anybody gets, a cache can mix up nothing.
        self.own = [
            (path, token)
            for token in self.tokens
            for path in self.paths
            if ask(api, path, authorization(f"Bearer {token}")) != self.public[path]
        ]

    def _is_cached(self, path: str) -> bool:
        policy = CachePolicy()

        async def with_policy(scope: Any, receive: Any, send: Any) -> None:
            scope[SCOPE_KEY] = policy
            await self.api(scope, receive, send)

        ask(with_policy, path)
        return policy.is_public

    def check(self, path: str, headers: Headers) -> None:
        """Assert that the cache changes no response, whether the caller or an anonymous one came before."""
        own = ask(self.api, path, headers)
        cached = ResponseCache(self.api, Clock(), max_bytes=10_000_000, max_age_s=3_600)
        for sent in (headers, NOBODY, headers, NOBODY):
            assert ask(cached, path, sent) == (own if sent else self.public[path]), (path, sent)


@pytest.fixture
def scene(db, api_app) -> Scene:
    return Scene(db, api_app)


def cookie(value: str) -> Headers:
    return ((b"cookie", value.encode("latin-1")),)


def authorization(value: str) -> Headers:
    return ((b"authorization", value.encode("latin-1")),)


NAME = cookies.SESSION
SPELLINGS = {
    "cookie": lambda token: cookie(f"{NAME}={token}"),
    "space before =": lambda token: cookie(f"{NAME} ={token}"),
    "tab before =": lambda token: cookie(f"{NAME}\t={token}"),
    "U+00A0 before =": lambda token: cookie(f"{NAME}\xa0={token}"),
    "U+0085 before =": lambda token: cookie(f"{NAME}\x85={token}"),
    "space after =": lambda token: cookie(f"a=b;{NAME}= {token}"),
    "U+00A0 before the name": lambda token: cookie(f"a=b;\xa0{NAME}={token}"),
    "quoted": lambda token: cookie(f'{NAME}="{token}"'),
    "quoted with a backslash": lambda token: cookie(f'{NAME}="\\{token}"'),
    "inside another cookie": lambda token: cookie(f"a={NAME}={token}"),
    "name in capitals": lambda token: cookie(f"{NAME.upper()}={token}"),
    "twice, empty last": lambda token: cookie(f"{NAME}={token}; {NAME}="),
    "twice, empty first": lambda token: cookie(f"{NAME}=; {NAME} ={token}"),
    "two headers": lambda token: cookie("a=b") + cookie(f"{NAME} ={token}"),
    "two headers, empty last": lambda token: cookie(f"{NAME} ={token}") + cookie(f"{NAME}="),
    "ended session": lambda token: cookie(f"{NAME} =ended-{token}"),
    "bearer": lambda token: authorization(f"Bearer {token}"),
    "bearer in small letters": lambda token: authorization(f"bearer {token}"),
    "bearer in mixed case": lambda token: authorization(f"bEARER   {token} "),
    "bearer with a tab": lambda token: authorization(f"Bearer\t{token}"),
    "bearer with U+00A0": lambda token: authorization(f"Bearer\xa0{token}"),
    "bearer after a space": lambda token: authorization(f" Bearer {token}"),
    "another scheme": lambda token: authorization(f"Basic {token}"),
    "no scheme": lambda token: authorization(token),
    "empty, then bearer": lambda token: authorization("") + authorization(f"Bearer {token}"),
    "bearer, then empty": lambda token: authorization(f"Bearer {token}") + authorization(""),
    "bearer twice": lambda token: authorization(f"Bearer {token}") * 2,
    "empty, and a cookie": lambda token: authorization("") + cookie(f"{NAME} ={token}"),
    "blank, and a cookie": lambda token: authorization(" ") + cookie(f"{NAME} ={token}"),
}


def test_signed_in_callers_get_different_responses(scene: Scene):
    """Otherwise the tests below would prove nothing."""
    seen = [(path, scene.owner) for path in (*scene.hidden, scene.calendar)]
    seen += [(path, scene.admin) for path in scene.hidden] + [(scene.sale, scene.buyer)]
    assert {path for path, _ in seen} <= set(scene.paths)
    for path, token in seen:
        assert ask(scene.api, path, authorization(f"Bearer {token}")) != scene.public[path]


def test_every_spelling_where_an_account_gets_its_own_response(scene: Scene):
    assert {token for _, token in scene.own} == set(scene.tokens)
    for spelled in SPELLINGS.values():
        for path, token in scene.own:
            scene.check(path, spelled(token))


@pytest.mark.parametrize("spelling", ["cookie", "bearer"])
def test_every_account_on_every_cached_url(scene: Scene, spelling: str):
    for path in scene.paths:
        for token in scene.tokens:
            scene.check(path, SPELLINGS[spelling](token))


BLANKS = st.text(" \t\xa0\x85\x1c", max_size=2)
TOKENS = st.sampled_from(["{owner}", '"{owner}"', '"\\{owner}"', "{buyer}", "{admin}", "", '""', "ended"])
PAIRS = st.one_of(
    st.builds(
        "{}{}{}={}{}".format, BLANKS, st.sampled_from([NAME, NAME.upper(), NAME + "2", ""]), BLANKS, BLANKS, TOKENS
    ),
    st.sampled_from(["a=b", "a", "=", NAME, f'a="{NAME}={{owner}}"']),
)
COOKIES = st.tuples(st.just(b"cookie"), st.lists(PAIRS, max_size=3).map(";".join))
SCHEMES = st.sampled_from(["Bearer", "bearer", "BEARER", "bEaReR", "Bearer:", "Basic", "Token", ""])
AUTHORIZATIONS = st.tuples(
    st.just(b"authorization"),
    st.builds(
        "{}{}{}{}{}".format, BLANKS, SCHEMES, st.sampled_from([" ", "  ", "\t", "\xa0", "", ", "]), TOKENS, BLANKS
    ),
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(headers=st.lists(st.one_of(COOKIES, AUTHORIZATIONS), min_size=1, max_size=3), data=st.data())
def test_random_headers_on_every_cached_url(scene: Scene, headers: list[tuple[bytes, str]], data: st.DataObject):
    path = data.draw(st.sampled_from(scene.paths))
    tokens = {"owner": scene.owner, "buyer": scene.buyer, "admin": scene.admin}
    scene.check(path, tuple((name, value.format(**tokens).encode("latin-1")) for name, value in headers))

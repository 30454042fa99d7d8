"""Pages in the response cache."""

from urllib.parse import quote

import pytest

from marketplace import cache
from marketplace.http import cookies
from marketplace.http.clean_query import CleanQuery
from marketplace.models import AdStatus
from marketplace.settings import get_settings
from tests import factories
from tests.cache.test_credentials import SPELLINGS, ask
from tests.cache.test_middleware import Clock
from tests.client import TestClient
from tests.http.asking import run, scope_of
from tests.ssr.reading import read


@pytest.fixture
def cached(site: TestClient) -> TestClient:
    return TestClient(
        cache.ResponseCache(site.app, Clock(), max_bytes=10_000_000, max_age_s=60), follow_redirects=False
    )


@pytest.fixture
def clean(cached: TestClient) -> TestClient:
    """The cache behind what cleans queries, as the server runs it."""
    return TestClient(CleanQuery(cached.app), follow_redirects=False)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/products/search?keyword=sofa",
        "/products/sell",
        "/category/{category}",
        "/products/{ad}",
        "/sellers/{seller}",
        "/about",
    ],
)
def test_tracked_links_show_the_same_page_from_one_entry(clean: TestClient, cached: TestClient, db, shop, path: str):
    seller, category = shop
    ad = factories.ad(db, seller, category, name="Teak sofa")
    path = path.format(ad=ad.id, seller=seller.id, category=category.id)
    sign = "&" if "?" in path else "?"
    plain = clean.get(path)
    for tracked in ("utm_source=mail&utm_medium=x", "fbclid=a", "gclid=b&mc_cid=c", "igshid="):
        answer = clean.get(f"{path}{sign}{tracked}")
        assert answer.text == plain.text
        assert answer.headers["cache-status"] == "marketplace; hit"
    assert len(cached.app._stored) == 1
    page = read(plain.text)
    assert "robots" not in page.metas
    assert not any("utm" in href or "clid" in href for href in page.hrefs)
    assert page.links["canonical"] == [get_settings().url + path]


def test_tracked_links_keep_their_query_when_redirected(clean: TestClient):
    answer = clean.get("/Products/Sell?utm_source=mail&page=2&keyword=मोबाइल")
    assert answer.headers["location"] == f"/products/sell?utm_source=mail&page=2&keyword={quote('मोबाइल')}"


def test_raw_text_in_a_query_is_searched(clean: TestClient, db, shop):
    # No client sends it as it is.
    asked = {"type": "http", "scheme": "http", "method": "GET", "query_string": b"keyword=" + "मोबाइल".encode()}
    _, *parts = run(clean.app, scope_of("/products/search") | asked, [{"type": "http.request", "body": b""}])
    html = b"".join(part["body"] for part in parts).decode()
    assert html == clean.get(f"/products/search?keyword={quote('मोबाइल')}").text
    assert "मोबाइल" in html


@pytest.mark.parametrize(
    ("path", "stored"),
    [
        ("/", True),
        ("/products/sell?page=2&view=list&sort=newest&field[colour]=red&near=Pune", True),
        ("/products/search?keyword=sofa", True),
        (f"/products/search?keyword={'sofa+' * 300}", False),
        ("/?utm_source=mail", False),
        ("/products/sell?page=2&other=1", False),
        (f"/about?{'x' * 7_000}", False),
        (f"/about?{'&' * 90}x={'y' * 2_000}", False),
    ],
)
def test_a_page_is_stored_by_the_parameters_that_it_reads(cached: TestClient, path: str, stored: bool):
    first, again = cached.get(path), cached.get(path)
    assert first.status_code == again.status_code == 200
    assert first.headers["etag"] == again.headers["etag"]
    assert cached.get(path, headers={"If-None-Match": first.headers["etag"]}).status_code == 304
    assert bool(cached.app._stored) is stored


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_everyone_gets_their_own_page(cached: TestClient, site: TestClient, db, shop, spelling: str):
    seller, category = shop
    headers = SPELLINGS[spelling](factories.bearer(db, seller)["Authorization"].split()[1])
    for status in (AdStatus.APPROVED, AdStatus.PENDING):
        path = f"/products/{factories.ad(db, seller, category, status=status).id}"
        for each in (headers, (), headers, ()):
            assert ask(cached.app, path, each) == ask(site.app, path, each)


def test_the_page_of_a_signed_in_caller_is_private(cached: TestClient, db, shop):
    seller, category = shop
    cookie = SPELLINGS["cookie"](factories.bearer(db, seller)["Authorization"].split()[1])
    waiting = f"/products/{factories.ad(db, seller, category, status=AdStatus.PENDING).id}"
    assert [ask(cached.app, waiting, each)[0] for each in ((), cookie, ())] == [404, 200, 404]
    public = f"/products/{factories.ad(db, seller, category).id}"
    assert [b"Register / Sign In" in ask(cached.app, public, each)[1] for each in (cookie, (), cookie)] == [
        False,
        True,
        False,
    ]


def test_pages_begin_at_the_town_of_their_visitor(cached: TestClient, site: TestClient, db, shop):
    seller, category = shop
    for city, latitude, longitude in (("Pune", 18.52, 73.86), ("Delhi", 28.65, 77.22)):
        factories.ad(db, seller, category, name=f"In {city}", city=city, latitude=latitude, longitude=longitude)
    pages: dict[str, bytes] = {}
    for _ in range(2):
        for city in ("Pune", "Delhi", "anywhere", "Nowhere", "", "Pune" * 100, "%00%ff", 'Pu"ne', "Pune\\"):
            for path in ("/", "/products/sell"):
                headers = ((b"cookie", f"{cookies.CITY}={city}".encode()),)
                body = ask(cached.app, path, headers)[1]
                assert body == ask(site.app, path, headers)[1], (path, city)
                pages[city] = body
    first = {city: body.index(f"In {city}".encode()) for city, body in pages.items() if city in ("Pune", "Delhi")}
    assert first["Pune"] < pages["Pune"].index(b"In Delhi")
    assert first["Delhi"] < pages["Delhi"].index(b"In Pune")
    assert b"Nearest to Pune first" in pages["Pune"]
    assert not any(b"Nearest to" in pages[city] for city in ("anywhere", "Nowhere", "", "Pune" * 100))
    assert ask(cached.app, "/products/sell")[1] == pages[""]


def test_the_town_of_a_visitor_is_no_matter_of_the_api(db, api_app):
    client = TestClient(cache.ResponseCache(api_app, Clock(), max_bytes=10_000_000, max_age_s=60))
    for city in ("", "Pune", "Delhi"):
        assert client.get("/api/category", headers={"cookie": f"{cookies.CITY}={city}"}).status_code == 200
    assert len(client.app._stored) == 1


def test_the_town_of_an_account_is_the_default(site: TestClient, db, shop):
    buyer = factories.buyer(db, city="Pune")
    cookie = SPELLINGS["cookie"](factories.bearer(db, buyer)["Authorization"].split()[1])

    def town(*more: tuple[bytes, bytes]) -> bool:
        return b"Nearest to Pune first" in ask(site.app, "/products/sell", (*cookie, *more))[1]

    assert town()
    assert not town((b"cookie", f"{cookies.CITY}=anywhere".encode()))
    assert b"Nearest to" not in ask(site.app, "/products/sell")[1]

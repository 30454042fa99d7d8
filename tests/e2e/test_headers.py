"""Security headers on every kind of response, and a content security policy that works."""

import re
from html.parser import HTMLParser

import httpx
import pytest

from marketplace.http.security_headers import hash_script
from tests.e2e.conftest import Site
from tests.e2e.people import PASSWORD
from tests.e2e.test_security import bearer, join

NOBODY = "01M7YH44H3FVMP4547R0ZWQBC3"
# Scripts of other types are data, which no browser runs.
_RUN = {"", "text/javascript", "application/javascript", "module"}
_SHOWN = re.compile(r"https?://(?!www\.w3\.org/)")


class Inline(HTMLParser):
    """Finds what a page runs or loads."""

    def __init__(self, html: str):
        super().__init__()
        self.scripts: list[str] = []
        self.handlers: list[str] = []
        self.loaded: list[str] = []
        self._inside: list[str] | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.handlers += [f"{tag} {name}" for name in values if name.startswith("on")]
        self.handlers += [
            f"{tag} {value}" for value in values.values() if value.strip().lower().startswith("javascript:")
        ]
        if tag in ("script", "img", "iframe", "source", "video", "audio", "object", "embed"):
            self.loaded += [values[name] for name in ("src", "data") if values.get(name)]
        if tag == "link" and values.get("rel") not in ("canonical", "alternate"):
            self.loaded.append(values.get("href", ""))
        if tag == "script" and not values.get("src") and values.get("type", "") in _RUN:
            self._inside = []

    def handle_data(self, data: str) -> None:
        if self._inside is not None:
            self._inside.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "script" and self._inside is not None:
            self.scripts.append("".join(self._inside))
            self._inside = None


def policy_of(answer: httpx.Response) -> dict[str, list[str]]:
    """Return the content security policy by directive."""
    parts = answer.headers["content-security-policy"].split(";")
    return {words[0]: words[1:] for part in parts if (words := part.split())}


def check(answer: httpx.Response) -> None:
    """Expect the security headers with safe values."""
    where = f"{answer.request.method} {answer.request.url} {answer.status_code}"
    headers = answer.headers
    assert headers["x-content-type-options"] == "nosniff", where
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin", where
    assert headers["x-frame-options"] == "DENY", where
    assert headers["cross-origin-opener-policy"] == "same-origin", where
    assert headers.get("server", "") == "", where
    assert "microphone=()" in headers["permissions-policy"], where
    policy = policy_of(answer)
    assert policy["default-src"] in (["'self'"], ["'none'"]), where
    scripts = policy.get("script-src", policy["default-src"])
    for source in scripts:
        assert source in ("'self'", "'none'") or re.fullmatch(r"'sha256-[A-Za-z0-9+/=]{44}'", source), where
    if policy["default-src"] == ["'self'"]:
        for name in ("object-src", "frame-src", "frame-ancestors"):
            assert policy[name] == ["'none'"], where
        for name in ("base-uri", "form-action"):
            assert policy[name] == ["'self'"], where
    assert not any(word.startswith(("http:", "https:", "*")) for words in policy.values() for word in words), where
    if headers.get("content-type", "").startswith("text/html"):
        page = Inline(answer.text)
        assert page.handlers == [], where
        assert [each for each in page.loaded if _SHOWN.match(each) and not each.startswith(_own(answer))] == [], where
        assert {hash_script(script) for script in page.scripts if script.strip()} <= set(scripts), where


def _own(answer: httpx.Response) -> str:
    return f"{answer.request.url.scheme}://{answer.request.url.netloc.decode()}"


@pytest.fixture(scope="module")
def web(site: Site):
    with httpx.Client(base_url=site.url, timeout=30) as client:
        yield client


@pytest.mark.parametrize(
    "path",
    [
        "/", "/categories", "/products/sell", "/products/rent?page=2", "/products/featured", "/products/search?keyword=sofa",
        "/wishlist", "/forgotpassword", "/user/messages", "/seller/dashboard", "/seller/create/products", "/account", "/user/profile",
        "/admin", "/admin/queue", "/contact", "/api/docs",
    ],
)  # fmt: skip
def test_pages(web: httpx.Client, path: str):
    answer = web.get(path)
    assert answer.status_code == 200
    check(answer)


def test_ad_and_its_photo(web: httpx.Client):
    ad = next(ad for ad in web.get("/api/product/sell", params={"limit": 100}).json()["products"] if ad["images"])
    for path in (f"/products/{ad['_id']}", f"/sellers/{ad['sellerId']}", ad["images"][0]["url"]):
        answer = web.get(path)
        assert answer.status_code == 200
        check(answer)


def test_deleted_ad(site: Site, web: httpx.Client):
    join(site, "gone@example.net", "seller")
    seller, _ = bearer(site, "seller", "gone@example.net", PASSWORD)
    admin, _ = bearer(site, "admin", "admin@example.com")
    category = web.get("/api/category").json()["data"][0]["_id"]
    draft = {"name": "Sofa", "producttype": "sell", "categoryId": category}
    made = web.post("/api/product", json=draft, headers=seller)
    ad_id = made.json()["data"]["_id"]
    answers = [
        made,
        web.get(f"/products/{ad_id}"),
        web.post(f"/api/admin/products/{ad_id}/approve", headers=admin),
        web.post(f"/api/product/{ad_id}/sold", headers=seller),
        web.get(f"/products/{ad_id}"),
        web.delete(f"/api/product/{ad_id}", headers=seller),
        web.get(f"/products/{ad_id}"),
        web.get(f"/api/product/{ad_id}"),
    ]
    assert [answer.status_code for answer in answers] == [201, 404, 200, 200, 200, 200, 410, 410]
    for answer in answers:
        check(answer)


@pytest.mark.parametrize(
    ("status", "path"),
    [
        (404, "/no-such-page"), (404, f"/products/{NOBODY}"), (404, f"/category/{NOBODY}"), (404, "/.env"),
        (404, "/media/nothing"), (404, f"/media/{'0' * 64}-160.webp"), (404, "/assets/nothing.js"),
        (301, "/wishlist/"), (404, "//evil.example/"), (404, "/%5Cevil.example/"),
        (200, "/robots.txt"), (200, "/sitemap.xml"), (200, "/api/openapi.json"), (200, "/api/health"),
        (200, "/api/category"), (404, "/api/nothing"), (404, f"/api/product/{NOBODY}"), (401, "/api/auth/sessions"),
        (401, "/api/admin/accounts"), (422, "/api/product/sell?page=0"), (401, f"/api/messages/photos/{NOBODY}/{NOBODY}-1.webp"),
        (400, "/_event/?EIO=4"),
    ],
)  # fmt: skip
def test_all_other_urls(web: httpx.Client, status: int, path: str):
    answer = web.send(web.build_request("GET", httpx.URL(str(web.base_url).rstrip("/") + path)))
    assert answer.status_code == status
    check(answer)
    if answer.is_redirect:
        assert re.match(r"/[^/\\]", answer.headers["location"])


@pytest.mark.parametrize(
    ("status", "method", "path", "more"),
    [
        (415, "POST", "/api/user/login", {"content": b"email=a"}),
        (403, "POST", "/api/user/login", {"json": {"email": "a"}, "headers": {"Origin": "https://evil.example"}}),
        (422, "POST", "/api/user/login", {"json": {}}),
        (400, "POST", "/api/user/login", {"content": b"{", "headers": {"Content-Type": "application/json"}}),
        (413, "POST", "/api/report", {"content": b"x" * 2_000_000}),
        (405, "DELETE", "/api/category", {}),
        (405, "POST", "/", {}),
        (405, "TRACE", "/", {}),
        (200, "HEAD", "/", {}),
    ],
)
def test_other_methods(web: httpx.Client, status: int, method: str, path: str, more: dict):
    answer = web.request(method, path, **more)
    assert answer.status_code == status
    check(answer)


def test_all_files_of_a_page(web: httpx.Client):
    loaded = [path for path in Inline(web.get("/").text).loaded if path.startswith("/")]
    assert len(loaded) > 5
    for path in loaded:
        answer = web.get(path)
        assert answer.status_code == 200, path
        check(answer)

from pathlib import Path

import pytest

from marketplace.core.errors import Unavailable
from marketplace.http.security_headers import hash_script
from marketplace.settings import get_settings
from marketplace.ssr import app as ssr_app
from marketplace.web.pages.browse.state import BrowseState
from marketplace.web.pages.categories.state import CategoriesState
from tests.client import TestClient
from tests.ssr.reading import allowed_scripts, get_page, read


def test_account_pages_are_not_indexed(site: TestClient) -> None:
    answer = site.get("/wishlist?from=mail")
    page = read(answer.text)
    assert answer.status_code == 200
    assert page.title == "My Wishlist | Chowk"
    assert page.links["canonical"] == [f"{get_settings().url}/wishlist"]
    assert page.metas["robots"] == ["noindex, follow"]
    assert "Compiled" not in answer.text


def test_unknown_url_is_404_with_links(site: TestClient) -> None:
    for path in ("/nowhere", "/a/b/c", "/index.html", "/%E0%A4%95", "/products"):
        answer = site.get(path)
        page = read(answer.text)
        assert answer.status_code == 404, path
        assert page.headings == ["Page not found"]
        assert {"/products/search", "/categories"} <= set(page.hrefs)
        assert page.metas["robots"] == ["noindex, follow"]
        assert "canonical" not in page.links


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ("/wishlist/", "/wishlist"),
        ("/products/search/?keyword=sofa&page=2", "/products/search?keyword=sofa&page=2"),
        ("/products//sell", "/products/sell"),
        ("/product/01M7YH44H3FVMP4547R0ZWQBC3", "/products/01M7YH44H3FVMP4547R0ZWQBC3"),
    ],
)
def test_non_canonical_urls_redirect(site: TestClient, path: str, to: str) -> None:
    answer = site.get(path)
    assert answer.status_code == 301
    assert answer.headers["location"] == to


def test_sample_ad_is_served(site: TestClient) -> None:
    answer = site.get("/product/sample")
    assert answer.status_code == 200
    assert read(answer.text).metas["robots"] == ["noindex, follow"]


def test_unchanged_page_is_304(site: TestClient) -> None:
    first = site.get("/wishlist")
    assert first.headers["cache-control"] == "no-cache"
    assert "Accept-Encoding" in first.headers["vary"]
    again = site.get("/wishlist", headers={"If-None-Match": f'"other", {first.headers["etag"]}'})
    assert again.status_code == 304
    assert again.content == b""
    # Caches update stored headers from a 304, so it needs the policy of the page.
    assert again.headers["content-security-policy"] == first.headers["content-security-policy"]
    strong = first.headers["etag"].removeprefix("W/")
    assert site.get("/wishlist", headers={"If-None-Match": strong}).status_code == 304
    assert site.get("/wishlist", headers={"If-None-Match": '"other"'}).status_code == 200


def test_pages_are_compressed_on_request(site: TestClient) -> None:
    plain = site.get("/wishlist", headers={"Accept-Encoding": "identity"})
    packed = site.get("/wishlist", headers={"Accept-Encoding": "br, gzip"})
    refused = site.get("/wishlist", headers={"Accept-Encoding": "gzip;q=0"})
    assert "content-encoding" not in plain.headers
    assert "content-encoding" not in refused.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text == plain.text
    assert packed.headers["etag"] == plain.headers["etag"]
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])


def test_head_request_has_the_same_headers(site: TestClient) -> None:
    got, head = site.get("/wishlist"), site.head("/wishlist")
    assert head.status_code == 200
    assert head.content == b""
    assert head.headers["etag"] == got.headers["etag"]
    assert head.headers["content-length"] == got.headers["content-length"]


def test_cache_control_of_build_files(site: TestClient) -> None:
    answer = site.get("/assets/app-3c4d.js")
    assert answer.text == "console.log(1)"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert site.get("/no-image.svg").headers["cache-control"] == "public, max-age=86400"
    assert site.get("/sw.js").headers["cache-control"] == "no-cache"
    missing = site.get("/assets/gone-0000.js")
    assert missing.status_code == 404
    assert "cache-control" not in missing.headers or "immutable" not in missing.headers["cache-control"]


def test_other_requests_pass_through(site: TestClient) -> None:
    assert site.get("/ping").text == "pong"
    assert site.post("/form").text == "posted"
    with site.websocket_connect("/_event") as socket:
        assert socket.receive_text() == "here"


def test_csp_allows_every_inline_script(site: TestClient) -> None:
    for path in ("/wishlist", "/nowhere", "/about"):
        answer = site.get(path)
        allowed = allowed_scripts(answer.headers["content-security-policy"])
        scripts = read(answer.text).scripts
        assert scripts
        assert all(hash_script(text) in allowed for text in scripts)
        assert "'unsafe-inline'" not in allowed


@pytest.mark.parametrize(("error", "status"), [(RuntimeError("database away"), 500), (Unavailable("Later"), 503)])
def test_a_page_that_fails_to_load_shows_the_error(
    site: TestClient, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int
) -> None:
    def broken(*_asked):
        raise error

    monkeypatch.setattr(BrowseState, "load", broken)
    answer = site.get("/products/sell")
    assert answer.status_code == status
    assert "/assets/app-3c4d.js" in answer.text
    assert "database away" not in answer.text
    assert "Try again" in answer.text
    assert read(answer.text).metas["robots"] == ["noindex, follow"]


def test_values_that_cannot_be_rendered_show_the_error(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CategoriesState, "load", lambda *_asked: {"categories": object(), "title": "Secret"})
    answer = site.get("/categories")
    assert answer.status_code == 500
    assert "Try again" in answer.text
    assert "Secret" not in answer.text


def test_without_a_build_all_requests_pass_through(inner, tmp_path: Path) -> None:
    with TestClient(ssr_app.make_ssr(inner, tmp_path / "none")) as client:
        assert client.get("/ping").text == "pong"
        assert client.get("/wishlist/").status_code == 404


def test_the_page_of_unknown_urls_has_the_description_of_its_row(site: TestClient) -> None:
    page = get_page(site, "/no-such-page", 404)
    assert page.metas["description"] == ["There is nothing at this address."]
    assert page.metas["robots"] == ["noindex, follow"]

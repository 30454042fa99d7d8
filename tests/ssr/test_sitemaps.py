import xml.etree.ElementTree as ET

import pytest
from sqlmodel import Session

from marketplace.domain.ads import sitemap_queries
from marketplace.models import AdStatus
from marketplace.settings import get_settings
from marketplace.ssr import sitemaps
from tests import factories
from tests.client import TestClient

NAMES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}


def _addresses(site: TestClient, path: str, **headers: str) -> list[str]:
    answer = site.get(path, headers=headers)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/xml")
    site_url = get_settings().url
    found = [node.text or "" for node in ET.fromstring(answer.content).iterfind(".//s:loc", NAMES)]
    assert all(address.startswith(site_url + "/") for address in found)
    return [address.removeprefix(site_url) for address in found]


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitemaps, "PART_SIZE", 3)
    monkeypatch.setattr(sitemap_queries, "_BATCH", 2)


def test_robots_txt_links_the_sitemap_index(db: Session, site: TestClient) -> None:
    answer = site.get("/robots.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    assert f"Sitemap: {get_settings().url}/sitemap.xml" in answer.text
    assert "Disallow: /api/" in answer.text
    assert "Disallow: /products" not in answer.text


def test_every_live_ad_is_in_exactly_one_sitemap(db: Session, site: TestClient) -> None:
    seller, category = factories.seller(db), factories.category(db)
    live = [factories.ad(db, seller, category) for _ in range(7)]
    for status in (AdStatus.PENDING, AdStatus.SOLD, AdStatus.EXPIRED, AdStatus.REJECTED):
        factories.ad(db, seller, category, status=status)
    index = _addresses(site, "/sitemap.xml")
    assert index[:2] == ["/sitemaps/pages.xml", "/sitemaps/categories.xml"]
    parts = [_addresses(site, path) for path in index[2:]]
    assert all(0 < len(part) <= 3 for part in parts)
    assert sorted(address for part in parts for address in part) == sorted(f"/products/{ad.id}" for ad in live)


def test_sitemap_is_compressed_on_request(db: Session, site: TestClient) -> None:
    seller, category = factories.seller(db), factories.category(db)
    for _ in range(3):
        factories.ad(db, seller, category)
    path = _addresses(site, "/sitemap.xml")[2]
    packed = site.get(path, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text == site.get(path, headers={"Accept-Encoding": "identity"}).text
    assert site.head(path).content == b""


def test_pages_and_categories_have_sitemaps(db: Session, site: TestClient) -> None:
    category = factories.category(db)
    assert _addresses(site, "/sitemaps/categories.xml") == [f"/category/{category.id}"]
    pages = _addresses(site, "/sitemaps/pages.xml")
    assert {"/", "/categories", "/products/sell", "/products/featured", "/about"} <= set(pages)
    assert "/products/search" not in pages


def test_urls_in_sitemaps_return_200(db: Session, site: TestClient) -> None:
    factories.ad(db, factories.seller(db), factories.category(db))
    for sitemap in _addresses(site, "/sitemap.xml"):
        for address in _addresses(site, sitemap):
            assert site.get(address).status_code == 200, address


@pytest.mark.parametrize("name", ["ads-0", "ads-999", "ads-01", "ads-x", "nothing"])
def test_unknown_sitemaps_are_404(db: Session, site: TestClient, name: str) -> None:
    assert site.get(f"/sitemaps/{name}.xml").status_code == 404


def test_an_empty_site_has_an_index(db: Session, site: TestClient) -> None:
    assert _addresses(site, "/sitemap.xml") == ["/sitemaps/pages.xml", "/sitemaps/categories.xml"]

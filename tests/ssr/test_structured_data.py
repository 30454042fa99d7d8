"""Structured data matches the visible content."""

import re
from html import unescape

import pytest
from sqlmodel import Session

from marketplace.models import AdType, PriceUnit, TradeTotal
from marketplace.settings import get_settings
from tests import factories
from tests.client import TestClient
from tests.ssr.reading import read


@pytest.fixture
def market(db: Session) -> dict[str, str]:
    """URLs of pages with content."""
    seller, category = factories.seller(db, shop_name="Rao & Sons"), factories.category(db, "Furniture & more")
    made = [
        factories.ad(
            db,
            seller,
            category,
            name=f"Teak “sofa” <{number}>",
            ad_type=ad_type,
            price_paise=1_234_500 + number * 100,
            city="Pune",
            featured=True,
        )
        for number, ad_type in enumerate([*AdType] * 2)
    ]
    return {
        "home": "/",
        "categories": "/categories",
        "listing": "/products/sell",
        "featured": "/products/featured",
        "search": "/products/search?keyword=sofa",
        "category": f"/category/{category.id}",
        "seller": f"/sellers/{seller.id}",
        "ad": f"/products/{made[0].id}",
    }


def _words(html: str) -> str:
    """Return the visible text of the body."""
    body = html.partition("<body")[2]
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", body, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split())


@pytest.mark.parametrize("name", ["home", "categories", "listing", "featured", "search", "category", "seller", "ad"])
def test_structured_list_items_are_on_the_page_and_linked(site: TestClient, market: dict[str, str], name: str) -> None:
    html = site.get(market[name]).text
    page, words, own = read(html), _words(html), get_settings().url
    for kind in ("ItemList", "BreadcrumbList"):
        items = page.data.get(kind, {}).get("itemListElement", [])
        assert items or (kind, name) in {("BreadcrumbList", "home"), ("ItemList", "ad")}
        for item in items:
            assert item["name"] in words
            if kind == "ItemList":
                assert item["url"].removeprefix(own) in page.hrefs
    places = [item["position"] for item in page.data.get("ItemList", {}).get("itemListElement", [])]
    assert places == list(range(1, len(places) + 1))


def test_structured_offer_matches_the_page(site: TestClient, market: dict[str, str]) -> None:
    html = site.get(market["ad"]).text
    page, words = read(html), _words(html)
    product = page.data["Product"]
    assert product["name"] == page.headings[0]
    assert product["category"] in words
    assert product["offers"]["priceCurrency"] == "INR"
    assert product["offers"]["price"] == 12_345
    assert "₹12,345" in words
    assert product["offers"]["url"] == page.links["canonical"][0] == product["url"]
    assert product["offers"]["areaServed"]["name"] in words
    assert product["offers"]["seller"]["url"].removeprefix(get_settings().url) in page.hrefs


def test_the_seller_has_a_rating_from_three_reviews(site: TestClient, db: Session) -> None:
    seller = factories.seller(db, shop_name="Rao & Sons")
    ad = factories.ad(db, seller, factories.category(db), name="Crane")
    total = TradeTotal(account_id=seller.id, deals=2, reviews=2, stars=9)
    factories.save(db, total)
    ad_path, seller_path = f"/products/{ad.id}", f"/sellers/{seller.id}"
    assert "Person" in read(site.get(seller_path).text).data
    for path in (ad_path, seller_path, "/products/sell"):
        html = site.get(path).text
        assert "aggregateRating" not in html
        assert "4.5" not in html
        assert "★" not in html
    total.reviews, total.stars = 3, 14
    factories.save(db, total)
    rating = {"@type": "AggregateRating", "ratingValue": 4.7, "reviewCount": 3, "bestRating": 5, "worstRating": 1}
    page = read(site.get(ad_path).text)
    assert page.data["Product"]["offers"]["seller"]["aggregateRating"] == rating
    assert "aggregateRating" not in page.data["Product"]
    html = site.get(seller_path).text
    data = read(html).data
    assert data["Organization"]["aggregateRating"] == rating
    assert "Person" not in data
    assert "3 reviews" in _words(html)
    assert "★ 4.7 (3)" in _words(site.get("/products/sell").text)


def test_the_offer_of_a_rental_has_its_unit(site: TestClient, db: Session) -> None:
    own = {"ad_type": AdType.RENT, "price_unit": PriceUnit.WEEK, "price_paise": 71_000}
    ad = factories.ad(db, factories.seller(db), factories.category(db), name="Crane", **own)
    html = site.get(f"/products/{ad.id}").text
    page = read(html)
    assert page.data["Product"]["offers"]["priceSpecification"] == {
        "@type": "UnitPriceSpecification",
        "price": 710,
        "priceCurrency": "INR",
        "unitCode": "WEE",
    }
    assert "₹710 a week" in page.title
    assert "₹710 a week" in _words(html)


@pytest.mark.parametrize("name", ["home", "categories", "listing", "search", "category", "seller", "ad"])
def test_images_have_dimensions(site: TestClient, market: dict[str, str], name: str) -> None:
    images = read(site.get(market[name]).text).images
    assert images
    assert all(image.get("width") and image.get("height") for image in images)
    assert all("alt" in image for image in images)
    assert sum(image.get("fetchpriority") == "high" for image in images) <= 1

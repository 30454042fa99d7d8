"""Structured data matches the visible content."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from sqlmodel import Session

from marketplace.core import clock
from marketplace.models import Ad, AdStatus, AdType, AdVersionValue, InputType, PriceUnit, TradeTotal
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
    ad = factories.ad(db, seller, factories.category(db), name="Crane", price_paise=100_00)
    total = TradeTotal(account_id=seller.id, deals=2, reviews=2, stars=9)
    factories.save(db, total)
    ad_path, seller_path = f"/products/{ad.id}", f"/sellers/{seller.id}"
    assert "Person" in read(site.get(seller_path).text).data
    for path in (ad_path, seller_path, "/products/sell"):
        html = site.get(path).text
        assert "aggregateRating" not in html
        # Times in the data may have these digits.
        assert "4.5" not in _words(html)
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


# What schema.org's types, and search engines that show them, require; of Offer with a price.
_REQUIRED = {
    "Product": {"name", "url", "description"},
    "Offer": {"url", "price", "priceCurrency", "availability", "seller", "businessFunction"},
    "UnitPriceSpecification": {"price", "priceCurrency", "unitCode"},
    "BreadcrumbList": {"itemListElement"},
    "ItemList": {"name", "itemListElement", "numberOfItems"},
    "WebSite": {"name", "url"},
    "Organization": {"name", "url"},
    "Person": {"name", "url"},
    "AggregateRating": {"ratingValue", "reviewCount", "bestRating", "worstRating"},
    "PropertyValue": {"name", "value"},
    "City": {"name"},
    "SearchAction": {"target", "query-input"},
    "EntryPoint": {"urlTemplate"},
}
_AVAILABLE = {"InStock", "OutOfStock", "SoldOut", "Reserved"}
_CONDITIONS = {"NewCondition", "UsedCondition", "RefurbishedCondition", "DamagedCondition"}


def check(data: Any, inside: str = "") -> None:
    """Check that an object, and each inside of it, has what its type requires, and values of the right form."""
    if isinstance(data, list):
        assert data, inside
        for each in data:
            check(each, inside)
    if not isinstance(data, dict):
        assert data not in (None, "", {}), inside
        return
    kind = data["@type"]
    if kind == "ListItem":
        assert data["position"] >= 1
        assert data["name"]
        assert data["item" if inside == "BreadcrumbList" else "url"].startswith("http")
    else:
        assert data.keys() >= _REQUIRED[kind], kind
    for name, value in data.items():
        check(value, kind)
        if name in ("url", "item", "logo"):
            assert value.startswith("http")
    if kind == "Offer":
        assert data["price"] >= 0
        assert data["availability"].removeprefix("https://schema.org/") in _AVAILABLE
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", data.get("priceValidUntil", "2026-01-01"))
    if kind == "Product":
        assert (
            data.get("itemCondition", "https://schema.org/NewCondition").removeprefix("https://schema.org/")
            in _CONDITIONS
        )
    if kind in ("BreadcrumbList", "ItemList"):
        places = [item["position"] for item in data["itemListElement"]]
        assert places == sorted(set(places))


@pytest.mark.parametrize("name", ["home", "categories", "listing", "featured", "search", "category", "seller", "ad"])
def test_what_schema_org_requires_is_there(site: TestClient, market: dict[str, str], name: str) -> None:
    data = read(site.get(market[name]).text).data
    assert data
    for each in data.values():
        assert each["@context"] == "https://schema.org"
        check(each)


def product(site: TestClient, ad: Ad) -> dict[str, Any]:
    found = read(site.get(f"/products/{ad.id}").text).data["Product"]
    check(found)
    return found


def test_an_ad_without_a_price_has_no_offer(site: TestClient, db: Session) -> None:
    for ad_type, unit in ((AdType.SELL, None), (AdType.RENT, PriceUnit.DAY)):
        ad = factories.ad(
            db, factories.seller(db), factories.category(db), ad_type=ad_type, price_unit=unit, price_paise=None
        )
        assert "offers" not in product(site, ad)
    free = factories.ad(db, factories.seller(db), factories.category(db), price_paise=0)
    assert product(site, free)["offers"]["price"] == 0


def test_the_availability_is_that_of_the_ad(site: TestClient, db: Session) -> None:
    now = clock.now()
    for expected, status, reserved_until in (
        ("InStock", AdStatus.APPROVED, None),
        ("SoldOut", AdStatus.SOLD, None),
        ("OutOfStock", AdStatus.PAUSED, None),
        ("Reserved", AdStatus.APPROVED, now + timedelta(days=1)),
        ("InStock", AdStatus.APPROVED, now - timedelta(days=1)),
    ):
        ad = factories.ad(
            db,
            factories.seller(db),
            factories.category(db),
            price_paise=100_00,
            expires_at=datetime(2027, 3, 1, tzinfo=UTC),
            status=status,
        )
        ad.reserved_until = reserved_until
        factories.save(db, ad)
        offer = product(site, ad)["offers"]
        assert (offer["availability"], offer["priceValidUntil"]) == (f"https://schema.org/{expected}", "2027-03-01")


@pytest.mark.parametrize(
    ("label", "value", "condition"),
    [
        ("Condition", "New", "NewCondition"), ("condition ", "Like new", "UsedCondition"), ("Condition", "Used", "UsedCondition"),
        ("Condition", "Refurbished", "RefurbishedCondition"), ("Condition", "Fair", "UsedCondition"), ("Condition", "Odd", None),
        ("Air condition", "New", None), ("Colour", "New", None),
    ],
)  # fmt: skip
def test_the_condition_is_that_of_the_field(
    site: TestClient, db: Session, label: str, value: str, condition: str | None
) -> None:
    category = factories.category(db)
    subcategory = factories.subcategory(db, category)
    field = factories.field(db, subcategory, label, InputType.SELECT, options=[value])
    ad = factories.ad(db, factories.seller(db), category, subcategory_id=subcategory.id)
    own = {"field_id": field.id, "label": label, "input_type": InputType.SELECT, "text": value}
    factories.save(db, AdVersionValue(version_id=ad.live_version_id, position=0, **own))
    assert product(site, ad).get("itemCondition") == (f"https://schema.org/{condition}" if condition else None)


@pytest.mark.parametrize("name", ["home", "categories", "listing", "search", "category", "seller", "ad"])
def test_images_have_dimensions(site: TestClient, market: dict[str, str], name: str) -> None:
    images = read(site.get(market[name]).text).images
    assert images
    assert all(image.get("width") and image.get("height") for image in images)
    assert all("alt" in image for image in images)
    assert sum(image.get("fetchpriority") == "high" for image in images) <= 1

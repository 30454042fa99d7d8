"""/api/product/sell, /rent, /lease, /featured, /search, /category, /categories/by-type"""

import pytest

from marketplace.models import AdStatus, AdType, WishlistItem
from tests import factories


@pytest.fixture
def seller(db):
    return factories.seller(db)


@pytest.fixture
def category(db):
    return factories.category(db, "Furniture")


@pytest.mark.parametrize("ad_type", list(AdType))
def test_lists_by_type(client, db, seller, category, ad_type):
    ad = factories.ad(db, seller, category, ad_type=ad_type, name="Teak sofa", price_paise=100_00)
    for other in AdType:
        answer = client.get(f"/api/product/{other.value}")
        assert answer.status_code == 200
        body = answer.json()
        assert body["success"] is True
        ids = [product["_id"] for product in body["products"]]
        assert ids == ([ad.id] if other is ad_type else [])
        assert (body["total"], body["totalPages"], body["page"]) == (len(ids), len(ids), 1)


def test_pages(client, db, seller, category):
    for _ in range(13):
        factories.ad(db, seller, category)
    body = client.get("/api/product/sell").json()
    assert (len(body["products"]), body["total"], body["totalPages"]) == (12, 13, 2)
    assert len(client.get("/api/product/sell?page=2").json()["products"]) == 1
    assert client.get("/api/product/sell?page=99").json()["products"] == []
    assert client.get("/api/product/sell?page=1000000000").json()["products"] == []
    after = body["products"][-1]["_id"]
    assert len(client.get(f"/api/product/sell?after={after}").json()["products"]) == 1


@pytest.mark.parametrize("status", [status for status in AdStatus if status is not AdStatus.APPROVED])
def test_only_live_ads_are_listed(client, db, seller, category, status):
    factories.ad(db, seller, category, name="Teak sofa", status=status, featured=True)
    signed_in = factories.bearer(db, seller)
    for headers in ({}, signed_in):
        for path in ("sell", "search", "search?keyword=sofa"):
            assert client.get(f"/api/product/{path}", headers=headers).json()["products"] == []
        assert client.get("/api/product/featured", headers=headers).json()["data"] == []
        assert client.get(f"/api/product/category/{category.id}", headers=headers).json()["data"] == []


@pytest.mark.parametrize(
    "query",
    [
        "page=0", "page=x", "limit=101", "limit=-1", "producttype=swap", "sort=best", "minPrice=cheap", "maxPrice=-1",
        "minPrice=nan", "lat=91&lng=0", "lat=1", "sort=distance", "radiusKm=5", "postedWithinDays=0", "postedWithinDays=1.5",
        "featured=perhaps", "after=nothing",
    ],
)  # fmt: skip
def test_bad_values(client, query):
    answer = client.get(f"/api/product/search?{query}")
    assert answer.status_code == 422
    body = answer.json()
    assert body["success"] is False
    assert body["errors"]


@pytest.fixture
def around_pune(db, seller, category):
    """Sofas here, near and far."""
    for name, lat, lng in (("near", 18.60, 73.90), ("here", 18.52, 73.86), ("far", 19.07, 72.87)):
        factories.ad(db, seller, category, name=f"{name} sofa", city="Pune", latitude=lat, longitude=lng)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("keyword=sofa+near+pune&sort=distance", ["here", "near"]),
        ("keyword=sofa+near+pune&sort=distance&radiusKm=5", ["here"]),
        ("keyword=sofa+near+pune&radiusKm=500&sort=distance", ["here", "near", "far"]),
        ("keyword=near+pune&sort=distance", ["here", "near"]),
        ("keyword=sofa+near+pune&lat=18.60&lng=73.90&sort=distance", ["near", "here", "far"]),
    ],
)
def test_search_near_a_named_place(client, around_pune, query, names):
    answer = client.get(f"/api/product/search?{query}")
    assert answer.status_code == 200, answer.json()
    assert [product["name"].split()[0] for product in answer.json()["products"]] == names
    assert client.get(f"/api/product/sell?{query}").json()["total"] == len(names)


@pytest.mark.parametrize(
    "keyword",
    ["sofa", "sofa near me", "sofa near nowhere", "near pune&literal=true", '"near pune"', "sofa in pune", "%2A"],
)
@pytest.mark.parametrize("asked", ["sort=distance", "radiusKm=5"])
def test_a_distance_needs_a_place(client, around_pune, keyword, asked):
    for path in ("search", "sell", "featured"):
        answer = client.get(f"/api/product/{path}?keyword={keyword}&{asked}")
        assert answer.status_code == 422
        assert [error["field"] for error in answer.json()["errors"]] == ["lat"]


def test_empty_null_and_undefined_are_absent(client, db, seller, category):
    factories.ad(db, seller, category)
    names = ("page", "limit", "keyword", "producttype", "categoryId", "minPrice", "lat", "sort", "featured", "after")
    for value in ("", "null", "undefined"):
        query = "&".join(f"{name}={value}" for name in names)
        assert client.get(f"/api/product/search?{query}").json()["total"] == 1


def test_search(client, db, seller, category):
    factories.ad(db, seller, category, name="Teak sofa", price_paise=18_500_00, discount_basis_points=1000, city="Pune")
    factories.ad(db, seller, factories.category(db), name="Lamp")
    body = client.get("/api/product/search?keyword=teek sofas under 20k").json()
    (product,) = body["products"]
    assert (product["name"], product["price"], product["discount"], product["finalPrice"]) == (
        "Teak sofa",
        18500,
        10,
        16650,
    )
    assert product["categoryId"] == {"_id": category.id, "name": "Furniture"}
    assert (product["status"], product["isNew"], product["wishlisted"]) == ("approved", True, False)
    assert [chip["text"] for chip in body["understood"]] == ["Under ₹20,000"]
    assert body["corrected"] == "teak sofas"
    facets = {facet["name"]: facet["values"] for facet in body["facets"]}
    assert facets["categoryId"] == [{"value": category.id, "label": "Furniture", "count": 1, "chosen": False}]
    nothing = client.get("/api/product/search?keyword=sofa&city=Delhi").json()
    assert (nothing["products"], nothing["total"], nothing["totalPages"]) == ([], 0, 0)
    assert nothing["fallbacks"][0]["drop"] == ["city"]
    assert set(nothing["fallbacks"][0]) == {"kind", "text", "keyword", "drop", "radiusKm", "count"}


def test_user_id_is_ignored_and_saved_is_the_callers(client, db, seller, category):
    buyer = factories.buyer(db)
    ad = factories.ad(db, seller, category)
    factories.save(db, WishlistItem(buyer_id=buyer.id, ad_id=ad.id, ad_name="x"))
    assert client.get(f"/api/product/sell?userId={buyer.id}").json()["products"][0]["wishlisted"] is False
    mine = client.get("/api/product/sell", headers=factories.bearer(db, buyer)).json()
    assert mine["products"][0]["wishlisted"] is True


def test_featured_is_whole_unless_paged(client, db, seller, category):
    for n in range(14):
        factories.ad(db, seller, category, featured=n > 0)
    body = client.get("/api/product/featured").json()
    assert (len(body["data"]), body["total"], body["totalPages"]) == (13, 13, 1)
    body = client.get("/api/product/featured?page=2&limit=5").json()
    assert (len(body["data"]), body["totalPages"], body["page"]) == (5, 3, 2)


def test_category(client, db, seller, category):
    ad = factories.ad(db, seller, category)
    factories.ad(db, seller, factories.category(db))
    body = client.get(f"/api/product/category/{category.id}").json()
    assert [product["_id"] for product in body["data"]] == [ad.id]
    assert body["products"] == body["data"]
    for missing in ("nothing", "01M7YH44H3FVMP4547R0ZWQBC3"):
        answer = client.get(f"/api/product/category/{missing}")
        assert (answer.status_code, answer.json()["message"]) == (404, "Category not found")


def test_categories_by_type(client, db, seller, category):
    factories.ad(db, seller, category, ad_type=AdType.RENT)
    factories.ad(db, seller, factories.category(db), ad_type=AdType.SELL)
    body = client.get("/api/product/categories/by-type?type=rent").json()
    found = [{"_id": category.id, "name": "Furniture"}]
    assert body == {"success": True, "data": found, "total": 1, "totalPages": 1, "page": 1}
    assert client.get("/api/product/categories/by-type?type=swap").status_code == 422


def test_dynamic_field_filters(client, db, seller, category):
    factories.ad(db, seller, category)
    assert client.get("/api/product/search?field[nothing]=x").json()["total"] == 0
    assert client.get("/api/product/search?field[nothing]=null").json()["total"] == 1

"""Conventions of the API contract (docs/api-contract.md)."""

import re
from datetime import datetime, timedelta

import pytest
from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.domain import catalog
from marketplace.models import AdStatus, AdType
from marketplace.settings import get_settings
from tests import factories
from tests.client import TestClient

PAGED = ["product/sell", "product/rent", "product/lease", "product/search", "product/featured", "product/category/{id}"]
JSON = {"content-type": "application/json"}


def is_failure(answer, status: int) -> bool:
    """Return whether the response is a JSON failure envelope."""
    body = answer.json()
    assert set(body) <= {"success", "message", "errors"}
    assert body["message"]
    return (answer.status_code, body["success"]) == (status, False)


@pytest.fixture
def category(db: Session):
    return factories.category(db)


@pytest.fixture
def seller(db: Session):
    return factories.seller(db)


class TestFailures:
    def test_unknown_paths(self, client: TestClient):
        for path in ("/api", "/api/", "/api/nothing", "/api/category/", "/api/product/a/b/c", "/api/%00"):
            assert is_failure(client.get(path), 404), path

    def test_wrong_method_has_allow_header(self, client: TestClient):
        answer = client.patch("/api/category")
        assert is_failure(answer, 405)
        assert "GET" in answer.headers["allow"]
        assert is_failure(client.delete("/api/product/sell"), 401)  # an ad's id could be there
        assert is_failure(client.post("/api/testimonial", json={}), 405)

    def test_allow_names_every_method_of_the_path(self, client: TestClient):
        allowed = {each.strip() for each in client.patch("/api/product/x").headers["allow"].split(",")}
        assert {"GET", "PUT", "DELETE"} <= allowed

    def test_head_is_get_without_the_body(self, client: TestClient):
        for path in ("/api/category", "/api/product/sell", "/api/health/live", "/api/docs", "/api/nothing"):
            whole, head = client.get(path), client.head(path)
            assert (head.status_code, head.content) == (whole.status_code, b""), path
            assert head.headers["content-length"] == whole.headers["content-length"], path
        assert client.head("/api/wishlist").status_code == 405
        assert "HEAD" in client.patch("/api/category").headers["allow"]
        assert "HEAD" not in client.get("/api/wishlist").headers["allow"]

    def test_malformed_json(self, client: TestClient):
        for content in (b"{", b'{"a": }', b"\xff", b"{'email': 1}"):
            assert is_failure(client.post("/api/auth/sendOtp", content=content, headers=JSON), 400), content

    def test_non_json_bodies_are_415(self, client: TestClient, db: Session):
        buyer = factories.bearer(db, factories.buyer(db))
        for path in ("/api/auth/sendOtp", "/api/user/login", "/api/wishlist", "/api/report"):
            assert is_failure(client.post(path, data={"email": "a@example.org"}, headers=buyer), 415)
            text = {"content-type": "text/plain"} | buyer
            assert is_failure(client.post(path, content=b'{"email": "a@example.org"}', headers=text), 415)

    def test_json_body_for_an_upload_is_415(self, client: TestClient, db: Session, seller):
        answer = client.post("/api/upload", json={"file": "x"}, headers=factories.bearer(db, seller))
        assert is_failure(answer, 415)

    def test_bodies_that_are_too_large(self, client: TestClient):
        most = get_settings().body_max_bytes
        declared = client.post("/api/auth/sendOtp", content=b" " * (most + 1), headers=JSON)
        assert is_failure(declared, 413)
        pieces = (b" " * 65_536 for _ in range(most // 65_536 + 1))
        streamed = client.post("/api/auth/sendOtp", content=pieces, headers=JSON)
        assert "content-length" not in streamed.request.headers
        assert is_failure(streamed, 413)

    def test_uploads_that_are_too_large(self, client: TestClient, db: Session, seller, monkeypatch):
        monkeypatch.setattr(get_settings(), "upload_max_bytes", 1000)
        big = {"file": ("a.jpg", b"x" * 100_000)}
        assert is_failure(client.post("/api/upload", files=big, headers=factories.bearer(db, seller)), 413)

    def test_field_errors_use_api_field_names(self, client: TestClient, db: Session, seller):
        headers = factories.bearer(db, seller)
        answer = client.post("/api/product", json={"fieldValues": "x"}, headers=headers)
        assert is_failure(answer, 422)
        assert [error["field"] for error in answer.json()["errors"]] == ["fieldValues"]

    def test_error_response_reveals_nothing(self, client: TestClient, monkeypatch):
        def crash(*_args):
            raise RuntimeError("SELECT secret FROM vault")

        monkeypatch.setattr(catalog, "list_categories", crash)
        answer = client.get("/api/category")
        assert is_failure(answer, 500)
        assert "vault" not in answer.text
        assert "Traceback" not in answer.text

    def test_too_many_requests_has_retry_after(self, client: TestClient):
        body = {"email": "a@example.org", "password": "wrong"}
        answers = [client.post("/api/user/login", json=body) for _ in range(11)]
        assert [answer.status_code for answer in answers] == [401] * 10 + [429]
        assert is_failure(answers[-1], 429)
        assert 0 < int(answers[-1].headers["retry-after"]) <= 15 * 60


class TestLists:
    @pytest.mark.parametrize("path", PAGED)
    @pytest.mark.parametrize("query", ["page=0", "page=-1", "page=a", "page=1.5", "limit=0", "limit=101", "limit=%2B1"])
    def test_invalid_page_parameters(self, client: TestClient, category, path: str, query: str):
        answer = client.get(f"/api/{path.format(id=category.id)}?{query}")
        assert is_failure(answer, 422)
        assert answer.json()["errors"][0]["field"] == query.split("=")[0]

    def test_default_page_size(self, client: TestClient, db: Session, seller, category):
        made = [factories.ad(db, seller, category, featured=True).id for _ in range(14)]
        body = client.get("/api/product/sell").json()
        assert (len(body["products"]), body["total"], body["totalPages"], body["page"]) == (12, 14, 2, 1)
        assert len(client.get("/api/product/sell?limit=100").json()["products"]) == 14
        assert len(client.get("/api/product/sell?page=2&limit=10").json()["products"]) == 4
        past = client.get("/api/product/sell?page=9").json()
        assert (past["products"], past["total"], past["page"]) == ([], 14, 9)
        for path in ("product/featured", f"product/category/{category.id}"):
            assert len(client.get(f"/api/{path}").json()["data"]) == 14
            assert len(client.get(f"/api/{path}?limit=5").json()["data"]) == 5
        assert sorted(made) == made

    def test_totals_and_further_pages(self, client: TestClient, db: Session, seller, category):
        made = [factories.ad(db, seller, category).id for _ in range(6)]
        body = client.get("/api/product/sell?limit=2").json()
        assert (body["total"], body.get("totalExact", True)) == (6, True)
        seen = [product["_id"] for product in body["products"]]
        while found := client.get(f"/api/product/sell?limit=2&after={seen[-1]}").json()["products"]:
            seen += [product["_id"] for product in found]
        assert sorted(seen) == made
        paged = [client.get(f"/api/product/sell?limit=2&page={n}").json()["products"] for n in (1, 2, 3)]
        assert [product["_id"] for page in paged for product in page] == seen

    def test_exact_totals_are_not_called_inexact(self, client: TestClient, db: Session, seller, category):
        factories.ad(db, seller, category)
        assert client.get("/api/product/sell").json().get("totalExact", True) is True

    @pytest.mark.parametrize("empty", ["", "null", "undefined"])
    def test_absent_query_values(self, client: TestClient, db: Session, seller, category, empty: str):
        factories.ad(db, seller, category)
        names = ["page", "limit", "category", "categoryId", "subcategoryId", "keyword", "sort", "userId", "producttype"]
        names += ["city", "minPrice", "maxPrice", "lat", "lng", "radiusKm", "postedWithinDays", "featured", "after"]
        query = "&".join(f"{name}={empty}" for name in names)
        for path in ("sell", "search"):
            assert client.get(f"/api/product/{path}?{query}").json()["total"] == 1

    def test_contacts_cursor(self, client: TestClient, db: Session, seller, monkeypatch):
        monkeypatch.setattr(get_settings(), "page_size_max", 2)
        made = [factories.buyer(db).id for _ in range(3)]
        headers = factories.bearer(db, seller)
        first = client.get("/api/user", headers=headers).json()
        rest = client.get(f"/api/user?after={first['next']}", headers=headers).json()
        assert [person["_id"] for person in first["data"] + rest["data"]] == made[::-1]
        assert rest["next"] is None

    def test_user_id_of_a_list_is_ignored(self, client: TestClient, db: Session, seller, category):
        buyer, ad = factories.buyer(db), factories.ad(db, seller, category)
        headers = factories.bearer(db, buyer)
        client.post("/api/wishlist", json={"productId": ad.id}, headers=headers)
        path = f"/api/product/sell?userId={buyer.id}"
        assert client.get(path).json()["products"][0]["wishlisted"] is False
        assert client.get(path, headers=headers).json()["products"][0]["wishlisted"] is True


class TestValues:
    def test_ids_and_times(self, client: TestClient, db: Session, seller, category):
        ad = factories.ad(db, seller, category)
        product = client.get(f"/api/product/{ad.id}").json()["data"]
        assert len(product["_id"]) > 12
        moment = datetime.fromisoformat(product["createdAt"])
        assert product["createdAt"].endswith("Z")
        assert abs(moment - clock.now()) < timedelta(minutes=5)

    def test_prices(self, client: TestClient, db: Session, seller, category):
        for paise, discount in ((None, 0), (500_00, 0), (600_50, 50), (0, 0)):
            factories.ad(db, seller, category, price_paise=paise, discount_basis_points=discount * 100)
        found = {
            sort: [each["price"] for each in client.get(f"/api/product/sell?sort={sort}").json()["products"]]
            for sort in ("price_asc", "price_desc")
        }
        # Sorted by discounted price; ads without a price come last in both directions.
        assert found == {"price_asc": [0, 600.5, 500, None], "price_desc": [500, 600.5, 0, None]}
        assert client.get("/api/product/sell?minPrice=300&maxPrice=301").json()["total"] == 1

    def test_prices_of_a_new_ad(self, client: TestClient, db: Session, seller, category):
        headers, body = factories.bearer(db, seller), {"name": "Sofa", "producttype": "sell", "categoryId": category.id}
        for sent, kept in ((18500, 18500), (18500.5, 18500.5), ("18500", 18500), (None, None), ("", None)):
            answer = client.post("/api/product", json=body | {"price": sent}, headers=headers)
            assert (answer.status_code, answer.json()["data"]["price"]) == (201, kept)
        for sent in (-1, "cheap", 1.005, True):
            assert client.post("/api/product", json=body | {"price": sent}, headers=headers).status_code == 422

    def test_times_without_a_zone_are_in_the_ads(self, client: TestClient, db: Session, seller, category):
        ad = factories.ad(db, seller, category, ad_type=AdType.RENT)
        day = (clock.now() + timedelta(days=30)).date()
        body = {"productId": ad.id, "pickupDateTime": f"{day}T10:00", "dropDateTime": f"{day}T12:00:00Z"}
        answer = client.post("/api/enquiry", json=body, headers=factories.bearer(db, factories.buyer(db)))
        made = answer.json()["data"]
        assert datetime.fromisoformat(made["pickupDateTime"]) == datetime.fromisoformat(f"{day}T04:30:00+00:00")
        assert datetime.fromisoformat(made["dropDateTime"]) == datetime.fromisoformat(f"{day}T12:00:00+00:00")


class TestIdentity:
    def test_seller_id_must_own_the_ad(self, client: TestClient, db: Session, seller, category):
        ad = factories.ad(db, seller, category, ad_type=AdType.RENT)
        day = (clock.now() + timedelta(days=30)).date()
        dates = {"pickupDateTime": f"{day}T10:00", "dropDateTime": f"{day}T12:00"}
        body = {"productId": ad.id, "sellerId": factories.seller(db).id, **dates}
        answer = client.post("/api/enquiry", json=body, headers=factories.bearer(db, factories.buyer(db)))
        assert is_failure(answer, 400)

    def test_own_id_is_optional(self, client: TestClient, db: Session, seller, category):
        ad, buyer = factories.ad(db, seller, category), factories.buyer(db)
        headers = factories.bearer(db, buyer)
        for user in ("", None, buyer.id):
            body = {"productId": ad.id, "userId": user}
            assert client.post("/api/order/check", json=body, headers=headers).status_code == 200, user
            assert client.post("/api/wishlist", json=body, headers=headers).status_code < 300, user


class TestAdLifeCycle:
    def test_sold_for_thirty_days(self, client: TestClient, db: Session, seller, category):
        now = clock.now()
        ad = factories.ad(db, seller, category, status=AdStatus.SOLD, sold_at=now - timedelta(days=29))
        old = factories.ad(db, seller, category, status=AdStatus.SOLD, sold_at=now - timedelta(days=31))
        assert client.get(f"/api/product/{ad.id}").json()["data"]["status"] == "sold"
        assert is_failure(client.get(f"/api/product/{old.id}"), 410)
        assert client.get(f"/api/product/{old.id}", headers=factories.bearer(db, seller)).status_code == 200
        assert client.get("/api/product/sell").json()["total"] == 0

    def test_a_change_is_seen_by_its_owner_only(self, client: TestClient, db: Session, seller, category):
        ad, owner = factories.ad(db, seller, category, name="Chair"), factories.bearer(db, seller)
        admin = factories.bearer(db, factories.admin(db))
        body = {"name": "Throne", "producttype": "sell", "categoryId": category.id, "status": "approved"}
        changed = client.put(f"/api/product/{ad.id}", json=body, headers=owner)
        assert (changed.json()["data"]["name"], changed.json()["data"]["status"]) == ("Throne", "approved")

        def seen(headers: dict[str, str] | None = None) -> tuple[str, str, str]:
            product = client.get(f"/api/product/{ad.id}", headers=headers).json()["data"]
            return product["name"], product["status"], product["note"]

        assert (seen(), seen(owner)) == (("Chair", "approved", ""), ("Throne", "approved", ""))
        assert client.get("/api/product/sell").json()["products"][0]["name"] == "Chair"
        client.post(f"/api/admin/products/{ad.id}/reject", json={"note": "No throne."}, headers=admin)
        assert (seen(), seen(owner)) == (("Chair", "approved", ""), ("Throne", "approved", "No throne."))

    def test_a_suspended_seller(self, client: TestClient, db: Session, seller, category):
        ad, admin = factories.ad(db, seller, category), factories.bearer(db, factories.admin(db))
        path = f"/api/admin/accounts/{seller.id}"
        assert client.post(f"{path}/suspend", json={"reason": "Fraud"}, headers=admin).status_code == 200
        assert is_failure(client.get(f"/api/product/{ad.id}"), 410)
        assert client.get("/api/product/sell").json()["total"] == 0
        assert client.post(f"{path}/restore", headers=admin).status_code == 200
        assert client.get(f"/api/product/{ad.id}").status_code == 200

    def test_a_saved_ad_stays_with_its_status(self, client: TestClient, db: Session, seller, category):
        ad, buyer = factories.ad(db, seller, category), factories.buyer(db)
        headers = factories.bearer(db, buyer)
        client.post("/api/wishlist", json={"productId": ad.id}, headers=headers)
        client.post(f"/api/product/{ad.id}/sold", headers=factories.bearer(db, seller))
        (saved,) = client.get(f"/api/wishlist/{buyer.id}", headers=headers).json()["data"]
        assert saved["productId"]["status"] == "sold"

    def test_new_for_a_day_after_the_first_approval(self, client: TestClient, db: Session, seller, category):
        hours = {23: True, 25: False}
        for age, is_new in hours.items():
            ad = factories.ad(db, seller, category, first_approved_at=clock.now() - timedelta(hours=age))
            assert client.get(f"/api/product/{ad.id}").json()["data"]["isNew"] is is_new


def test_openapi_document_and_docs_page(client: TestClient):
    assert client.get("/api/openapi.json").json()["openapi"].startswith("3.")
    page = client.get("/api/docs")
    # Without an icon link browsers request /favicon.ico.
    assert 'rel="icon" href="/favicon.svg"' in page.text
    assert page.headers["content-type"].startswith("text/html")
    assert not re.search(r"""(src|href)=["']?(https?:)?//""", page.text)


def test_unknown_well_formed_id_is_404(client: TestClient):
    for path in ("product", "category", "subcategory", "seller", "product/approved", "product/category"):
        assert is_failure(client.get(f"/api/{path}/{ids.new_id()}"), 404), path

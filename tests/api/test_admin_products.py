import pytest
from sqlmodel import Session

from marketplace.models import AdStatus
from tests import factories
from tests.client import TestClient

VERBS = {"approve": None, "reject": {"note": "No."}, "feature": {"featured": True}}


@pytest.mark.parametrize("kind", [None, factories.buyer, factories.seller])
def test_admins_only(client: TestClient, db: Session, kind):
    ad = factories.ad(db, factories.seller(db), factories.category(db), status=AdStatus.PENDING)
    headers = factories.bearer(db, kind(db)) if kind else {}
    expected = 403 if kind else 401
    assert client.get("/api/admin/products", headers=headers).status_code == expected
    for verb, body in VERBS.items():
        answer = client.post(f"/api/admin/products/{ad.id}/{verb}", json=body, headers=headers)
        assert (answer.status_code, answer.json()["success"]) == (expected, False)


@pytest.fixture
def admin(db: Session) -> dict[str, str]:
    return factories.bearer(db, factories.admin(db))


def test_pending_ones_oldest_first_twelve_a_page(client: TestClient, db: Session, admin: dict[str, str]):
    seller, category = factories.seller(db), factories.category(db)
    waiting = [factories.ad(db, seller, category, status=AdStatus.PENDING).id for _ in range(13)]
    live = factories.ad(db, seller, category)
    first = client.get("/api/admin/products?status=pending", headers=admin).json()
    assert [each["_id"] for each in first["products"]] == waiting[:12]
    assert (first["total"], first["totalPages"], first["page"]) == (13, 2, 1)
    second = client.get("/api/admin/products?status=pending&page=2", headers=admin).json()
    assert [each["_id"] for each in second["products"]] == waiting[12:]
    assert client.get("/api/admin/products?status=pending&page=3", headers=admin).json()["products"] == []
    everything = client.get("/api/admin/products?status=undefined", headers=admin).json()
    assert (everything["total"], everything["products"][0]["_id"]) == (14, live.id)
    for wrong in ("status=lost", "page=0", "limit=101"):
        assert client.get(f"/api/admin/products?{wrong}", headers=admin).status_code == 422


def test_approving_with_and_without_a_body(client: TestClient, db: Session, admin: dict[str, str]):
    seller, category = factories.seller(db), factories.category(db)
    for body in (None, {}, {"version": 1}, {"version": None}):
        ad = factories.ad(db, seller, category, status=AdStatus.PENDING)
        answer = client.post(f"/api/admin/products/{ad.id}/approve", json=body, headers=admin)
        assert answer.status_code == 200
        assert answer.json()["message"]
        assert answer.json()["data"]["status"] == "approved"
        assert client.get(f"/api/product/{ad.id}").status_code == 200
        again = client.post(f"/api/admin/products/{ad.id}/approve", json=body, headers=admin)
        assert (again.status_code, again.json()["success"]) == (409, False)


def test_rejecting_needs_a_note(client: TestClient, db: Session, admin: dict[str, str]):
    ad = factories.ad(db, factories.seller(db), factories.category(db), status=AdStatus.PENDING)
    path = f"/api/admin/products/{ad.id}/reject"
    for body in ({}, {"note": " "}, {"reason": "photos"}):
        answer = client.post(path, json=body, headers=admin)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "note")
    stale = client.post(path, json={"note": "Blurred.", "version": 7}, headers=admin)
    assert stale.status_code == 409
    answer = client.post(path, json={"note": "Blurred.", "reason": "photos"}, headers=admin).json()
    assert (answer["data"]["status"], answer["data"]["note"]) == ("rejected", "Blurred.")


def test_featuring(client: TestClient, db: Session, admin: dict[str, str]):
    ad = factories.ad(db, factories.seller(db), factories.category(db))
    path = f"/api/admin/products/{ad.id}/feature"
    for featured in (True, False):
        assert client.post(path, json={"featured": featured}, headers=admin).json()["data"]["featured"] is featured
        listed = client.get("/api/product/featured").json()["data"]
        assert [each["_id"] for each in listed] == ([ad.id] if featured else [])
    for wrong in ({}, {"featured": "yes"}, {"featured": None}):
        assert client.post(path, json=wrong, headers=admin).status_code == 422


def test_unknown_ids_are_404(client: TestClient, db: Session, admin: dict[str, str]):
    for verb, body in VERBS.items():
        answer = client.post(f"/api/admin/products/nonsense/{verb}", json=body, headers=admin)
        assert (answer.status_code, answer.json()["message"]) == (404, "Product not found")


@pytest.mark.parametrize("verb", ["approve", "reject"])
@pytest.mark.parametrize("where", ["product", "queue", "list", "seller"])
def test_what_was_changed_since_the_admin_read_it_is_not_decided(
    client: TestClient, db: Session, admin: dict[str, str], verb: str, where: str
):
    owner, category = factories.seller(db), factories.category(db)
    ad = factories.ad(db, owner, category, status=AdStatus.PENDING)
    read = {
        "product": f"/api/product/{ad.id}",
        "queue": f"/api/admin/queue/{ad.id}",
        "list": "/api/admin/products?status=pending",
        "seller": f"/api/product/seller/{owner.id}",
    }[where]
    decide = f"/api/admin/products/{ad.id}/{verb}"
    change = {"name": "Something else", "producttype": "sell", "categoryId": category.id}
    assert client.get(read, headers=admin).status_code == 200
    assert client.put(f"/api/product/{ad.id}", json=change, headers=factories.bearer(db, owner)).status_code == 200
    refused = client.post(decide, json=VERBS[verb], headers=admin)
    assert (refused.status_code, refused.json()["success"]) == (409, False)
    several = client.post("/api/admin/queue/approve", json={"products": [{"_id": ad.id}]}, headers=admin).json()
    assert several["data"][0]["approved"] is False
    # Read again, it is what the admin decides on.
    assert client.get(read, headers=admin).status_code == 200
    assert client.post(decide, json=VERBS[verb], headers=admin).status_code == 200


def test_an_admin_may_approve_the_version_they_wrote(client: TestClient, db: Session, admin: dict[str, str]):
    category = factories.category(db)
    ad = factories.ad(db, factories.seller(db), category, status=AdStatus.PENDING)
    change = {"name": "Something else", "producttype": "sell", "categoryId": category.id}
    client.get(f"/api/product/{ad.id}", headers=admin)
    assert client.put(f"/api/product/{ad.id}", json=change, headers=admin).json()["data"]["version"] == 2
    assert client.post(f"/api/admin/products/{ad.id}/approve", headers=admin).status_code == 200


def test_what_another_admin_read_does_not_count(client: TestClient, db: Session, admin: dict[str, str]):
    owner, category = factories.seller(db), factories.category(db)
    ad = factories.ad(db, owner, category, status=AdStatus.PENDING)
    change = {"name": "Something else", "producttype": "sell", "categoryId": category.id}
    client.get(f"/api/product/{ad.id}", headers=admin)
    client.put(f"/api/product/{ad.id}", json=change, headers=factories.bearer(db, owner))
    client.get(f"/api/product/{ad.id}", headers=factories.bearer(db, factories.admin(db)))
    assert client.post(f"/api/admin/products/{ad.id}/approve", headers=admin).status_code == 409
    assert client.post(f"/api/admin/products/{ad.id}/approve", json={"version": 2}, headers=admin).status_code == 200


def test_waiting_ads_have_signals(client: TestClient, db: Session, admin: dict[str, str]):
    seller, category = factories.seller(db), factories.category(db)
    texts = ("Call 9876543210", "Red")
    told, plain = (factories.ad(db, seller, category, status=AdStatus.PENDING, description=text) for text in texts)
    live = factories.ad(db, seller, category, description=texts[0])
    products = {each["_id"]: each for each in client.get("/api/admin/products", headers=admin).json()["products"]}
    assert products[told.id]["signals"] == [
        {
            "code": "contact_in_text",
            "weight": 0.5,
            "text": "The text has a phone number or a link: 9876543210",
            "productId": None,
        }
    ]
    assert products[plain.id]["signals"] == products[live.id]["signals"] == []
    item = client.get(f"/api/admin/queue/{told.id}", headers=admin).json()
    assert item["signals"] == products[told.id]["signals"]
    assert item["linkedAccounts"] == []
    own = client.get(f"/api/seller/products/{told.id}", headers=factories.bearer(db, seller))
    assert "signals" not in own.text

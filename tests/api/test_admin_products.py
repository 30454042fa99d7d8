import pytest
from fastapi.testclient import TestClient
from sqlmodel import Session

from marketplace.models import AdStatus
from tests import factories

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

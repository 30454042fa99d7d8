import pytest

from marketplace.models import AdStatus
from tests import factories
from tests.domain.moderation.queued_ads import change, waiting


@pytest.fixture
def admin(db):
    return factories.bearer(db, factories.admin(db, username="asha"))


def test_moderation_queue_needs_an_admin(client, db):
    seller = factories.bearer(db, factories.seller(db))
    for headers, status in (({}, 401), (seller, 403)):
        for path in ("queue", "queue/01M7YH44H3FVMP4547R0ZWQBC3", "audit"):
            assert client.get(f"/api/admin/{path}", headers=headers).status_code == status
        body = {"products": [{"_id": "x"}]}
        assert client.post("/api/admin/queue/approve", json=body, headers=headers).status_code == status


def test_the_numbers(client, db, admin):
    waiting(db, factories.seller(db), factories.category(db), minutes=5)
    numbers = client.get("/api/admin/queue", headers=admin).json()["data"]
    assert (numbers["waiting"], numbers["decidedToday"], numbers["openReports"]) == (1, 0, 0)
    assert numbers["oldestWaitingSince"].endswith("Z")


def test_item_has_changes_and_seller_history(client, db, admin):
    seller = factories.seller(db, username="ravi")
    ad = factories.ad(db, seller, factories.category(db), name="Chair", price_paise=1_50_000_00)
    change(db, ad, name="Teak chair")
    body = client.get(f"/api/admin/queue/{ad.id}", headers=admin).json()
    assert (body["data"]["name"], body["data"]["version"], body["waiting"]) == ("Teak chair", 2, True)
    (only,) = body["changes"]
    assert (only["field"], only["before"], only["after"]) == ("name", "Chair", "Teak chair")
    assert (body["seller"]["username"], body["seller"]["ads"]) == ("ravi", {"approved": 1})
    assert [decision["review"] for decision in body["decisions"]] == ["waiting", "approved"]


def test_unknown_ids_are_404(client, db, admin):
    for ad_id in ("nothing", "01M7YH44H3FVMP4547R0ZWQBC3", "%00"):
        assert client.get(f"/api/admin/queue/{ad_id}", headers=admin).status_code == 404


def test_bulk_approval_is_in_the_audit_log(client, db, admin):
    seller, category = factories.seller(db), factories.category(db)
    fine, sold = waiting(db, seller, category, minutes=5), factories.ad(db, seller, category, status=AdStatus.SOLD)
    body = {"products": [{"_id": fine.id, "version": 1}, {"_id": sold.id}]}
    answer = client.post("/api/admin/queue/approve", json=body, headers=admin).json()
    assert answer["approved"] == 1
    assert [(item["_id"], item["approved"]) for item in answer["data"]] == [(fine.id, True), (sold.id, False)]
    log = client.get(f"/api/admin/audit?target=ad&targetId={fine.id}", headers=admin).json()
    (entry,) = log["data"]
    assert (log["total"], entry["action"], entry["actorName"]) == (1, "ad.approve", "asha")
    assert client.get("/api/admin/audit?action=ad.reject", headers=admin).json()["data"] == []


def test_invalid_bodies(client, db, admin):
    for body in ({}, {"products": []}, {"products": [{"_id": "x"}] * 101}, {"products": [{"version": "a"}]}):
        assert client.post("/api/admin/queue/approve", json=body, headers=admin).status_code == 422
    assert client.delete("/api/admin/audit", headers=admin).status_code == 405

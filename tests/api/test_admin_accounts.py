import pytest

from marketplace.models import AdStatus
from tests import factories


@pytest.fixture
def admin(db):
    return factories.bearer(db, factories.admin(db))


def test_only_admins_see_accounts(client, db):
    seller = factories.seller(db)
    for headers, status in (({}, 401), (factories.bearer(db, seller), 403)):
        assert client.get("/api/admin/accounts", headers=headers).status_code == status
        path = f"/api/admin/accounts/{seller.id}"
        assert client.get(path, headers=headers).status_code == status
        assert client.post(f"{path}/suspend", json={"reason": "Spam"}, headers=headers).status_code == status
        assert client.post(f"{path}/restore", headers=headers).status_code == status


def test_list_uses_api_field_names(client, db, admin):
    buyer = factories.buyer(db, username="mina")
    listed = client.get("/api/admin/accounts?type=user&status=null&q=MIN", headers=admin).json()
    (only,) = listed["data"]
    assert (only["_id"], only["type"], only["status"], only["email"]) == (buyer.id, "user", "active", buyer.email)
    assert (listed["total"], listed["page"]) == (1, 1)
    assert client.get("/api/admin/accounts?type=robot", headers=admin).status_code == 422
    assert client.get("/api/admin/accounts?limit=101", headers=admin).status_code == 422


def test_suspending_hides_the_ads_and_restoring_shows_them(client, db, admin):
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db), status=AdStatus.APPROVED)
    session = factories.bearer(db, seller)
    path = f"/api/admin/accounts/{seller.id}"
    saved = client.post(f"{path}/suspend", json={"reason": "Counterfeits"}, headers=admin).json()["data"]
    assert (saved["status"], saved["suspendedReason"]) == ("suspended", "Counterfeits")
    assert client.get(f"/api/product/{ad.id}").status_code == 410
    assert client.get(f"/api/product/seller/{seller.id}", headers=session).status_code == 401
    assert client.get(path, headers=admin).json()["data"]["status"] == "suspended"
    restored = client.post(f"{path}/restore", headers=admin).json()["data"]
    assert (restored["status"], restored["suspendedReason"]) == ("active", "")
    assert client.get(f"/api/product/{ad.id}").status_code == 200
    log = client.get(f"/api/admin/audit?targetId={seller.id}", headers=admin).json()["data"]
    assert [entry["action"] for entry in log] == ["account.restore", "account.suspend"]


def test_a_reason_is_needed_and_unknown_accounts_are_404(client, db, admin):
    seller = factories.seller(db)
    answer = client.post(f"/api/admin/accounts/{seller.id}/suspend", json={"reason": " "}, headers=admin)
    assert answer.status_code in (400, 422)
    for account_id in ("nothing", "01M7YH44H3FVMP4547R0ZWQBC3", "%00"):
        path = f"/api/admin/accounts/{account_id}"
        assert client.get(path, headers=admin).status_code == 404
        assert client.post(f"{path}/suspend", json={"reason": "Spam"}, headers=admin).status_code == 404
        assert client.post(f"{path}/restore", headers=admin).status_code == 404


def test_a_suspension_with_an_end(client, db, admin):
    path = f"/api/admin/accounts/{factories.seller(db).id}/suspend"
    for days in (2, 0, -7, "7", 1.5, True):
        assert client.post(path, json={"reason": "Spam", "days": days}, headers=admin).status_code == 422
    saved = client.post(path, json={"reason": "Spam", "days": 7}, headers=admin).json()["data"]
    assert saved["suspendedUntil"] > saved["suspendedAt"]
    endless = f"/api/admin/accounts/{factories.buyer(db).id}/suspend"
    assert client.post(endless, json={"reason": "Spam"}, headers=admin).json()["data"]["suspendedUntil"] is None


def test_the_history_of_an_account(client, db, admin):
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db), status=AdStatus.APPROVED, name="Teak sofa")
    session = factories.bearer(db, seller)
    body = {"target": "product", "targetId": ad.id, "reason": "scam"}
    assert client.post("/api/report", json=body, headers=factories.bearer(db, factories.buyer(db))).status_code == 201
    client.post(f"/api/admin/products/{ad.id}/feature", json={"featured": True}, headers=admin)
    path = f"/api/admin/accounts/{seller.id}"
    history = client.get(f"{path}/history", headers=admin).json()["data"]
    assert history["account"]["_id"] == seller.id
    assert (history["adsByStatus"], [each["name"] for each in history["ads"]]) == ({"approved": 1}, ["Teak sofa"])
    assert (history["reportsAbout"]["number"], history["reportsBy"]["number"]) == (1, 0)
    assert [(entry["action"], entry["names"]) for entry in history["decisions"]] == [
        ("ad.feature", {ad.id: "Teak sofa"})
    ]
    assert len(history["sessions"]) == 1
    assert "address" not in history["sessions"][0]
    assert client.delete(f"{path}/sessions", headers=admin).json()["ended"] == 1
    assert client.get(f"/api/product/seller/{seller.id}", headers=session).status_code == 401
    assert client.get(f"{path}/history", headers=admin).json()["data"]["sessions"] == []


def test_the_audit_log_by_person_and_day(client, db, admin):
    seller = factories.seller(db, username="rohan")
    client.post(f"/api/admin/accounts/{seller.id}/suspend", json={"reason": "Spam"}, headers=admin)
    for query, number in (
        ("person=roha", 1),
        ("person=nobody-here", 0),
        ("from=2020-01-01&to=2120-01-01", 1),
        ("to=2020-01-01", 0),
        ("from=2120-01-01", 0),
    ):
        assert len(client.get(f"/api/admin/audit?{query}", headers=admin).json()["data"]) == number, query
    (entry,) = client.get("/api/admin/audit?person=rohan", headers=admin).json()["data"]
    assert entry["names"] == {seller.id: "rohan"}
    for day in ("tomorrow", "2026-13-01", "2026-11-29T10:00", "2026-11-2", "0000-00-00"):
        assert client.get(f"/api/admin/audit?from={day}", headers=admin).status_code == 422

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

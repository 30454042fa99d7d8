"""Appeals through the API."""

from marketplace.domain import accounts, ads
from marketplace.domain.accounts import passwords
from marketplace.models import AdStatus
from tests import factories
from tests.domain.accounts.steps import PASSWORD

NOTE = {"note": "We looked again."}


def rejected_ad(db, seller, admin):
    ad = factories.ad(db, seller, factories.category(db), status=AdStatus.PENDING)
    ads.reject(db, factories.actor(admin), ad.id, "Blurred photos.")
    db.commit()
    return ad


def test_an_owner_appeals_once_and_another_admin_overturns(client, db):
    seller, decider = factories.seller(db), factories.admin(db, username="ravi")
    ad = rejected_ad(db, seller, decider)
    path, body = f"/api/product/{ad.id}/appeal", {"text": "They are sharp."}
    assert client.post(path, json=body).status_code == 401
    assert client.post(path, json=body, headers=factories.bearer(db, factories.seller(db))).status_code == 404
    own = factories.bearer(db, seller)
    assert client.post(path, json={}, headers=own).status_code == 422
    answer = client.post(path, json=body, headers=own)
    made = answer.json()["data"]
    assert (answer.status_code, made["target"], made["targetId"], made["reason"]) == (
        201,
        "product",
        ad.id,
        "Blurred photos.",
    )
    # Owners do not learn who decided.
    assert "ravi" not in answer.text
    assert client.post(path, json=body, headers=own).status_code == 409
    first, other = factories.bearer(db, decider), factories.bearer(db, factories.admin(db))
    (listed,) = client.get("/api/admin/appeals", headers=other).json()["data"]
    assert (listed["_id"], listed["decidedBy"], listed["decidable"]) == (made["_id"], "ravi", True)
    overturn = f"/api/admin/appeals/{made['_id']}/overturn"
    assert client.post(overturn, json=NOTE, headers=first).status_code == 403
    assert client.post(overturn, json={}, headers=other).status_code == 422
    closed = client.post(overturn, json=NOTE, headers=other)
    assert (closed.status_code, closed.json()["data"]["status"]) == (200, "overturned")
    assert client.get(f"/api/product/{ad.id}").json()["data"]["status"] == "approved"
    assert client.post(overturn, json=NOTE, headers=other).status_code == 409
    assert client.get("/api/admin/appeals", headers=other).json()["total"] == 0
    assert client.get("/api/admin/appeals?status=overturned&target=product", headers=other).json()["total"] == 1


def test_a_live_ad_is_taken_down_with_a_note(client, db):
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db))
    admin, own = factories.bearer(db, factories.admin(db)), factories.bearer(db, seller)
    path = f"/api/admin/products/{ad.id}/takedown"
    assert client.post(path, json={}, headers=admin).status_code == 422
    assert client.post(path, json={"note": "A copy.", "version": 7}, headers=admin).status_code == 409
    assert client.post(path, json={"note": "A copy."}, headers=admin).status_code == 200
    assert client.get(f"/api/product/{ad.id}").status_code == 410
    shown = client.get(f"/api/product/{ad.id}", headers=own).json()["data"]
    assert (shown["status"], shown["note"]) == ("rejected", "A copy.")
    assert client.post(path, json={"note": "A copy."}, headers=admin).status_code == 409


def test_a_suspended_account_learns_at_the_login_that_it_may_appeal(client, db):
    account = factories.buyer(db, password_hash=passwords.make_hash(PASSWORD))
    accounts.suspend(db, factories.actor(factories.admin(db)), account.id, "Spam")
    db.commit()
    credentials = {"email": account.email, "password": PASSWORD}
    login = client.post("/api/user/login", json=credentials)
    assert (login.status_code, login.json()["suspended"]) == (403, True)
    body = {**credentials, "userType": "user", "text": "It was one message."}
    for wrong, status in (
        ({"password": "x"}, 401),
        ({"userType": "seller"}, 401),
        ({"text": ""}, 422),
        ({"email": ""}, 422),
    ):
        assert client.post("/api/account/appeal", json=body | wrong).status_code == status
    assert client.post("/api/account/appeal", json=body).status_code == 201
    assert client.post("/api/account/appeal", json=body).status_code == 409

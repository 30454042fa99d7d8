"""Grievances and transparency through the API."""

from datetime import datetime, timedelta

from marketplace.settings import get_settings
from tests import factories

BODY = {"kind": "intimate_image", "email": "asha@example.org", "text": "The ad shows a photo of me."}


def hours(text: str) -> timedelta:
    return datetime.fromisoformat(text) - datetime.now().astimezone()


def test_anyone_files_a_grievance_and_an_admin_resolves_it(client, db):
    answer = client.post("/api/grievance", json=BODY)
    receipt = answer.json()["data"]
    assert answer.status_code == 201
    assert set(receipt) == {"reference", "kindText", "time", "acknowledgeBy", "resolveBy"}
    assert receipt["reference"] in answer.json()["message"]
    assert timedelta(hours=1) < hours(receipt["resolveBy"]) <= timedelta(hours=2)
    assert receipt["time"] == "2 hours"
    usual = client.post("/api/grievance", json=BODY | {"kind": "other"}).json()["data"]
    assert timedelta(days=6) < hours(usual["resolveBy"]) <= timedelta(days=7)
    admin = factories.bearer(db, factories.admin(db))
    for headers, status in (({}, 401), (factories.bearer(db, factories.buyer(db)), 403)):
        assert client.get("/api/admin/grievances", headers=headers).status_code == status
    first, second = client.get("/api/admin/grievances", headers=admin).json()["data"]
    assert [first["reference"], second["reference"]] == [receipt["reference"], usual["reference"]]
    path = f"/api/admin/grievances/{first['_id']}/resolve"
    assert client.post(path, json={}, headers=admin).status_code == 422
    assert client.post(path, json={"note": "Removed."}, headers=admin).json()["data"]["status"] == "resolved"
    assert client.post(path, json={"note": "Removed."}, headers=admin).status_code == 409


def test_odd_grievances(client, monkeypatch):
    for wrong in ({"kind": "gossip"}, {"text": ""}, {"email": "x"}, {"text": "x" * 4_001}):
        assert client.post("/api/grievance", json=BODY | wrong).status_code == 422
    monkeypatch.setattr(get_settings(), "limit_grievances", "1 per hour")
    assert client.post("/api/grievance", json=BODY).status_code == 201
    answer = client.post("/api/grievance", json=BODY | {"email": ""})
    assert (answer.status_code, int(answer.headers["retry-after"]) > 0) == (429, True)


def test_transparency_is_numbers_by_month(client, db):
    seller = factories.seller(db, username="private-name")
    client.post("/api/report", json={"target": "account", "targetId": seller.id, "reason": "scam"})
    answer = client.get("/api/transparency")
    this, *others = answer.json()["data"]
    assert (this["reports"], this["removals"], this["appeals"], this["medianHours"]) == (1, 0, 0, None)
    assert len(others) == get_settings().transparency_months - 1
    assert "private-name" not in answer.text


def test_an_order_is_entered_and_its_ad_removed(client, db):
    ad = factories.ad(db, factories.seller(db), factories.category(db), name="Lamp")
    staff = factories.bearer(db, factories.admin(db))
    body = {"authority": "High Court", "legalBasis": "Section 79(3)(b)", "text": "Remove it.", "about": ad.id}
    assert client.post("/api/admin/orders", json=body | {"legalBasis": ""}, headers=staff).status_code == 422
    answer = client.post("/api/admin/orders", json=body, headers=staff)
    order = answer.json()["data"]
    assert (answer.status_code, order["kind"], order["targets"][0]["heldUntil"]) == (201, "order", None)
    assert timedelta(hours=2) < hours(order["resolveBy"]) <= timedelta(hours=3)
    path = f"/api/admin/grievances/{order['_id']}/remove"
    removal = {"productId": ad.id, "note": "An order."}
    assert client.post(path, json=removal | {"productId": "x"}, headers=staff).status_code == 404
    removed = client.post(path, json=removal, headers=staff).json()["data"]
    assert timedelta(days=179) < hours(removed["targets"][0]["heldUntil"]) <= timedelta(days=180)
    assert client.get(f"/api/product/{ad.id}").status_code == 410
    month = client.get("/api/transparency").json()["data"][0]
    assert (month["orders"], month["grievances"]) == (1, 0)

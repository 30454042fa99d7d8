import pytest

from marketplace.domain import chat
from marketplace.settings import get_settings
from tests import factories
from tests.domain.chat.test_warnings import FRAUD


@pytest.fixture
def ad(db):
    return factories.ad(db, factories.seller(db), factories.category(db), name="Sofa")


def hand_in(client, target_id, headers=None, **values):
    body = {"target": "product", "targetId": target_id, "reason": "scam", **values}
    return client.post("/api/report", json=body, headers=headers or {})


def test_anyone_may_report_an_ad(client, db, ad):
    answer = hand_in(client, ad.id)
    assert (answer.status_code, answer.json()["message"]) == (201, "Thank you. Our team will look at it.")
    admin = factories.bearer(db, factories.admin(db))
    listed = client.get("/api/admin/reports", headers=admin).json()
    assert (listed["total"], listed["totalPages"], listed["page"]) == (1, 1, 1)
    only = listed["data"][0]
    assert (only["target"], only["targetId"], only["targetName"]) == ("product", ad.id, "Sofa")
    assert (only["reporterId"], only["status"]) == (None, "open")


def test_a_conversation_needs_one_of_its_parties(client, db):
    assert hand_in(client, "x", target="conversation").status_code == 401
    buyer = factories.bearer(db, factories.buyer(db))
    assert hand_in(client, "x", buyer, target="conversation").status_code == 404


def test_invalid_reports(client, db, ad):
    assert hand_in(client, "nothing").status_code == 404
    for wrong in ({"target": "ad"}, {"reason": "because"}, {"reason": "other"}, {"text": "x" * 1001}):
        answer = hand_in(client, ad.id, **wrong)
        assert answer.status_code == 422
        assert answer.json()["errors"]
    assert client.post("/api/report", content=b"{", headers={"content-type": "application/json"}).status_code == 400


def test_too_many_reports(client, db, ad, monkeypatch):
    monkeypatch.setattr(get_settings(), "limit_reports", "1 per hour")
    assert hand_in(client, ad.id).status_code == 201
    answer = hand_in(client, ad.id)
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 0


def test_only_admins_close_reports(client, db):
    seller = factories.bearer(db, factories.seller(db))
    for headers, status in (({}, 401), (seller, 403)):
        assert client.get("/api/admin/reports", headers=headers).status_code == status
        assert client.get("/api/admin/reports/x", headers=headers).status_code == status
        body = {"resolution": "Done"}
        assert client.post("/api/admin/reports/x/resolve", json=body, headers=headers).status_code == status
        assert client.post("/api/admin/reports/x/dismiss", headers=headers).status_code == status


def test_resolving_and_dismissing(client, db, ad):
    admin = factories.bearer(db, factories.admin(db, username="asha"))
    for _ in range(2):
        hand_in(client, ad.id)
    first, second = client.get("/api/admin/reports", headers=admin).json()["data"]
    detail = client.get(f"/api/admin/reports/{first['_id']}", headers=admin).json()
    assert (detail["data"]["_id"], [other["_id"] for other in detail["others"]]) == (first["_id"], [second["_id"]])
    assert detail["messages"] == []
    path = f"/api/admin/reports/{first['_id']}"
    assert client.post(f"{path}/resolve", json={}, headers=admin).status_code == 422
    saved = client.post(f"{path}/resolve", json={"resolution": "Ad taken down"}, headers=admin).json()["data"]
    assert (saved["status"], saved["resolvedBy"], saved["resolution"]) == ("resolved", "asha", "Ad taken down")
    assert client.post(f"{path}/dismiss", headers=admin).status_code == 409
    assert client.post(f"/api/admin/reports/{second['_id']}/dismiss", headers=admin).status_code == 200
    assert client.get("/api/admin/reports", headers=admin).json()["data"] == []
    assert client.get("/api/admin/reports?status=", headers=admin).json()["total"] == 2
    assert client.get("/api/admin/reports?status=new", headers=admin).status_code == 422
    assert client.get("/api/admin/reports?page=0", headers=admin).status_code == 422


def test_reported_messages_have_the_reasons_of_their_warnings(client, db):
    buyer, seller = factories.buyer(db), factories.seller(db)
    chat.send(db, factories.actor(buyer), seller.id, FRAUD)
    db.commit()
    body = {"target": "conversation", "targetId": buyer.id, "reason": "scam"}
    assert client.post("/api/report", json=body, headers=factories.bearer(db, seller)).status_code == 201
    admin = factories.bearer(db, factories.admin(db))
    (report,) = client.get("/api/admin/reports", headers=admin).json()["data"]
    (message,) = client.get(f"/api/admin/reports/{report['_id']}", headers=admin).json()["messages"]
    first = message["reasons"][0]
    assert first.keys() == {"code", "title", "evidence", "verdict"}
    assert (first["code"], first["verdict"]) == ("qr_to_receive", "none")
    assert first["evidence"]

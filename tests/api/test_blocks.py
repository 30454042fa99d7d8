"""/api/block"""

import pytest

from tests import factories


@pytest.fixture
def pair(db):
    return factories.buyer(db, name="Ravi"), factories.seller(db, name="Asha")


def test_anonymous_and_admins(client, db, pair):
    for method in ("GET", "POST", "DELETE"):
        body = None if method == "GET" else {"sellerId": pair[1].id}
        assert client.request(method, "/api/block", json=body).status_code == 401
        headers = factories.bearer(db, factories.admin(db))
        assert client.request(method, "/api/block", json=body, headers=headers).status_code == 403


def test_block_list_unblock(client, db, pair):
    buyer, seller = pair
    headers = factories.bearer(db, buyer)
    assert client.post("/api/block", json={"sellerId": seller.id}, headers=headers).status_code == 201
    assert client.post("/api/block", json={"blockedId": seller.id}, headers=headers).status_code == 200
    (entry,) = client.get("/api/block", headers=headers).json()["data"]
    assert (entry["_id"], entry["name"], entry["type"]) == (seller.id, "Asha", "seller")
    assert client.get("/api/block", headers=factories.bearer(db, seller)).json()["data"] == []
    assert client.delete(f"/api/block/{seller.id}", headers=headers).status_code == 200
    assert client.get("/api/block", headers=headers).json()["data"] == []
    client.post("/api/block", json={"sellerId": seller.id}, headers=headers)
    answer = client.request("DELETE", "/api/block", json={"sellerId": seller.id}, headers=headers)
    assert answer.status_code == 200
    assert client.get("/api/block", headers=headers).json()["data"] == []


def test_invalid_ids(client, db, pair):
    buyer, seller = pair
    headers = factories.bearer(db, buyer)
    foreign = {"userId": factories.buyer(db).id, "sellerId": seller.id}
    assert client.post("/api/block", json=foreign, headers=headers).status_code == 403
    assert client.post("/api/block", json={"sellerId": "nobody"}, headers=headers).status_code == 404
    assert client.post("/api/block", json={}, headers=headers).status_code == 404
    assert client.post("/api/block", json={"blockedId": buyer.id}, headers=headers).status_code == 400
    assert client.delete("/api/block/nobody", headers=headers).status_code == 200


def test_messages_of_a_blocked_person_are_not_delivered(client, db, pair):
    buyer, seller = pair
    client.post("/api/block", json={"userId": buyer.id}, headers=factories.bearer(db, seller))
    body = {"receiverId": seller.id, "message": "Hello?"}
    assert client.post("/api/messages", json=body, headers=factories.bearer(db, buyer)).status_code == 201
    headers = factories.bearer(db, seller)
    assert client.get(f"/api/messages/unread/{seller.id}", headers=headers).json()["count"] == 0
    assert client.get(f"/api/messages/{buyer.id}/{seller.id}", headers=headers).json()["messages"] == []
    assert client.get(f"/api/messages/conversations/seller/{seller.id}", headers=headers).json()["total"] == 0
    body = {"receiverId": buyer.id, "message": "Hello?"}
    assert client.post("/api/messages", json=body, headers=headers).status_code == 403

"""/api/messages"""

import pytest

from tests import factories


@pytest.fixture
def pair(db):
    return factories.buyer(db, name="Ravi"), factories.seller(db, name="Asha")


def _send(client, db, sender, receiver, message="Hello", **more):
    body = {"receiverId": receiver.id, "message": message, **more}
    return client.post("/api/messages", json=body, headers=factories.bearer(db, sender))


def test_anonymous_callers_get_401(client, pair):
    buyer, seller = pair
    for method, path in (
        ("GET", f"/api/messages/unread/{buyer.id}"),
        ("GET", f"/api/messages/conversations/user/{buyer.id}"),
        ("GET", f"/api/messages/{buyer.id}/{seller.id}"),
        ("POST", "/api/messages"),
        ("POST", "/api/messages/markAsRead"),
        ("POST", "/api/messages/mute"),
    ):
        answer = client.request(method, path, json={} if method == "POST" else None)
        assert answer.status_code == 401, path
        assert answer.json()["success"] is False
    assert client.post("/api/messages", json={}).json()["message"] == "Please sign in to continue."


def test_ids_of_others_get_403(client, db, pair):
    buyer, seller = pair
    _send(client, db, buyer, seller)
    stranger, rival = factories.buyer(db), factories.seller(db)
    for account, path in (
        (stranger, f"/api/messages/unread/{buyer.id}"),
        (stranger, f"/api/messages/conversations/user/{buyer.id}"),
        (seller, f"/api/messages/conversations/user/{seller.id}"),
        (rival, f"/api/messages/{buyer.id}/{seller.id}"),
        (factories.admin(db), f"/api/messages/{buyer.id}/{seller.id}"),
    ):
        assert client.get(path, headers=factories.bearer(db, account)).status_code == 403, path
    headers = factories.bearer(db, stranger)
    assert _send(client, db, stranger, seller, senderId=buyer.id).status_code == 403
    marking = {"userId": buyer.id, "sellerId": seller.id, "readerType": "user"}
    assert client.post("/api/messages/markAsRead", json=marking, headers=headers).status_code == 403
    marking = {"userId": buyer.id, "sellerId": seller.id, "readerType": "seller"}
    assert client.post("/api/messages/markAsRead", json=marking, headers=factories.bearer(db, buyer)).status_code == 403


def test_message_is_delivered(client, db, pair):
    buyer, seller = pair
    body = {"senderType": "user", "senderId": buyer.id, "receiverType": "seller", "clientId": "c1"}
    answer = _send(client, db, buyer, seller, " Is it there? ", **body)
    assert answer.status_code == 201
    sent = answer.json()["message"]
    assert sent["message"] == "Is it there?"
    assert (sent["senderType"], sent["senderId"]) == ("user", buyer.id)
    assert (sent["receiverType"], sent["receiverId"]) == ("seller", seller.id)
    assert sent["createdAt"].endswith("Z")
    assert len(sent["_id"]) > 12
    assert _send(client, db, buyer, seller, "Is it there?", **body).json()["message"]["_id"] == sent["_id"]

    headers = factories.bearer(db, seller)
    assert client.get(f"/api/messages/unread/{seller.id}", headers=headers).json() == {"success": True, "count": 1}
    listed = client.get(f"/api/messages/conversations/seller/{seller.id}", headers=headers).json()
    (conversation,) = listed["conversations"]
    assert conversation["_id"] == {"userId": buyer.id, "sellerId": seller.id}
    assert (conversation["lastMessage"], conversation["unreadCount"]) == ("Is it there?", 1)
    assert (conversation["user"]["name"], conversation["seller"]["name"]) == ("Ravi", "Asha")
    assert (listed["total"], listed["next"]) == (1, None)

    read = client.get(f"/api/messages/{buyer.id}/{seller.id}", headers=headers).json()
    assert [one["_id"] for one in read["messages"]] == [sent["_id"]]
    assert client.get(f"/api/messages/unread/{seller.id}", headers=headers).json()["count"] == 1
    marking = {"userId": buyer.id, "sellerId": seller.id, "readerType": "seller"}
    marked = client.post("/api/messages/markAsRead", json=marking, headers=headers).json()
    assert (marked["success"], marked["updated"]) == (True, 1)
    assert isinstance(marked["message"], str)
    assert client.get(f"/api/messages/unread/{seller.id}", headers=headers).json()["count"] == 0


def test_missing_ids_are_filled_in(client, db, pair):
    buyer, seller = pair
    _send(client, db, seller, buyer)
    marked = client.post(
        "/api/messages/markAsRead", json={"sellerId": seller.id}, headers=factories.bearer(db, buyer)
    ).json()
    assert marked["updated"] == 1


@pytest.mark.parametrize("message", ["", "   ", "x" * 4001])
def test_bad_text_is_422_and_names_the_field(client, db, pair, message):
    answer = _send(client, db, *pair, message)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "message"


def test_invalid_receivers(client, db, pair):
    buyer, _ = pair
    headers = factories.bearer(db, buyer)
    for receiver, status in (("nobody", 404), ("", 404), (factories.buyer(db).id, 400), (buyer.id, 400)):
        body = {"receiverId": receiver, "message": "Hello"}
        assert client.post("/api/messages", json=body, headers=headers).status_code == status


def test_paging_back(client, db, pair):
    buyer, seller = pair
    for number in range(5):
        _send(client, db, buyer, seller, f"{number}")
    headers, path = factories.bearer(db, buyer), f"/api/messages/{buyer.id}/{seller.id}"
    newest = client.get(path, params={"limit": "3"}, headers=headers).json()
    older = client.get(path, params={"limit": "3", "before": newest["next"]}, headers=headers).json()
    assert [one["message"] for one in older["messages"] + newest["messages"]] == list("01234")
    assert older["next"] is None
    for limit in ("0", "101", "x"):
        assert client.get(path, params={"limit": limit}, headers=headers).status_code == 422
    assert client.get(path, params={"before": "rubbish"}, headers=headers).status_code == 404


def test_conversations_in_pages(client, db, pair):
    buyer, _ = pair
    for number in range(3):
        _send(client, db, buyer, factories.seller(db, name=f"Seller {number}"))
    headers, path = factories.bearer(db, buyer), f"/api/messages/conversations/user/{buyer.id}"

    def names(**params):
        answer = client.get(path, params=params, headers=headers).json()
        return [one["seller"]["name"] for one in answer["conversations"]], answer

    first, answer = names(limit=2)
    assert (first, answer["total"], answer["totalPages"]) == (["Seller 2", "Seller 1"], 3, 2)
    assert names(limit=2, before=answer["next"])[0] == ["Seller 0"]
    assert names(limit=2, page=2)[0] == ["Seller 0"]
    assert names(limit=2, page=9)[0] == []
    assert names(q="seller 1")[0] == ["Seller 1"]
    assert client.get(path, params={"page": "0"}, headers=headers).status_code == 422
    assert client.get(f"/api/messages/conversations/admin/{buyer.id}", headers=headers).status_code == 404


def test_muting(client, db, pair):
    buyer, seller = pair
    headers = factories.bearer(db, buyer)
    body = {"sellerId": seller.id}
    assert client.post("/api/messages/mute", json=body, headers=headers).status_code == 404
    _send(client, db, seller, buyer)
    assert client.post("/api/messages/mute", json=body, headers=headers).status_code == 200
    assert client.get(f"/api/messages/unread/{buyer.id}", headers=headers).json()["count"] == 0
    assert client.post("/api/messages/mute", json=body | {"muted": False}, headers=headers).status_code == 200
    assert client.get(f"/api/messages/unread/{buyer.id}", headers=headers).json()["count"] == 1


def test_one_click_unsubscribe_needs_no_sign_in(client, db, pair):
    path = "/api/messages/digest/unsubscribe"
    assert client.post(path, params={"token": "guessed"}).status_code == 404
    looking = client.get(path, params={"token": "guessed"})
    assert (looking.status_code, looking.headers["location"]) == (303, "/mail/unsubscribe?token=guessed")

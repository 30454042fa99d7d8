"""/api/push"""

import pytest
from sqlmodel import select

from marketplace.integrations import web_push
from marketplace.models import PushSubscription
from tests import factories
from tests.push_service import browser


def body(made):
    return {"endpoint": made.endpoint, "expirationTime": None, "keys": made.keys}


def test_the_anonymous_get_the_key_only(client):
    answer = client.get("/api/push")
    assert answer.json() == {"success": True, "publicKey": web_push.get_public_key(), "subscribed": False}
    assert client.post("/api/push", json=body(browser())).status_code == 401
    assert client.request("DELETE", "/api/push", json={"endpoint": browser().endpoint}).status_code == 401


def test_a_session_subscribes_once_and_unsubscribes(client, db):
    mine, other = (factories.bearer(db, factories.buyer(db)) for _ in range(2))
    made = browser()
    assert client.post("/api/push", json=body(made), headers=mine).status_code == 201
    assert client.post("/api/push", json=body(made), headers=mine).status_code == 200
    assert client.get("/api/push", headers=mine).json()["subscribed"]
    assert not client.get("/api/push", headers=other).json()["subscribed"]
    gone = {"endpoint": made.endpoint}
    # Of another account: nothing is removed, and nothing is said of it.
    assert client.request("DELETE", "/api/push", json=gone, headers=other).status_code == 200
    assert client.get("/api/push", headers=mine).json()["subscribed"]
    assert client.request("DELETE", "/api/push", json=gone, headers=mine).status_code == 200
    assert db.exec(select(PushSubscription)).all() == []


def test_an_endpoint_of_another_account_needs_its_secret(client, db):
    mine, other = (factories.bearer(db, factories.buyer(db)) for _ in range(2))
    made = browser()
    client.post("/api/push", json=body(made), headers=mine)
    forged = body(made) | {"keys": made.keys | {"auth": "A" * 22}}
    assert client.post("/api/push", json=forged, headers=other).status_code == 409
    assert client.get("/api/push", headers=mine).json()["subscribed"]


@pytest.mark.parametrize("change", [{"endpoint": "https://push.example.org/1"}, {"keys": {}}, {"keys": None}])
def test_invalid_subscriptions_are_refused(client, db, change):
    answer = client.post("/api/push", json=body(browser()) | change, headers=factories.bearer(db, factories.buyer(db)))
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == next(iter(change))


def test_logging_out_ends_the_subscription(client, db):
    mine = factories.bearer(db, factories.seller(db))
    client.post("/api/push", json=body(browser()), headers=mine)
    assert client.post("/api/auth/logout", headers=mine).status_code == 200
    assert db.exec(select(PushSubscription)).all() == []

"""/api/follow"""

import pytest
from sqlmodel import select

from marketplace.domain import accounts, saved_searches
from marketplace.models import Notification
from tests import factories


@pytest.fixture
def pair(db):
    return factories.buyer(db, name="Ravi"), factories.seller(db, name="Asha")


def test_anonymous_and_admins(client, db, pair):
    for method in ("GET", "POST", "DELETE"):
        body = None if method == "GET" else {"sellerId": pair[1].id}
        assert client.request(method, "/api/follow", json=body).status_code == 401
        headers = factories.bearer(db, factories.admin(db))
        assert client.request(method, "/api/follow", json=body, headers=headers).status_code == 403


def test_follow_list_unfollow(client, db, pair):
    buyer, seller = pair
    headers = factories.bearer(db, buyer)
    assert client.post("/api/follow", json={"sellerId": seller.id}, headers=headers).status_code == 201
    assert client.post("/api/follow", json={"sellerId": seller.id}, headers=headers).status_code == 200
    (entry,) = client.get("/api/follow", headers=headers).json()["data"]
    assert (entry["_id"], entry["name"]) == (seller.id, "Asha")
    (saved,) = client.get("/api/savedsearch", headers=headers).json()["data"]
    assert (saved["_id"], saved["name"], saved["link"]) == (
        entry["savedSearchId"],
        "Ads by Asha",
        f"/sellers/{seller.id}",
    )
    assert client.get("/api/follow", headers=factories.bearer(db, seller)).json()["data"] == []
    # Only the caller's own: another person's is not touched.
    assert (
        client.delete(f"/api/follow/{seller.id}", headers=factories.bearer(db, factories.buyer(db))).status_code == 200
    )
    assert len(client.get("/api/follow", headers=headers).json()["data"]) == 1
    assert client.delete(f"/api/follow/{seller.id}", headers=headers).status_code == 200
    assert client.delete(f"/api/follow/{seller.id}", headers=headers).status_code == 200
    assert client.get("/api/savedsearch", headers=headers).json()["data"] == []


def test_other_saved_searches_are_not_followed_sellers(client, db, pair):
    buyer, seller = pair
    headers = factories.bearer(db, buyer)
    body = {"query": {"keyword": "sofa", "sellerId": seller.id}}
    assert client.post("/api/savedsearch", json=body, headers=headers).status_code == 201
    assert client.get("/api/follow", headers=headers).json()["data"] == []
    assert client.delete(f"/api/follow/{seller.id}", headers=headers).status_code == 200
    assert len(client.get("/api/savedsearch", headers=headers).json()["data"]) == 1


def test_invalid_ids(client, db, pair):
    buyer, seller = pair
    headers = factories.bearer(db, buyer)
    for who in ("nobody", "", buyer.id):
        assert client.post("/api/follow", json={"sellerId": who}, headers=headers).status_code == 404, who
    assert client.post("/api/follow", json={}, headers=headers).status_code == 422
    answer = client.post("/api/follow", json={"sellerId": seller.id}, headers=factories.bearer(db, seller))
    assert (answer.status_code, answer.json()["message"]) == (400, "You can't follow yourself.")


def test_a_suspended_seller_is_not_listed(client, db, pair):
    buyer, seller = pair
    headers = factories.bearer(db, buyer)
    client.post("/api/follow", json={"sellerId": seller.id}, headers=headers)
    admin = factories.admin(db)
    accounts.suspend(db, factories.actor(admin), seller.id, reason="Spam")
    db.commit()
    assert client.get("/api/follow", headers=headers).json()["data"] == []
    assert (
        client.post(
            "/api/follow", json={"sellerId": seller.id}, headers=factories.bearer(db, factories.buyer(db))
        ).status_code
        == 404
    )


def test_followers_are_alerted_once_to_an_approved_ad(client, db, pair):
    buyer, seller = pair
    client.post("/api/follow", json={"sellerId": seller.id}, headers=factories.bearer(db, buyer))
    category = factories.category(db, "Things")
    ad = factories.ad(db, seller, category, name="Teak sofa")
    other = factories.ad(db, factories.seller(db), category, name="Another sofa")
    db.commit()
    assert [saved_searches.match_ad(db, it.id) for it in (ad, ad, other)] == [1, 0, 0]
    (alert,) = db.exec(select(Notification).where(Notification.account_id == buyer.id)).all()
    assert (alert.kind, alert.link) == ("saved_search_ad", f"/products/{ad.id}")

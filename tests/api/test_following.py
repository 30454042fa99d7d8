"""/api/follow"""

import pytest
from sqlmodel import select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotSignedIn
from marketplace.domain import accounts, saved_searches, seller_profiles
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


def test_the_number_of_followers_is_public_from_three_on(client, db, pair):
    seller = pair[1]
    path = f"/api/seller/{seller.id}"
    own = factories.bearer(db, seller)
    # A search for some things of the seller is no follow, and nobody saves one for their own ads.
    for headers, query, status in (
        (factories.bearer(db, pair[0]), {"keyword": "sofa", "sellerId": seller.id}, 201),
        (own, {"sellerId": seller.id}, 400),
    ):
        assert client.post("/api/savedsearch", json={"query": query}, headers=headers).status_code == status
    followers = [factories.bearer(db, factories.buyer(db)) for _ in range(3)]
    for number, headers in enumerate(followers, 1):
        client.post("/api/follow", json={"sellerId": seller.id}, headers=headers)
        assert client.get(path, headers=own).json()["data"]["followers"] == number
        for others in ({}, headers):
            shown = client.get(path, headers=others).json()["data"]["followers"]
            assert shown == (number if number == 3 else None)
    client.delete(f"/api/follow/{seller.id}", headers=followers[0])
    assert client.get(path).json()["data"]["followers"] is None
    assert (
        client.get(f"/api/user/{pair[0].id}", headers=factories.bearer(db, pair[0])).json()["data"]["followers"] is None
    )


def test_pages_say_how_many_follow(db, pair):
    seller = pair[1]
    for number in range(1, 4):
        saved_searches.follow(db, factories.actor(factories.buyer(db)), seller.id)
        shown = seller_profiles.get_seller_profile(db, ANONYMOUS, seller.id).followers_text
        assert shown == ("3 followers" if number == 3 else "")
    assert accounts.count_followers(db, factories.actor(seller)) == 3
    with pytest.raises(Forbidden):
        accounts.count_followers(db, factories.actor(pair[0]))
    with pytest.raises(NotSignedIn):
        accounts.count_followers(db, ANONYMOUS)

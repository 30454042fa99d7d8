"""/api/wishlist"""

import pytest
from sqlmodel import Session

from tests import factories
from tests.client import TestClient


@pytest.fixture
def ad(db: Session):
    return factories.ad(db, factories.seller(db), factories.category(db), name="Harmonium", price_paise=450_050)


def test_a_stranger_gets_401(client: TestClient, ad):
    answer = client.post("/api/wishlist", json={"productId": ad.id})
    assert (answer.status_code, answer.json()["message"]) == (401, "Please login to manage wishlist")
    assert client.get("/api/wishlist/somebody").status_code == 401
    assert client.delete(f"/api/wishlist/somebody/{ad.id}").status_code == 401


def test_wishlist_of_another_account_is_403(client: TestClient, db: Session, ad):
    me, other = factories.buyer(db), factories.buyer(db)
    headers = factories.bearer(db, me)
    assert (
        client.post("/api/wishlist", json={"productId": ad.id, "userId": other.id}, headers=headers).status_code == 403
    )
    assert client.get(f"/api/wishlist/{other.id}", headers=headers).status_code == 403
    assert client.get(f"/api/wishlist/{me.id}", headers=headers).json()["data"] == []


def test_saving_listing_and_removing(client: TestClient, db: Session, ad):
    me = factories.buyer(db)
    headers = factories.bearer(db, me)
    body = {"userId": me.id, "productId": ad.id, "productName": "<b>not believed</b>"}
    first = client.post("/api/wishlist", json=body, headers=headers)
    assert (first.status_code, first.json()) == (201, {"success": True, "message": "Added to wishlist"})
    assert client.post("/api/wishlist", json=body, headers=headers).status_code == 200
    (item,) = client.get(f"/api/wishlist/{me.id}", headers=headers).json()["data"]
    assert (item["productName"], item["productId"]["_id"], item["productId"]["price"]) == ("Harmonium", ad.id, 4500.5)
    assert item["productId"]["wishlisted"] is True
    removed = client.delete(f"/api/wishlist/{me.id}/{ad.id}", headers=headers)
    assert removed.json() == {"success": True, "message": "Removed from wishlist"}
    assert client.get(f"/api/wishlist/{me.id}", headers=headers).json()["data"] == []


def test_an_unknown_ad_is_404(client: TestClient, db: Session):
    answer = client.post(
        "/api/wishlist", json={"productId": "nothing"}, headers=factories.bearer(db, factories.buyer(db))
    )
    assert (answer.status_code, answer.json()["message"]) == (404, "Product not found")

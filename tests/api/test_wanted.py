"""/api/wanted"""

from urllib.parse import parse_qs, urlsplit

import pytest
from sqlmodel import select

from marketplace.domain import wanted
from marketplace.models import Account, Category, OutboxMail
from tests import factories


@pytest.fixture
def sofas(db):
    return factories.subcategory(db, factories.category(db, "Furniture"), "Sofas")


@pytest.fixture
def body(sofas):
    return {
        "title": "A sofa for two",
        "producttype": "sell",
        "subcategoryId": sofas.id,
        "maxPrice": 15000,
        "city": "Pune",
        "state": "Maharashtra",
    }


@pytest.fixture
def ad(db, sofas):
    place = {"city": "Pune", "state": "Maharashtra"}
    category = db.get(Category, sofas.category_id)
    return factories.ad(db, factories.seller(db), category, subcategory_id=sofas.id, name="Teak sofa", **place)


def test_the_life_of_a_wanted_ad(client, db, body):
    headers = factories.bearer(db, factories.buyer(db))
    answer = client.post("/api/wanted", json=body, headers=headers)
    made = answer.json()["data"]
    assert (answer.status_code, made["maxPrice"], made["priceUnit"], made["status"]) == (201, 15000, None, "live")
    path = f"/api/wanted/{made['_id']}"
    changed = client.put(path, json=body | {"title": "An armchair", "maxPrice": None}, headers=headers).json()["data"]
    assert (changed["title"], changed["maxPrice"]) == ("An armchair", None)
    assert client.post(f"{path}/renew", headers=headers).json()["data"]["expiresAt"] >= made["expiresAt"]
    assert client.get("/api/wanted?page=1&limit=5", headers=headers).json()["total"] == 1
    assert client.delete(path, headers=headers).json()["message"] == "Your wanted ad has ended."
    (over,) = client.get("/api/wanted", headers=headers).json()["data"]
    assert (over["status"], over["note"]) == ("ended", "")
    assert client.post(f"{path}/renew", headers=headers).status_code == 409
    assert client.put(path, json=body, headers=headers).status_code == 409


def test_invalid_fields_are_named(client, db, body):
    headers = factories.bearer(db, factories.buyer(db))
    odd = {"title": "Call 9876543210", "producttype": "gift", "maxPrice": "much", "city": "Atlantis"}
    answer = client.post("/api/wanted", json=body | odd, headers=headers)
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == ["title", "producttype", "maxPrice", "city"]
    assert client.post("/api/wanted", json={}, headers=headers).status_code == 422


def test_a_seller_finds_and_answers_it(client, db, body, ad):
    buyer = factories.buyer(db)
    made = client.post("/api/wanted", json=body, headers=factories.bearer(db, buyer)).json()["data"]
    headers = factories.bearer(db, db.get(Account, ad.seller_id))
    (seen,) = client.get("/api/wanted/matching", headers=headers).json()["data"]
    assert seen["products"] == [{"_id": ad.id, "name": "Teak Sofa", "offered": False}]
    assert buyer.id not in str(seen)
    path = f"/api/wanted/{made['_id']}/answer"
    assert client.post(path, json={}, headers=headers).status_code == 400
    answer = client.post(path, json={"productId": ad.id}, headers=headers)
    sent = answer.json()["data"]
    assert (answer.status_code, sent["receiverId"], sent["productId"]) == (201, buyer.id, ad.id)
    assert client.post(path, json={"productId": ad.id}, headers=headers).status_code == 409
    (seen,) = client.get("/api/wanted/matching", headers=headers).json()["data"]
    assert seen["products"][0]["offered"] is True


def test_a_reported_one_is_ended_by_a_moderator(client, db, body, ad):
    made = client.post("/api/wanted", json=body, headers=factories.bearer(db, factories.buyer(db))).json()["data"]
    seller = factories.bearer(db, db.get(Account, ad.seller_id))
    report = {"target": "wanted", "targetId": made["_id"], "reason": "spam"}
    assert client.post("/api/report", json=report, headers=seller).status_code == 201
    headers = factories.bearer(db, factories.moderator(db))
    (found,) = client.get("/api/admin/reports?target=wanted", headers=headers).json()["data"]
    shown = client.get(f"/api/admin/reports/{found['_id']}", headers=headers).json()
    assert (found["targetName"], shown["wanted"]["_id"], shown["review"]) == (made["title"], made["_id"], None)
    path = f"/api/admin/wanted/{made['_id']}/end"
    assert client.post(path, json={}, headers=headers).status_code == 422
    assert client.post(path, json={"reason": "Advertising"}, headers=headers).status_code == 200
    assert client.post(path, json={"reason": "Advertising"}, headers=headers).status_code == 409
    assert client.get("/api/wanted/matching", headers=seller).json()["data"] == []


def test_mails_are_stopped_with_one_click(client, db, body, ad):
    made = client.post("/api/wanted", json=body, headers=factories.bearer(db, factories.buyer(db))).json()["data"]
    wanted.notify_sellers(db, made["_id"])
    wanted.mail_sellers(db)
    db.commit()
    mail = db.exec(select(OutboxMail).where(OutboxMail.purpose == "wanted")).one()
    link = urlsplit(mail.headers["List-Unsubscribe"].strip("<>"))
    token = parse_qs(link.query)["token"][0]
    seen = client.get(link.path, params={"token": token}, follow_redirects=False)
    assert (seen.status_code, seen.headers["location"]) == (303, f"/wanted/unsubscribe?token={token}")
    headers = factories.bearer(db, db.get(Account, ad.seller_id))
    own = f"/api/seller/{ad.seller_id}"
    assert client.get(own, headers=headers).json()["data"]["wantsWantedMail"] is True
    assert client.post(link.path, params={"token": token}).status_code == 200
    assert client.get(own, headers=headers).json()["data"]["wantsWantedMail"] is False
    again = client.put(own, json={"wantsWantedMail": True}, headers=headers).json()["data"]
    assert again["wantsWantedMail"] is True

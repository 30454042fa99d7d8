"""/api/search/suggest and /api/savedsearch"""

from sqlmodel import select

from marketplace.domain import saved_searches
from marketplace.models import OutboxMail
from marketplace.settings import get_settings
from tests import factories


def test_suggest(client, db):
    ad = factories.ad(db, factories.seller(db), factories.category(db), name="Teak sofa")
    body = client.get("/api/search/suggest?q=teak so").json()
    assert body["data"] == [
        {"kind": "query", "text": "teak sofa", "link": "/products/search?keyword=teak%20sofa"},
        {"kind": "ad", "text": "Teak sofa", "link": f"/products/{ad.id}"},
    ]
    assert client.get("/api/search/suggest").json() == {"success": True, "data": []}


def test_saved_searches_need_a_user_or_seller(client, db):
    for headers, status in (({}, 401), (factories.bearer(db, factories.admin(db)), 403)):
        assert client.get("/api/savedsearch", headers=headers).status_code == status
        assert client.post("/api/savedsearch", json={"query": {"keyword": "x"}}, headers=headers).status_code == status
        assert client.delete("/api/savedsearch/nothing", headers=headers).status_code == status


def test_only_the_owner_deletes(client, db):
    owner, other = (factories.bearer(db, factories.buyer(db)) for _ in range(2))
    saved = client.post("/api/savedsearch", json={"query": {"keyword": "sofa"}}, headers=owner).json()["data"]
    assert client.delete(f"/api/savedsearch/{saved['_id']}", headers=other).status_code == 404
    assert client.get("/api/savedsearch", headers=other).json()["data"] == []
    answer = client.delete(f"/api/savedsearch/{saved['_id']}", headers=owner)
    assert (answer.status_code, answer.json()["message"]) == (200, "Saved search deleted")


def test_save_and_list(client, db):
    headers = factories.bearer(db, factories.seller(db))
    body = {"query": {"keyword": "2bhk", "maxPrice": 15000, "featured": True, "city": None}, "cadence": "weekly"}
    answer = client.post("/api/savedsearch", json=body, headers=headers)
    assert (answer.status_code, answer.json()["message"]) == (201, "Search saved")
    (saved,) = client.get("/api/savedsearch", headers=headers).json()["data"]
    assert saved["query"] == {"keyword": "2bhk", "maxPrice": "15000", "featured": "true"}
    assert (saved["name"], saved["cadence"]) == ("2bhk, Under ₹15,000, Featured", "weekly")
    assert saved["link"].startswith("/products/search?keyword=2bhk")


def test_invalid_saved_searches(client, db):
    headers = factories.bearer(db, factories.buyer(db))
    for body, status in (
        ({"query": {}}, 400),
        ({}, 400),
        ({"query": {"sort": "newest"}}, 400),
        ({"query": {"minPrice": "cheap"}}, 422),
        ({"query": {"keyword": "x"}, "cadence": "hourly"}, 422),
        ({"query": {"keyword": ["x"]}}, 422),
        ({"query": {"keyword": "x", "radiusKm": 5}}, 422),
        ({"query": "x"}, 422),
    ):
        assert client.post("/api/savedsearch", json=body, headers=headers).status_code == status, body


def test_change(client, db):
    owner, other = (factories.bearer(db, factories.buyer(db)) for _ in range(2))
    saved = client.post("/api/savedsearch", json={"query": {"keyword": "sofa"}}, headers=owner).json()["data"]
    path = f"/api/savedsearch/{saved['_id']}"
    body = {"name": "For the hall", "cadence": "weekly", "wantsMail": False}
    assert client.put(path, json=body).status_code == 401
    assert client.put(path, json=body, headers=other).status_code == 404
    answer = client.put(path, json=body, headers=owner)
    assert (answer.status_code, answer.json()["message"]) == (200, "Saved search changed")
    assert answer.json()["data"] == saved | body
    assert client.put(path, json={}, headers=owner).json()["data"] == saved | body
    for wrong in ({"name": " "}, {"name": "x" * 121}, {"cadence": "hourly"}, {"wantsMail": "perhaps"}):
        assert client.put(path, json=wrong, headers=owner).status_code == 422, wrong


def test_one_click_ends_alert_mails(client, db):
    buyer = factories.buyer(db)
    headers = factories.bearer(db, buyer)
    body = {"query": {"keyword": "sofa"}, "cadence": "at_once"}
    client.post("/api/savedsearch", json=body, headers=headers)
    ad = factories.ad(db, factories.seller(db), factories.category(db), name="Teak sofa")
    saved_searches.match_ad(db, ad.id)
    db.commit()
    (mail,) = db.exec(select(OutboxMail)).all()
    link = mail.headers["List-Unsubscribe"].strip("<>").removeprefix(get_settings().url)
    assert link in mail.text
    looked = client.get(link)
    assert (looked.status_code, looked.headers["location"]) == (303, link.replace("/api/savedsearch", "/savedsearches"))
    assert client.get("/api/savedsearch", headers=headers).json()["data"][0]["wantsMail"] is True
    # As mail programs send it.
    answer = client.post(link, data={"List-Unsubscribe": "One-Click"})
    assert (answer.status_code, answer.json()["message"]) == (200, "You won't get any more emails for this search.")
    assert client.get("/api/savedsearch", headers=headers).json()["data"][0]["wantsMail"] is False
    assert client.post("/api/savedsearch/unsubscribe?token=x").status_code == 404

"""/api/product/{id}/calendar, /api/calendar"""

from datetime import timedelta

import pytest

from marketplace.core import clock
from marketplace.domain import rentals
from marketplace.models import AdType
from tests import factories


@pytest.fixture
def seller(db):
    return factories.seller(db)


@pytest.fixture
def ad(db, seller):
    return factories.ad(db, seller, factories.category(db), ad_type=AdType.RENT)


def test_only_the_owner_sets_it(client, db, ad):
    path = f"/api/product/{ad.id}/calendar"
    assert client.put(path, json={}).status_code == 401
    for account in (factories.buyer(db), factories.seller(db), factories.admin(db)):
        assert client.put(path, json={}, headers=factories.bearer(db, account)).status_code == 403
    assert client.put("/api/product/rubbish/calendar", json={}, headers=factories.bearer(db, account)).status_code in (
        403,
        404,
    )


def test_set_and_read(client, db, seller, ad):
    headers, path = factories.bearer(db, seller), f"/api/product/{ad.id}/calendar"
    untouched = client.get(path).json()
    assert untouched["rules"]["weekdays"] == [0, 1, 2, 3, 4, 5, 6]
    assert untouched["busy"] == []
    body = {
        "rules": {"weekdays": [4, 5, 6], "minimumMinutes": 60},
        "prices": {"day": 450.5, "week": 2500},
        "deposit": 1500,
        "blocked": [{"from": "2030-12-24", "to": "2030-12-25"}],
    }
    saved = client.put(path, json=body, headers=headers).json()
    assert saved["blocked"] == [{"from": "2030-12-23T18:30:00.000Z", "to": "2030-12-25T18:30:00.000Z"}]
    seen = client.get(path).json()
    assert seen["rules"]["weekdays"] == [4, 5, 6]
    assert seen["prices"] == {"hour": None, "day": 450.5, "week": 2500, "month": None, "year": None}
    assert (seen["blocked"], len(seen["busy"]), seen["deposit"]) == ([], 1, 1500)
    assert seen["data"]["rules"] == seen["rules"]
    again = client.put(path, json={key: saved[key] for key in ("rules", "prices", "blocked")}, headers=headers).json()
    assert again["data"] == saved["data"]


def test_busy_periods_contain_no_names(client, db, seller, ad):
    buyer, now = factories.buyer(db, name="Ravi Secret"), clock.now()
    enquiry = factories.enquiry(db, ad, buyer, now + timedelta(days=1), now + timedelta(days=2))
    rentals.accept(db, factories.actor(seller), enquiry.id)
    db.commit()
    answer = client.get(f"/api/product/{ad.id}/calendar")
    assert [set(one) for one in answer.json()["busy"]] == [{"from", "to"}]
    assert buyer.id not in answer.text
    assert "Ravi" not in answer.text


def test_a_quote(client, db, seller, ad):
    path = f"/api/product/{ad.id}/calendar"
    client.put(path, json={"prices": {"day": 450}}, headers=factories.bearer(db, seller))
    start = clock.now() + timedelta(days=3)
    params = {"pickup": f"{start:%Y-%m-%dT10:00}", "drop": f"{start + timedelta(days=2):%Y-%m-%dT10:00}"}
    quote = client.get(path, params=params).json()["quote"]
    assert (quote["price"], quote["text"]) == (900, "₹900")
    assert client.get(path, params={"pickup": params["pickup"]}).status_code == 422


@pytest.mark.parametrize(
    "body",
    [
        {"rules": {"weekdays": [9]}},
        {"rules": {"weekdays": "all"}},
        {"rules": {"timezone": "Nowhere"}},
        {"rules": {"timezone": "../../etc/passwd"}},
        {"prices": {"day": "much"}},
        {"blocked": [{"from": "x", "to": "y"}]},
    ],
)
def test_bad_rules(client, db, seller, ad, body):
    answer = client.put(f"/api/product/{ad.id}/calendar", json=body, headers=factories.bearer(db, seller))
    assert answer.status_code == 422
    assert answer.json()["errors"]


def test_unknown_ads_are_404(client):
    assert client.get("/api/product/rubbish/calendar").status_code == 404


def test_feed_works_until_revoked(client, db):
    headers = factories.bearer(db, factories.buyer(db))
    assert client.post("/api/calendar").status_code == 401
    made = client.post("/api/calendar", headers=headers)
    assert made.status_code == 201
    path = made.json()["url"].split("localhost:3000")[1]
    feed = client.get(path)
    assert feed.headers["content-type"].startswith("text/calendar")
    assert feed.text.startswith("BEGIN:VCALENDAR")
    assert client.delete("/api/calendar", headers=headers).status_code == 200
    assert client.get(path).status_code == 404

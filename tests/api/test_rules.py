"""The rules through the API."""

import pytest

from marketplace.domain import chat, trust
from tests import factories
from tests.domain.ads import drafting

FRAUD = "Scan this QR code and enter your PIN, the 9000 comes into your account"
RULE = "/api/admin/rules/qr_to_receive"


@pytest.fixture
def admin(db):
    return factories.bearer(db, factories.admin(db, username="asha"))


def test_a_change_is_tried_published_and_undone(client, db, admin):
    chat.send(db, factories.actor(factories.buyer(db)), factories.seller(db).id, FRAUD)
    db.commit()
    listed = client.get("/api/admin/rules", headers=admin).json()["data"]
    assert len(listed) == 12
    assert (listed[0]["_id"], listed[0]["enabled"], listed[0]["weight"]) == ("qr_to_receive", True, 1.0)
    live = client.post(f"{RULE}/replay?days=30", headers=admin).json()
    assert (live["checked"], live["flagged"], live["newlyFlagged"], live["noLongerFlagged"]) == (1, 1, 0, 0)
    tried = client.post(f"{RULE}/replay?days=30", json={"enabled": False, "weight": 0}, headers=admin)
    assert tried.status_code == 200
    assert client.get("/api/admin/rules", headers=admin).json()["data"][0]["number"] == 0
    answer = client.put(RULE, json={"enabled": False, "weight": 0.5}, headers=admin).json()
    changed = answer["data"]
    # The change was replayed before it went live.
    assert answer["replay"]["checked"] == 1
    assert answer["replay"].keys() == tried.json().keys() - {"success"}
    assert (changed["enabled"], changed["weight"], changed["history"][0]["changedBy"]) == (False, 0.5, "asha")
    undone = client.post(f"{RULE}/undo", headers=admin).json()["data"]
    assert (undone["enabled"], undone["weight"], undone["number"]) == (True, 1.0, 2)


def test_the_replay_covers_ads(client, db, admin):
    text = "Pehle token bhejo, delivery army transport se hogi, refundable hai."
    ad = drafting.pending(db, factories.seller(db), factories.category(db), description=text)
    url = "/api/admin/rules/{}/replay"
    live = client.post(url.format("advance_payment"), headers=admin).json()["ads"]
    assert (live["checked"], live["flagged"], live["newlyFlagged"], live["noLongerFlagged"]) == (1, 1, 0, 0)
    *others, last = (finding.code for finding in trust.check_ad(text))
    for code in others:
        client.put(f"/api/admin/rules/{code}", json={"enabled": False}, headers=admin)
    changed = client.put(f"/api/admin/rules/{last}", json={"enabled": False}, headers=admin).json()["replay"]
    assert (changed["ads"]["flagged"], changed["ads"]["noLongerFlagged"]) == (0, 1)
    assert changed["ads"]["sample"] == [{"productId": ad.id, "name": "Teak sofa", "before": [last], "after": []}]


def test_nobody_publishes_but_admins(client, db):
    moderator, seller = factories.bearer(db, factories.moderator(db)), factories.bearer(db, factories.seller(db))
    for headers, status in (({}, 401), (seller, 403), (moderator, 403)):
        assert client.put(RULE, json={"enabled": False}, headers=headers).status_code == status
    assert client.post(f"{RULE}/replay", headers=moderator).status_code == 200


def test_odd_rules(client, db, admin):
    for wrong in ({"weight": 3}, {"weight": -1}, {"weight": "1"}, {"enabled": "yes"}):
        assert client.put(RULE, json=wrong, headers=admin).status_code == 422
        assert client.post(f"{RULE}/replay", json=wrong, headers=admin).status_code == 422
    for days in ("0", "91", "x"):
        assert client.post(f"{RULE}/replay?days={days}", headers=admin).status_code == 422
    assert client.put("/api/admin/rules/nothing", json={}, headers=admin).status_code == 404
    assert client.post(f"{RULE}/undo", headers=admin).status_code == 409
    seller = factories.bearer(db, factories.seller(db))
    for headers, status in (({}, 401), (seller, 403)):
        assert client.get("/api/admin/rules", headers=headers).status_code == status
        assert client.post(f"{RULE}/replay", headers=headers).status_code == status

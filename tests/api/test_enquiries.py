"""/api/enquiry"""

from datetime import timedelta
from types import SimpleNamespace

import pytest

from marketplace.core import clock
from marketplace.models import AdType
from tests import factories


@pytest.fixture
def scene(db, client):
    seller = factories.seller(db, name="Asha")
    ad = factories.ad(db, seller, factories.category(db), name="Mountain bike", ad_type=AdType.RENT)
    buyer = factories.buyer(db, name="Ravi")
    return SimpleNamespace(
        db=db,
        client=client,
        ad=ad,
        seller=seller,
        buyer=buyer,
        as_buyer=factories.bearer(db, buyer),
        as_seller=factories.bearer(db, seller),
    )


def _day(number):
    return (clock.now() + timedelta(days=number)).replace(microsecond=0).isoformat().replace("+00:00", "Z")


def _ask(scene, first=2, last=4, headers=None, **more):
    body = {"productId": scene.ad.id, "pickupDateTime": _day(first), "dropDateTime": _day(last), **more}
    return scene.client.post("/api/enquiry", json=body, headers=headers or scene.as_buyer)


def _move(scene, enquiry_id, verb, headers, **body):
    return scene.client.post(f"/api/enquiry/{enquiry_id}/{verb}", json=body or None, headers=headers)


def test_anonymous_callers_get_401(scene):
    asked = scene.client.post("/api/enquiry", json={})
    assert (asked.status_code, asked.json()["message"]) == (401, "Please login to send an enquiry")
    checked = scene.client.post("/api/order/check", json={})
    assert (checked.status_code, checked.json()["message"]) == (401, "Please login to check availability")
    assert scene.client.get(f"/api/enquiry/seller/{scene.seller.id}").status_code == 401
    assert scene.client.get(f"/api/enquiry/user/{scene.buyer.id}").status_code == 401
    for verb in ("accept", "decline", "cancel"):
        assert scene.client.post(f"/api/enquiry/x/{verb}").status_code == 401


def test_others_get_403_or_404(scene):
    enquiry_id = _ask(scene).json()["data"]["_id"]
    stranger = factories.bearer(scene.db, factories.buyer(scene.db))
    rival = factories.bearer(scene.db, factories.seller(scene.db))
    assert scene.client.get(f"/api/enquiry/seller/{scene.seller.id}", headers=rival).status_code == 403
    assert scene.client.get(f"/api/enquiry/seller/{scene.seller.id}", headers=scene.as_buyer).status_code == 403
    assert scene.client.get(f"/api/enquiry/user/{scene.buyer.id}", headers=stranger).status_code == 403
    for headers in (stranger, rival):
        assert _move(scene, enquiry_id, "accept", headers).status_code == 404
    assert _move(scene, enquiry_id, "accept", scene.as_buyer).status_code == 403
    assert _move(scene, enquiry_id, "accept", factories.bearer(scene.db, factories.admin(scene.db))).status_code == 403
    assert _ask(scene, headers=scene.as_seller).status_code == 403
    assert _ask(scene, userId=factories.buyer(scene.db).id).status_code == 403


def test_enquiry_life_cycle(scene):
    answer = _ask(scene, userId=scene.buyer.id, sellerId=scene.seller.id)
    assert (answer.status_code, answer.json()["message"]) == (201, "Enquiry sent successfully!")
    made = answer.json()["data"]
    assert (made["productId"], made["userId"], made["sellerId"]) == (scene.ad.id, scene.buyer.id, scene.seller.id)
    assert (made["status"], made["moves"]) == ("pending", ["cancel"])
    assert made["pickupDateTime"].endswith("Z")

    (seen,) = scene.client.get(f"/api/enquiry/seller/{scene.seller.id}", headers=scene.as_seller).json()["data"]
    assert seen["productId"] == {"_id": scene.ad.id, "name": "Mountain bike"}
    assert seen["userId"] == {"_id": scene.buyer.id, "name": "Ravi", "email": scene.buyer.email}

    accepted = _move(scene, made["_id"], "accept", scene.as_seller, message="Gladly")
    assert accepted.status_code == 200
    assert (accepted.json()["data"]["status"], accepted.json()["data"]["answer"]) == ("accepted", "Gladly")
    assert accepted.json()["message"]
    assert _move(scene, made["_id"], "accept", scene.as_seller).status_code == 409
    assert _ask(scene, 3, 5).status_code == 409
    (own,) = scene.client.get(f"/api/enquiry/user/{scene.buyer.id}", headers=scene.as_buyer).json()["data"]
    assert (own["status"], own["productName"]) == ("accepted", "Mountain bike")
    assert _move(scene, made["_id"], "cancel", scene.as_buyer).status_code == 200
    assert _ask(scene, 3, 5).status_code == 201


def test_overlapping_enquiry_is_declined_and_then_409(scene):
    first = _ask(scene, 2, 4).json()["data"]["_id"]
    other = factories.bearer(scene.db, factories.buyer(scene.db))
    second = _ask(scene, 3, 5, headers=other).json()["data"]["_id"]
    assert _move(scene, first, "accept", scene.as_seller).status_code == 200
    assert _move(scene, second, "accept", scene.as_seller).status_code == 409
    listed = scene.client.get(
        f"/api/enquiry/seller/{scene.seller.id}", params={"status": "declined"}, headers=scene.as_seller
    ).json()
    assert [one["_id"] for one in listed["data"]] == [second]
    assert listed["data"][0]["answer"].startswith("Sorry")


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"pickupDateTime": None}, 422),
        ({"dropDateTime": ""}, 422),
        ({"pickupDateTime": "soon"}, 422),
        ({"dropDateTime": "2020-01-01T10:00"}, 422),
        ({"pickupDateTime": "2020-01-01T10:00"}, 422),
        ({"sellerId": "01M7YH44H3FVMP4547R0ZWQBC3"}, 400),
        ({"productId": "nothing"}, 404),
        ({"productId": ""}, 404),
    ],
)
def test_bad_input(scene, more, status):
    answer = _ask(scene, **more)
    assert answer.status_code == status
    assert answer.json()["success"] is False
    if status == 422:
        assert answer.json()["errors"]


def test_missing_dates_message(scene):
    answer = _ask(scene, pickupDateTime="null", dropDateTime=None)
    assert answer.json()["message"] == "Please select both pickup and drop date & time"


def test_an_ad_for_sale_is_400(scene):
    sale = factories.ad(scene.db, scene.seller, factories.category(scene.db))
    assert _ask(scene, productId=sale.id).status_code == 400


def test_lists_are_whole_or_paged(scene):
    for number in range(3):
        _ask(scene, 2 + number * 3, 4 + number * 3)
    path = f"/api/enquiry/seller/{scene.seller.id}"
    everything = scene.client.get(path, headers=scene.as_seller).json()
    assert (len(everything["data"]), everything["total"], everything["totalPages"]) == (3, 3, 1)
    page = scene.client.get(path, params={"page": 2, "limit": 2}, headers=scene.as_seller).json()
    assert [one["_id"] for one in page["data"]] == [everything["data"][2]["_id"]]
    assert scene.client.get(path, params={"limit": 101}, headers=scene.as_seller).status_code == 422
    assert scene.client.get(path, params={"status": "lost"}, headers=scene.as_seller).status_code == 422
    admin = factories.bearer(scene.db, factories.admin(scene.db))
    assert scene.client.get(path, headers=admin).json()["total"] == 3

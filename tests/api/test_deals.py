"""/api/offer and /api/deal"""

from datetime import timedelta
from types import SimpleNamespace

import pytest

from marketplace.core import clock
from tests import factories


@pytest.fixture
def scene(db, client):
    seller, buyer = factories.seller(db, name="Asha"), factories.buyer(db, name="Ravi")
    ad = factories.ad(db, seller, factories.category(db), name="Teak sofa", price_paise=10_000_00)
    return SimpleNamespace(
        db=db,
        client=client,
        ad=ad,
        seller=seller,
        buyer=buyer,
        as_buyer=factories.bearer(db, buyer),
        as_seller=factories.bearer(db, seller),
    )


def _offer(scene, headers=None, **more):
    body = {"productId": scene.ad.id, "price": 8000, **more}
    return scene.client.post("/api/offer", json=body, headers=headers or scene.as_buyer)


def _post(scene, path, headers, **body):
    return scene.client.post(f"/api{path}", json=body or None, headers=headers)


def _reserve(scene):
    offer_id = _offer(scene).json()["data"]["_id"]
    accepted = _post(scene, f"/offer/{offer_id}/accept", scene.as_seller).json()["data"]
    return scene.client.get(f"/api/deal/{accepted['dealId']}", headers=scene.as_buyer).json()["data"]


def test_anonymous_callers_get_401(scene):
    answer = scene.client.post("/api/offer", json={})
    assert (answer.status_code, answer.json()["message"]) == (401, "Please login to make an offer")


def test_an_offer_from_first_price_to_handover(scene):
    made = _offer(scene, userId=scene.buyer.id, message="Cash today").json()["data"]
    assert (made["productId"], made["userId"], made["sellerId"]) == (scene.ad.id, scene.buyer.id, scene.seller.id)
    assert (made["price"], made["status"], made["moves"], made["dealId"]) == (8000, "open", ["withdraw"], None)
    assert made["expiresAt"].endswith("Z")
    countered = _post(scene, f"/offer/{made['_id']}/counter", scene.as_seller, price=9000).json()["data"]
    assert (countered["status"], [step["by"] for step in countered["history"]]) == ("countered", ["user", "seller"])
    accepted = _post(scene, f"/offer/{made['_id']}/accept", scene.as_buyer)
    assert accepted.json()["message"] == "Offer accepted. The ad is reserved."
    deal_id = accepted.json()["data"]["dealId"]
    deal = scene.client.get(f"/api/deal/{deal_id}", headers=scene.as_buyer).json()["data"]
    assert (deal["status"], deal["price"], len(deal["code"])) == ("reserved", 9000, 4)
    assert scene.client.get(f"/api/deal/{deal_id}", headers=scene.as_seller).json()["data"]["code"] is None
    done = _post(scene, f"/deal/{deal_id}/handover", scene.as_seller, code=deal["code"]).json()
    assert (done["message"], done["data"]["status"]) == ("Handover confirmed. The ad is sold.", "done")
    assert scene.client.get(f"/api/product/{scene.ad.id}").json()["data"]["status"] == "sold"
    receipt = scene.client.get(f"/api/deal/{deal_id}/receipt", headers=scene.as_buyer)
    assert (receipt.status_code, receipt.headers["content-type"]) == (200, "application/pdf")
    assert receipt.content.startswith(b"%PDF-")
    (listed,) = scene.client.get(f"/api/deal/seller/{scene.seller.id}", headers=scene.as_seller).json()["data"]
    assert (listed["_id"], listed["endedBy"]) == (deal_id, "seller")


def test_a_reserved_ad_stays_in_lists_and_is_marked(scene):
    deal = _reserve(scene)
    for answer in (scene.client.get(f"/api/product/{scene.ad.id}"),):
        assert (answer.json()["data"]["status"], answer.json()["data"]["reservedUntil"]) == (
            "Reserved",
            deal["reservedUntil"],
        )
    (card,) = scene.client.get("/api/product/sell").json()["products"]
    assert (card["status"], card["reservedUntil"]) == ("Reserved", deal["reservedUntil"])
    _post(scene, f"/deal/{deal['_id']}/cancel", scene.as_buyer, reason="Found another")
    (card,) = scene.client.get("/api/product/sell").json()["products"]
    assert (card["status"], card["reservedUntil"]) == ("approved", None)


def test_statuses_of_refusals(scene):
    assert _offer(scene, price=10).status_code == 422
    assert _offer(scene, price=10).json()["errors"][0]["field"] == "price"
    assert _offer(scene, productId="nothing").status_code == 404
    assert _offer(scene, userId=factories.buyer(scene.db).id).status_code == 403
    rent = factories.ad(scene.db, scene.seller, factories.category(scene.db), ad_type="rent", price_paise=500_00)
    assert _offer(scene, productId=rent.id).status_code == 400
    other = factories.bearer(scene.db, factories.buyer(scene.db))
    waiting = _offer(scene, other).json()["data"]["_id"]
    deal = _reserve(scene)
    assert _offer(scene, other).status_code == 409
    assert _post(scene, f"/offer/{waiting}/accept", scene.as_seller).status_code == 409
    assert _post(scene, f"/deal/{deal['_id']}/cancel", scene.as_buyer, reason="").status_code == 422


def test_wrong_codes_are_400_and_then_429(scene):
    deal = _reserve(scene)
    wrong = "0000" if deal["code"] != "0000" else "1111"
    path = f"/deal/{deal['_id']}/handover"
    assert [_post(scene, path, scene.as_seller, code=wrong).status_code for _ in range(5)] == [400] * 5
    refused = _post(scene, path, scene.as_seller, code=deal["code"])
    assert refused.status_code == 429
    assert refused.headers["Retry-After"]
    new = _post(scene, f"/deal/{deal['_id']}/code", scene.as_buyer).json()["data"]
    assert _post(scene, path, scene.as_seller, code=new["code"]).status_code == 200
    assert _post(scene, path, scene.as_seller, code=new["code"]).status_code == 409


def test_a_meetup_from_proposal_to_calendar(scene):
    deal = _reserve(scene)
    path = f"/deal/{deal['_id']}/meetup"
    at = (clock.now() + timedelta(hours=2)).replace(microsecond=0)
    assert deal["meetup"] is None
    refused = _post(scene, path, scene.as_buyer, place="", at=at.isoformat())
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "place")
    assert _post(scene, path, scene.as_buyer, place="Station", at="2020-01-01T10:00").status_code == 422
    proposed = _post(scene, path, scene.as_buyer, place="Station", at=at.isoformat()).json()["data"]
    assert (proposed["status"], proposed["meetup"]["proposedBy"], proposed["meetup"]["confirmed"]) == (
        "reserved",
        "user",
        False,
    )
    calendar = f"/api{path}.ics"
    assert scene.client.get(calendar, headers=scene.as_buyer).status_code == 409
    assert _post(scene, f"{path}/confirm", scene.as_buyer).status_code == 409
    assert _post(scene, f"{path}/confirm", scene.as_seller, number=7).status_code == 409
    agreed = _post(scene, f"{path}/confirm", scene.as_seller, number=1).json()["data"]
    assert (agreed["status"], agreed["meetup"]["at"]) == ("meeting", f"{at:%Y-%m-%dT%H:%M:%S}.000Z")
    late = _post(scene, f"{path}/late", scene.as_buyer, minutes=15).json()["data"]
    assert late["meetup"]["userLateMinutes"] == 15
    here = _post(scene, f"{path}/here", scene.as_seller).json()["data"]
    assert (here["meetup"]["sellerHere"], here["meetup"]["userHere"]) == (True, False)
    file = scene.client.get(calendar, headers=scene.as_buyer)
    assert (file.status_code, file.headers["content-type"]) == (200, "text/calendar; charset=utf-8")
    assert "LOCATION:Station" in file.text

"""/api/enquiry/{id}: pickup, return and the condition record"""

from datetime import timedelta
from types import SimpleNamespace

import pytest

from marketplace.api import schemas
from marketplace.core import clock
from marketplace.domain import media, rentals
from marketplace.models import AdType
from tests import factories
from tests.domain.media.corpus import jpeg


@pytest.fixture
def scene(db, client):
    seller, buyer = factories.seller(db, name="Asha"), factories.buyer(db, name="Ravi")
    ad = factories.ad(db, seller, factories.category(db, "Cars"), name="City car", ad_type=AdType.RENT)
    now = clock.now()
    enquiry = factories.enquiry(db, ad, buyer, now + timedelta(minutes=5), now + timedelta(days=2))
    rentals.accept(db, factories.actor(seller), enquiry.id)
    db.commit()
    return SimpleNamespace(
        db=db,
        client=client,
        seller=seller,
        buyer=buyer,
        path=f"/api/enquiry/{enquiry.id}",
        calendar=f"/api/product/{ad.id}/calendar",
        pickup_at=enquiry.pickup_at,
        as_buyer=factories.bearer(db, buyer),
        as_seller=factories.bearer(db, seller),
        stranger=factories.bearer(db, factories.buyer(db)),
    )


def _get(scene, headers, path="/condition"):
    return scene.client.get(scene.path + path, headers=headers)


def _post(scene, path, headers, **body):
    return scene.client.post(scene.path + path, json=body, headers=headers)


def _photo(scene, account):
    made = media.store_image(scene.db, factories.actor(account), "front.jpg", jpeg(500, 300))
    scene.db.commit()
    return made.url


def test_only_the_parties_call(scene):
    assert _get(scene, {}).status_code == 401
    assert _get(scene, scene.stranger).status_code == 404
    assert _post(scene, "/pickup", scene.stranger, code="1234").status_code == 404
    assert _post(scene, "/pickup", scene.as_buyer, code="1234").status_code == 403


def test_only_the_users_answer_has_the_key_code(scene):
    assert len(_get(scene, scene.as_buyer).json()["data"]["code"]) == 4
    assert "code" not in _get(scene, scene.as_seller).json()["data"]


def test_five_wrong_codes_then_429_until_there_is_a_new_one(scene):
    code = _get(scene, scene.as_buyer).json()["data"]["code"]
    wrong = "0000" if code != "0000" else "1111"
    answers = [_post(scene, "/pickup", scene.as_seller, code=wrong) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [400] * 5 + [429]
    assert "retry-after" in answers[-1].headers
    assert _post(scene, "/pickup", scene.as_seller, code=code).status_code == 429
    renewed = _post(scene, "/code", scene.as_buyer).json()["data"]["code"]
    done = _post(scene, "/pickup", scene.as_seller, code=renewed)
    assert (done.status_code, done.json()["message"]) == (200, "Pickup confirmed")
    assert done.json()["data"]["pickedUpAt"].endswith("Z")
    assert _post(scene, "/pickup", scene.as_seller, code=renewed).status_code == 409


def test_from_the_first_photo_to_the_return(scene):
    url = _photo(scene, scene.buyer)
    body = {"stage": "pickup", "part": "Odometer", "note": "12,340 km", "photo": url}
    added = _post(scene, "/condition", scene.as_buyer, **body)
    assert (added.status_code, added.json()["message"]) == (201, "Added to the record")
    data = added.json()["data"]
    assert "Fuel or charge" in data["parts"]
    (entry,) = data["entries"]
    assert (entry["number"], entry["kind"], entry["part"], entry["note"]) == (1, "photo", "Odometer", "12,340 km")
    assert (entry["by"], entry["byName"], entry["noteErased"]) == ("user", "Ravi", False)
    photo = scene.client.get(entry["photo"]["url"], headers=scene.as_seller)
    assert (photo.status_code, photo.headers["content-type"]) == (200, "image/webp")
    assert "private" in photo.headers["cache-control"]
    assert scene.client.get(entry["photo"]["url"], headers=scene.stranger).status_code == 404

    refused = _post(scene, "/condition/confirm", scene.as_seller, stage="pickup", disagreement="It has 12,300 km.")
    assert refused.json()["message"] == "Your disagreement is in the record"
    for headers in (scene.as_seller, scene.as_buyer):
        confirmed = _post(scene, "/condition/confirm", headers, stage="pickup").json()["data"]
    (stage,) = confirmed["confirmations"]
    assert (stage["user"], stage["seller"], stage["closed"]) == ("confirmation", "confirmation", True)
    assert [one["kind"] for one in confirmed["entries"]] == ["photo", "disagreement", "confirmation", "confirmation"]
    assert (confirmed["unchanged"], confirmed["changedNumber"]) == (True, None)
    assert _post(scene, "/condition", scene.as_buyer, **body).status_code == 409
    assert confirmed["freeFrom"] is None
    assert len(scene.client.get(scene.calendar).json()["data"]["busy"]) == 1

    for path in ("/pickup", "/return"):
        code = _get(scene, scene.as_buyer).json()["data"]["code"]
        assert _post(scene, path, scene.as_seller, code=code).status_code == 200
    ended = _get(scene, scene.as_buyer).json()["data"]
    assert (ended["codeStage"], ended["code"]) == ("", None)
    # Returned early: the booking ends with this day.
    (busy,) = scene.client.get(scene.calendar).json()["data"]["busy"]
    assert (busy["from"], busy["to"]) == (schemas.timestamp(scene.pickup_at), ended["freeFrom"])
    review = {"enquiryId": ended["enquiryId"], "stars": 5, "tags": ["friendly"], "text": "Clean car."}
    assert scene.client.post("/api/review", json=review, headers=scene.as_buyer).status_code == 201


@pytest.mark.parametrize(
    "body", [{}, {"stage": "never"}, {"stage": "pickup", "part": "Wing"}, {"stage": "pickup", "photo": "x"}]
)
def test_odd_photos_are_refused(scene, body):
    assert _post(scene, "/condition", scene.as_buyer, **body).status_code == 422


@pytest.mark.parametrize("name", ["1-499", "2-500", "0-500", "x-500", "1-x", "99999999-500"])
def test_odd_names_of_photos_are_not_found(scene, name):
    body = {"stage": "pickup", "part": "Front", "photo": _photo(scene, scene.buyer)}
    assert _post(scene, "/condition", scene.as_buyer, **body).status_code == 201
    assert _get(scene, scene.as_buyer, f"/condition/photos/{name}.webp").status_code == 404


def test_the_two_agree_where_to_meet_and_what_was_given(scene):
    at = (scene.pickup_at + timedelta(hours=1)).isoformat()
    proposed = _post(scene, "/meetup", scene.as_buyer, place="Central Station", at=at).json()["data"]
    assert (proposed["meetupStage"], proposed["meetup"]["place"], proposed["meetup"]["proposedBy"]) == (
        "pickup",
        "Central Station",
        "user",
    )
    assert "confirm_meetup" in _get(scene, scene.as_seller).json()["data"]["moves"]
    assert _post(scene, "/meetup/confirm", scene.as_seller, number=2).status_code == 409
    assert _post(scene, "/meetup/confirm", scene.as_seller, number=1).json()["data"]["meetup"]["confirmed"]
    assert "BEGIN:VEVENT" in _get(scene, scene.as_buyer, "/meetup.ics").text
    assert _post(scene, "/meetup/late", scene.as_buyer, minutes=10).json()["data"]["meetup"]["userLateMinutes"] == 10
    assert _post(scene, "/meetup/here", scene.as_buyer).json()["data"]["meetup"]["userHere"]

    assert _post(scene, "/deposit", scene.as_buyer, stage="pickup", amount="a lot").status_code == 422
    (said,) = _post(scene, "/deposit", scene.as_buyer, stage="pickup", amount=500).json()["data"]["deposits"]
    assert (said["stage"], said["amount"], said["recordedBy"], said["confirmed"]) == ("pickup", 500, "user", False)
    assert _post(scene, "/deposit/confirm", scene.as_buyer, stage="pickup").status_code == 409
    (said,) = _post(scene, "/deposit/confirm", scene.as_seller, stage="pickup", number=1).json()["data"]["deposits"]
    assert said["confirmed"]
    assert _get(scene, scene.as_seller).json()["data"]["terms"] == ""

"""Both parties add photos to the record of a stage until both have confirmed it."""

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Invalid, NotFound, NotSignedIn, TooMany
from marketplace.domain import chat, handovers, media, rentals
from marketplace.domain.handovers import parts
from marketplace.models import ConditionEntry, Notification, OutboxMail, Upload
from marketplace.settings import get_settings
from tests import factories
from tests.domain.handovers.conftest import add, confirm, pick_up
from tests.domain.media import corpus


def stage_of(record, stage="pickup"):
    return next(one for one in record.stages if one.stage == stage)


def kinds(db, account) -> list[str]:
    found = select(Notification.kind).where(Notification.account_id == account.id).order_by(Notification.id)
    return [kind for kind in db.exec(found) if kind.startswith("condition")]


def test_strangers_can_neither_add_nor_confirm(scene):
    for stranger in (scene.other, factories.seller(scene.db), factories.admin(scene.db)):
        actor, photo = factories.actor(stranger), factories.upload(scene.db, stranger)
        with pytest.raises(NotFound):
            handovers.add_photo(scene.db, actor, scene.enquiry_id, "pickup", part="Front", photo=photo.id)
        with pytest.raises(NotFound):
            confirm(scene, actor)
    with pytest.raises(NotSignedIn):
        handovers.add_photo(scene.db, ANONYMOUS, scene.enquiry_id, "pickup", part="Front", photo="")
    with pytest.raises(NotSignedIn):
        confirm(scene, ANONYMOUS)


def test_photos_of_both_then_both_confirm(scene):
    add(scene, scene.as_buyer, note="  A scratch on the left  ")
    record = add(scene, scene.as_seller, part="Back")
    stage = stage_of(record)
    assert [(one.number, one.part, one.side, one.mine, one.note) for one in stage.rows] == [
        (1, "Front", "buyer", False, "A scratch on the left"),
        (2, "Back", "seller", True, ""),
    ]
    assert record.unchanged
    assert (stage.can_add, stage.can_confirm, stage.closed) == (True, True, False)

    assert stage_of(confirm(scene, scene.as_buyer)).buyer_says == "confirmation"
    with pytest.raises(Conflict, match="already confirmed"):
        confirm(scene, scene.as_buyer)
    stage = stage_of(confirm(scene, scene.as_seller))
    assert (stage.closed, stage.can_add, stage.can_confirm) == (True, False, False)
    for action in (add, confirm):
        with pytest.raises(Conflict, match="closed"):
            action(scene, scene.as_buyer)
    # Both keep the fingerprint in their mail.
    fingerprint = handovers.get_record(scene.db, scene.as_buyer, scene.enquiry_id).fingerprint
    mails = [mail for mail in scene.db.exec(select(OutboxMail)) if fingerprint in mail.text]
    assert {mail.to for mail in mails} == {scene.buyer.email, scene.seller.email}


def test_a_new_photo_takes_back_a_confirmation(scene):
    add(scene, scene.as_buyer)
    confirm(scene, scene.as_buyer)
    stage = stage_of(add(scene, scene.as_seller, part="Back"))
    assert (stage.buyer_says, stage.seller_says) == ("", "")
    confirm(scene, scene.as_seller)
    assert not stage_of(handovers.get_record(scene.db, scene.as_buyer, scene.enquiry_id)).closed
    assert stage_of(confirm(scene, scene.as_buyer)).closed


def test_a_party_may_disagree_and_confirm_later(scene):
    add(scene, scene.as_seller)
    confirm(scene, scene.as_seller)
    stage = stage_of(confirm(scene, scene.as_buyer, disagreement="The dent was there before."))
    assert (stage.buyer_says, stage.seller_says, stage.closed) == ("disagreement", "confirmation", False)
    assert stage.rows[-1].note == "The dent was there before."
    assert stage.can_confirm
    stage = stage_of(confirm(scene, scene.as_buyer, disagreement="  "))
    assert (stage.buyer_says, stage.closed) == ("confirmation", True)


def test_nothing_is_confirmed_without_a_photo(scene):
    for disagreement in (None, "No"):
        with pytest.raises(Conflict, match="photo first"):
            confirm(scene, scene.as_buyer, disagreement=disagreement)


def test_the_record_of_the_return_begins_with_the_pickup(scene):
    with pytest.raises(Conflict, match="only after the pickup"):
        add(scene, scene.as_buyer, stage="return")
    pick_up(scene)
    record = add(scene, scene.as_buyer, stage="return")
    assert [stage.stage for stage in record.stages] == ["pickup", "return"]
    # Each stage is confirmed for itself, in one chain.
    add(scene, scene.as_buyer)
    confirm(scene, scene.as_buyer, "return")
    record = handovers.get_record(scene.db, scene.as_buyer, scene.enquiry_id)
    assert [entry.number for stage in record.stages for entry in stage.rows] == [2, 1, 3]
    assert record.unchanged


def test_the_record_of_the_return_begins_with_the_dates_where_no_code_is_used(scene, monkeypatch):
    monkeypatch.setattr(clock, "now", lambda: scene.day(1))
    assert len(add(scene, scene.as_seller, stage="return").stages) == 2


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"stage": "later"}, "stage"),
        ({"stage": ""}, "stage"),
        ({"part": "Odometer"}, "part"),
        ({"part": ""}, "part"),
        ({"note": "x" * 501}, "note"),
        ({"photo": ""}, "photo"),
        ({"photo": "/media/none.webp"}, "photo"),
    ],
)
def test_what_is_added_is_checked(scene, change, field):
    own = factories.upload(scene.db, scene.buyer).id
    values = {"stage": "pickup", "part": "Front", "note": "", "photo": own} | change
    stage = values.pop("stage")
    with pytest.raises(Invalid) as error:
        handovers.add_photo(scene.db, scene.as_buyer, scene.enquiry_id, stage, **values)
    assert [one["field"] for one in error.value.errors] == [field]


def test_only_own_pictures_are_added(scene):
    theirs, paper = factories.upload(scene.db, scene.seller), factories.upload(scene.db, scene.buyer, kind="document")
    for upload in (theirs, paper):
        with pytest.raises(Invalid, match="uploaded yourself"):
            handovers.add_photo(scene.db, scene.as_buyer, scene.enquiry_id, "pickup", part="Front", photo=upload.id)


def test_the_parts_follow_the_category():
    assert "Odometer" in parts.list_parts("Cars & Bikes")
    assert "Meters" in parts.list_parts("Homes", "Flats")
    assert "Screen" in parts.list_parts("Electronics", "Laptops")
    assert "Lens" in parts.list_parts("TV, Audio & Cameras", "Cameras")
    assert "Lens" not in parts.list_parts("TV, Audio & Cameras", "Audio")
    assert "Tyres" in parts.list_parts("Cars", "Sedans")
    assert "Walls and floor" in parts.list_parts("Homes", "Flats")
    assert "Bedroom" not in parts.list_parts("Offices, Shops & Land", "Offices")
    default = parts.list_parts("Something new")
    assert (default[0], default[-1]) == ("Front", "Something else")
    assert all(
        0 < len(part) <= 60 for texts in parts.load().categories for part in (*texts.texts, *parts.load().general)
    )


def test_a_waiting_and_a_cancelled_enquiry_have_no_record(scene):
    add(scene, scene.as_buyer)
    rentals.cancel(scene.db, scene.as_buyer, scene.enquiry_id)
    for action in (add, confirm):
        with pytest.raises(Conflict):
            action(scene, scene.as_seller)
    # What was recorded before stays readable for both.
    for actor in (scene.as_buyer, scene.as_seller):
        stage = stage_of(handovers.get_record(scene.db, actor, scene.enquiry_id))
        assert (len(stage.rows), stage.can_add) == (1, False)


def test_a_record_has_a_limit(scene, monkeypatch):
    monkeypatch.setattr(get_settings(), "condition_entries_max", 2)
    add(scene, scene.as_buyer)
    add(scene, scene.as_buyer)
    with pytest.raises(Conflict, match="at most 2"):
        add(scene, scene.as_seller)
    monkeypatch.setattr(get_settings(), "condition_entries_max", 200)
    monkeypatch.setattr(get_settings(), "limit_condition_entries", "1 per hour")
    add(scene, scene.as_buyer)
    with pytest.raises(TooMany):
        add(scene, scene.as_buyer)
    assert add(scene, scene.as_seller)


def test_the_other_party_is_notified_once_of_many_photos(scene):
    for _ in range(3):
        add(scene, scene.as_buyer)
    assert kinds(scene.db, scene.seller) == ["condition_added"]
    assert kinds(scene.db, scene.buyer) == []
    confirm(scene, scene.as_buyer)
    confirm(scene, scene.as_seller, disagreement="No")
    assert kinds(scene.db, scene.seller) == ["condition_added", "condition_confirmed"]
    assert kinds(scene.db, scene.buyer) == ["condition_disagreed"]


def test_nothing_is_pushed_to_a_blocked_party(scene):
    chat.block(scene.db, scene.as_seller, scene.buyer.id)
    add(scene, scene.as_buyer)
    confirm(scene, scene.as_buyer)
    assert kinds(scene.db, scene.seller) == []
    assert len(stage_of(handovers.get_record(scene.db, scene.as_seller, scene.enquiry_id)).rows) == 2


def test_a_photo_of_a_record_is_in_use_and_private(scene):
    photo = media.store_image(scene.db, scene.as_buyer, "front.jpg", corpus.jpeg(500, 300))
    handovers.add_photo(scene.db, scene.as_buyer, scene.enquiry_id, "pickup", part="Front", photo=photo.url)
    scene.db.commit()
    media.hide_now([photo.id])
    media.remove_upload(scene.db, scene.as_buyer, photo.id)
    media.remove_orphans(scene.db, older_than=clock.now() - clock.now())
    scene.db.commit()
    scene.db.expire_all()
    assert scene.db.get(Upload, photo.id).digest.startswith("h")
    record = handovers.get_record(scene.db, scene.as_seller, scene.enquiry_id)
    shown = stage_of(record).rows[0].photo
    # The chain knows the photo again after it was hidden.
    assert record.unchanged
    assert shown.url == f"/api/enquiry/{scene.enquiry_id}/condition/photos/1-500.webp"
    for actor in (scene.as_buyer, scene.as_seller):
        image = handovers.get_photo(scene.db, actor, scene.enquiry_id, 1, 500)
        assert media.read_image(image)
    for number, width in ((1, 499), (2, 500), (0, 500), (-1, 500), (10**30, 500)):
        with pytest.raises(NotFound):
            handovers.get_photo(scene.db, scene.as_buyer, scene.enquiry_id, number, width)
    for stranger in (scene.other, factories.admin(scene.db)):
        with pytest.raises(NotFound):
            handovers.get_photo(scene.db, factories.actor(stranger), scene.enquiry_id, 1, 500)


def test_the_entries_hold_the_digest_of_the_stored_bytes(scene):
    photo = factories.upload(scene.db, scene.buyer, digest="ab" * 32)
    handovers.add_photo(scene.db, scene.as_buyer, scene.enquiry_id, "pickup", part="Front", photo=photo.id)
    assert scene.db.get(ConditionEntry, (scene.enquiry_id, 1)).photo_digest == "ab" * 32

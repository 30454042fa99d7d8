"""The chain of a condition record names the first entry that was changed."""

import hashlib
import json
from datetime import timedelta

import pytest
from sqlmodel import select

from marketplace.domain import handovers, personal_data
from marketplace.domain.accounts import passwords
from marketplace.models import ConditionEntry, EntryKind, RentalStage, Upload
from tests import factories
from tests.domain.accounts.steps import PASSWORD
from tests.domain.handovers.conftest import add, confirm, pick_up


@pytest.fixture
def recorded(scene):
    """Two photos of the pickup that both have confirmed, and one of the return."""
    add(scene, scene.as_buyer, note="A scratch")
    add(scene, scene.as_seller, part="Back")
    confirm(scene, scene.as_buyer)
    confirm(scene, scene.as_seller)
    pick_up(scene)
    add(scene, scene.as_seller, stage="return", note="Clean")
    scene.db.commit()
    return scene


def changed_number(scene) -> int:
    scene.db.commit()
    scene.db.expire_all()
    record = handovers.get_record(scene.db, scene.as_buyer, scene.enquiry_id)
    assert record.unchanged is (record.changed_number == 0)
    return record.changed_number


def entry(scene, number) -> ConditionEntry:
    found = scene.db.get(ConditionEntry, (scene.enquiry_id, number))
    assert found
    return found


def test_an_untouched_record_is_unchanged(recorded):
    assert changed_number(recorded) == 0
    record = handovers.get_record(recorded.db, recorded.as_seller, recorded.enquiry_id)
    assert record.chain_text == "This record is unchanged"
    assert record.fingerprint == entry(recorded, 5).hash


@pytest.mark.parametrize(
    ("number", "change"),
    [
        (1, {"note": "No scratch"}),
        (1, {"note": ""}),
        (1, {"note": "", "note_salt": ""}),
        (2, {"part": "Front"}),
        (2, {"stage": RentalStage.RETURN}),
        (2, {"photo_digest": "0" * 64}),
        (3, {"kind": EntryKind.DISAGREEMENT}),
        (4, {"hash": "0" * 64}),
        (5, {"upload_id": None}),
    ],
)
def test_a_changed_row_is_named(recorded, number, change):
    row = entry(recorded, number)
    for name, value in change.items():
        setattr(row, name, value)
    recorded.db.add(row)
    assert changed_number(recorded) == number


def test_another_author_time_or_photo_is_named(recorded):
    row = entry(recorded, 2)
    row.author_id = recorded.buyer.id
    assert changed_number(recorded) == 2
    row.author_id = recorded.seller.id
    row.created_at += timedelta(minutes=1)
    assert changed_number(recorded) == 2
    row.created_at -= timedelta(minutes=1)
    assert changed_number(recorded) == 0
    row.upload_id = factories.upload(recorded.db, recorded.seller).id
    assert changed_number(recorded) == 2


def test_a_replaced_file_is_named(recorded):
    upload = recorded.db.get(Upload, entry(recorded, 1).upload_id)
    upload.digest = "f" * 64
    assert changed_number(recorded) == 1


def test_a_deleted_row_is_named_by_the_one_that_follows(recorded):
    recorded.db.delete(entry(recorded, 2))
    assert changed_number(recorded) == 3
    record = handovers.get_record(recorded.db, recorded.as_buyer, recorded.enquiry_id)
    assert record.chain_text.startswith("Entry 3 does not match")


def test_an_entry_that_was_changed_with_its_hash_is_named_by_the_next(recorded):
    from marketplace.domain.handovers import chain

    row = entry(recorded, 2)
    row.part = "Front"
    row.hash = chain.hash_entry(entry(recorded, 1).hash, row)
    assert changed_number(recorded) == 3


def test_anyone_can_compute_the_chain_from_the_documented_form(recorded):
    previous = ""
    for row in recorded.db.exec(select(ConditionEntry).order_by("number")):
        note = hashlib.sha256(f"{row.note_salt}\n{row.note}".encode()).hexdigest()
        at = row.created_at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        content = {
            "at": at,
            "author": row.author_id,
            "enquiry": row.enquiry_id,
            "kind": row.kind.value,
            "note": note,
            "number": row.number,
            "part": row.part,
            "photo": row.photo_digest,
            "stage": row.stage.value,
        }
        text = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
        previous = hashlib.sha256(f"{previous}\n{text}".encode()).hexdigest()
        assert row.hash == previous


@pytest.mark.parametrize("leaver", ["buyer", "seller"])
def test_erased_notes_are_not_called_forged(recorded, leaver):
    account = getattr(recorded, leaver)
    account.password_hash = passwords.make_hash(PASSWORD)
    factories.save(recorded.db, account)
    personal_data.delete_account(recorded.db, factories.actor(account), PASSWORD)
    recorded.db.commit()
    recorded.db.expire_all()
    staying = recorded.as_seller if leaver == "buyer" else recorded.as_buyer
    record = handovers.get_record(recorded.db, staying, recorded.enquiry_id)
    assert record.unchanged
    assert record.chain_text.startswith("Notes of a closed account were erased")
    entries = [one for stage in record.stages for one in stage.rows]
    assert len(entries) == 5
    theirs = [one for one in entries if not one.mine]
    assert {(one.note, one.author_name, one.erased) for one in theirs} == {("", "Deleted user", True)}
    assert all(one.photo for one in theirs if one.kind == "photo")
    assert [one.note for one in entries if one.mine and one.note] == [{"buyer": "Clean", "seller": "A scratch"}[leaver]]
    # Nobody is left to answer.
    assert not any(stage.can_add or stage.can_confirm for stage in record.stages)


def test_a_record_that_nobody_can_read_is_deleted(recorded):
    for account in (recorded.buyer, recorded.seller):
        account.password_hash = passwords.make_hash(PASSWORD)
        factories.save(recorded.db, account)
        personal_data.delete_account(recorded.db, factories.actor(account), PASSWORD)
        recorded.db.commit()
    assert recorded.db.exec(select(ConditionEntry)).all() == []

"""A running rental goes on when one party deletes the account: the other is told, and records the return alone."""

from datetime import timedelta

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, NotFound, NotSignedIn
from marketplace.domain import handovers, waiting
from marketplace.domain.personal_data.service import erase_dormant_account
from marketplace.models import Account, Notification, OutboxMail
from marketplace.settings import get_settings
from tests import factories
from tests.background import run_jobs
from tests.domain.handovers.conftest import pick_up

SIDES = ["buyer", "seller"]


@pytest.fixture(params=SIDES)
def left(request, scene):
    """The rental is out, and one party's account is deleted. The side that is left, and its actor."""
    pick_up(scene)
    gone: Account = getattr(scene, request.param)
    erase_dormant_account(scene.db, gone)
    scene.db.commit()
    run_jobs(scene.db)
    scene.side = next(side for side in SIDES if side != request.param)
    scene.left = getattr(scene, f"as_{scene.side}")
    return scene


def _waits(scene) -> list[str]:
    return [row.kind for row in waiting.list_waiting(scene.db, scene.left).items]


def test_the_other_party_hears_once_what_to_do(left):
    kind = {"buyer": "rental_seller_left", "seller": "rental_buyer_left"}[left.side]
    run_jobs(left.db)
    told = select(Notification.kind).where(Notification.account_id == left.left.account_id)
    assert left.db.exec(told.where(Notification.kind == kind)).all() == [kind]
    mails = select(OutboxMail.text).where(OutboxMail.account_id == left.left.account_id)
    (text,) = [text for text in left.db.exec(mails) if "closed their account" in text]
    assert "record the return yourself" in text
    assert f"/rentals/{left.enquiry_id}" in text


def test_it_waits_until_the_return_is_recorded(left):
    assert _waits(left) == ["return_alone"]
    assert len(waiting.list_conversations(left.db, left.left)) == 1
    with pytest.raises(NotSignedIn):
        handovers.confirm_return(left.db, ANONYMOUS, left.enquiry_id)
    for stranger in (left.other, factories.seller(left.db), factories.admin(left.db)):
        with pytest.raises(NotFound):
            handovers.confirm_return(left.db, factories.actor(stranger), left.enquiry_id)
    record = handovers.get_record(left.db, left.left, left.enquiry_id)
    assert (record.alone, record.code) == (True, "")
    done = handovers.confirm_return(left.db, left.left, left.enquiry_id)
    assert done.returned_at
    assert not done.alone
    assert _waits(left) == []
    with pytest.raises(Conflict):
        handovers.confirm_return(left.db, left.left, left.enquiry_id)


def test_it_waits_no_longer_than_reviews_can_be_written(left, monkeypatch):
    after = left.day(3) + timedelta(days=get_settings().review_days, hours=1)
    monkeypatch.setattr(clock, "now", lambda: after)
    assert _waits(left) == []

"""rentals.enquire"""

from datetime import UTC, datetime

import pytest
from sqlmodel import select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, Gone, Invalid, NotFound, NotSignedIn, RuleBroken
from marketplace.db.database import unit_of_work
from marketplace.domain import chat, rentals
from marketplace.models import AdStatus, AdType, EnquiryStatus, Notification, OutboxMail
from tests import factories

PICKUP, DROP = "2026-12-01T10:00", "2026-12-03T18:00"


def test_anonymous_callers_must_sign_in(scene):
    with pytest.raises(NotSignedIn, match="Please login to send an enquiry"):
        rentals.enquire(scene.db, ANONYMOUS, scene.ad.id, PICKUP, DROP)


def test_sellers_and_admins_do_not_enquire(scene):
    for account in (scene.seller, factories.admin(scene.db)):
        with pytest.raises(Forbidden):
            rentals.enquire(scene.db, factories.actor(account), scene.ad.id, PICKUP, DROP)


def test_nobody_enquires_about_their_own_ad(scene):
    same = factories.actor(factories.buyer(scene.db, email=scene.seller.email))
    with pytest.raises(RuleBroken, match="This is your own ad"):
        rentals.enquire(scene.db, same, scene.ad.id, PICKUP, DROP)


def test_typed_times_are_in_the_ads_zone(scene):
    made = rentals.enquire(scene.db, factories.actor(scene.buyer), scene.ad.id, PICKUP, DROP)
    assert made.pickup_at == datetime(2026, 12, 1, 4, 30, tzinfo=UTC)
    assert made.pickup_text == "1 Dec 2026, 10:00"
    assert (made.status, made.moves) == (EnquiryStatus.PENDING, ("cancel",))
    assert made.seller_id == scene.seller.id


def test_times_with_a_zone_keep_it(scene):
    made = rentals.enquire(
        scene.db, factories.actor(scene.buyer), scene.ad.id, "2026-12-01T10:00:00Z", "2026-12-03T10:00:00+01:00"
    )
    assert made.pickup_at == datetime(2026, 12, 1, 10, tzinfo=UTC)
    assert made.drop_at == datetime(2026, 12, 3, 9, tzinfo=UTC)


@pytest.mark.parametrize(("pickup", "drop", "field"), [("", DROP, "pickupDateTime"), (PICKUP, "", "dropDateTime")])
def test_both_dates_are_needed(scene, pickup, drop, field):
    with pytest.raises(Invalid, match="Please select both pickup and drop date & time") as refused:
        rentals.enquire(scene.db, factories.actor(scene.buyer), scene.ad.id, pickup, drop)
    assert [error["field"] for error in refused.value.errors] == [field]


@pytest.mark.parametrize(
    ("pickup", "drop"),
    [
        (DROP, PICKUP),
        (PICKUP, PICKUP),
        ("2026-11-19T10:00", DROP),
        ("tomorrow", DROP),
        (PICKUP, "2026-13-45T99:00"),
        (PICKUP, "9999-12-31T23:59-12:00"),
        (PICKUP, "2040-01-01T10:00"),
    ],
)
def test_invalid_dates(scene, pickup, drop):
    with pytest.raises(Invalid):
        rentals.enquire(scene.db, factories.actor(scene.buyer), scene.ad.id, pickup, drop)


def test_only_rent_and_lease(scene):
    category = factories.category(scene.db)
    sale = factories.ad(scene.db, scene.seller, category)
    with pytest.raises(RuleBroken):
        rentals.enquire(scene.db, factories.actor(scene.buyer), sale.id, PICKUP, DROP)
    lease = factories.ad(scene.db, scene.seller, category, ad_type=AdType.LEASE)
    assert rentals.enquire(scene.db, factories.actor(scene.buyer), lease.id, PICKUP, DROP).ad_id == lease.id


def test_only_ads_that_are_offered(scene):
    category, actor = factories.category(scene.db), factories.actor(scene.buyer)
    for status, refusal in ((AdStatus.PENDING, NotFound), (AdStatus.SOLD, RuleBroken), (AdStatus.EXPIRED, Gone)):
        ad = factories.ad(scene.db, scene.seller, category, ad_type=AdType.RENT, status=status)
        with pytest.raises(refusal):
            rentals.enquire(scene.db, actor, ad.id, PICKUP, DROP)
    with pytest.raises(NotFound):
        rentals.enquire(scene.db, actor, "nothing", PICKUP, DROP)


def test_a_seller_who_is_not_the_owner_is_refused(scene):
    actor = factories.actor(scene.buyer)
    with pytest.raises(RuleBroken):
        rentals.enquire(scene.db, actor, scene.ad.id, PICKUP, DROP, seller_id=factories.seller(scene.db).id)
    assert rentals.enquire(scene.db, actor, scene.ad.id, PICKUP, DROP, seller_id=scene.seller.id)


def test_taken_dates_are_refused(scene):
    actor = factories.actor(scene.buyer)
    made = rentals.enquire(scene.db, actor, scene.ad.id, PICKUP, DROP)
    rentals.accept(scene.db, factories.actor(scene.seller), made.id)
    with pytest.raises(Conflict):
        rentals.enquire(scene.db, actor, scene.ad.id, "2026-12-03T17:59", "2026-12-04T10:00")
    assert rentals.enquire(scene.db, actor, scene.ad.id, DROP, "2026-12-04T10:00")


def test_enquire_is_idempotent(scene):
    actor = factories.actor(scene.buyer)
    first = rentals.enquire(scene.db, actor, scene.ad.id, PICKUP, DROP)
    assert rentals.enquire(scene.db, actor, scene.ad.id, PICKUP, DROP).id == first.id


def test_both_parties_are_notified(scene, published):
    with unit_of_work() as work:
        made = rentals.enquire(work, factories.actor(scene.buyer), scene.ad.id, PICKUP, DROP)
    mails = {mail.to: mail for mail in scene.db.exec(select(OutboxMail))}
    assert set(mails) == {scene.buyer.email, scene.seller.email}
    assert "Ravi Iyer would like to book Mountain Bike" in mails[scene.seller.email].text
    assert "1 Dec 2026, 10:00" in mails[scene.seller.email].text
    notice = scene.db.exec(select(Notification)).one()
    assert (notice.account_id, notice.kind) == (scene.seller.id, "enquiry_received")
    heard = [event for event in published if event.topic == "enquiries"]
    assert [(set(e.account_ids), e.subject) for e in heard] == [({scene.buyer.id, scene.seller.id}, made.id)]


def test_a_block_hides_the_enquiry_from_the_seller_silently(scene, published):
    chat.block(scene.db, factories.actor(scene.seller), scene.buyer.id)
    scene.db.commit()
    with unit_of_work() as work:
        rentals.enquire(work, factories.actor(scene.buyer), scene.ad.id, PICKUP, DROP)
    assert [mail.to for mail in scene.db.exec(select(OutboxMail))] == [scene.buyer.email]
    assert [event.account_ids for event in published if event.topic == "enquiries"] == [(scene.buyer.id,)]
    seller = factories.actor(scene.seller)
    assert rentals.list_for_seller(scene.db, seller, scene.seller.id).items == ()
    chat.unblock(scene.db, seller, scene.buyer.id)
    assert len(rentals.list_for_seller(scene.db, seller, scene.seller.id).items) == 1

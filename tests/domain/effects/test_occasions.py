"""A person hears once of an occasion, by the strongest reason, whatever they have because of the ad."""

import pytest
from sqlmodel import Session, select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotFound, NotSignedIn
from marketplace.domain import accounts, ads, deals, moderation, rentals, wishlist
from marketplace.domain.effects import Dependent, Event
from marketplace.models import Notification
from tests.background import run_jobs
from tests.domain.effects.dependents import PROBES
from tests.domain.effects.firing import FIRE
from tests.domain.effects.world import World

HELD = [
    ((Dependent.OFFER, Dependent.WISHLIST), Event.AD_SOLD, "offer_ended"),
    ((Dependent.BOOKING, Dependent.WISHLIST), Event.AD_SOLD, "booking_ended"),
    ((Dependent.DEAL, Dependent.WISHLIST), Event.AD_DELETED, "deal_ended"),
    ((Dependent.ENQUIRY, Dependent.WISHLIST), Event.AD_TAKEN_DOWN, "enquiry_ended"),
]


def _heard(world: World, event: Event) -> list[str]:
    run_jobs(world.db)
    earlier = set(world.db.exec(select(Notification.id)))
    FIRE[event](world)
    run_jobs(world.db)
    return world.notices(but=earlier).get(world.buyer.id, [])


@pytest.mark.parametrize(("held", "event", "kind"), HELD)
def test_the_strongest_reason_is_the_only_one(db: Session, held, event, kind):
    world = World(db)
    for dependent in held:
        PROBES[dependent].build(world)
    assert _heard(world, event) == [kind]


def test_who_buys_a_saved_ad_hears_of_the_deal_alone(db: Session):
    world = World(db)
    PROBES[Dependent.DEAL].build(world)
    PROBES[Dependent.WISHLIST].build(world)
    wishlist.add(db, world.as_other_buyer, world.ad_id)
    run_jobs(db)
    earlier = set(db.exec(select(Notification.id)))
    deal_id = world.known["deal"]
    deals.hand_over(db, world.as_seller, deal_id, deals.get_deal(db, world.as_buyer, deal_id).code)
    run_jobs(db)
    heard = world.notices(but=earlier)
    assert heard[world.buyer.id][0] == "deal_done"
    assert "ad_sold" not in heard[world.buyer.id]
    assert heard[world.other_buyer.id] == ["ad_sold"]


def test_several_enquiries_of_one_person_end_in_one_word(db: Session):
    world = World(db)
    PROBES[Dependent.ENQUIRY].build(world)
    rentals.enquire(db, world.as_buyer, world.ad_id, world.day(20), world.day(22))
    run_jobs(db)
    mails = world.mails().get(world.buyer.id, 0)
    assert _heard(world, Event.AD_DELETED) == ["enquiry_ended"]
    assert world.mails()[world.buyer.id] == mails + 1


def test_the_question_before_names_what_ends(db: Session):
    world = World(db)
    PROBES[Dependent.BOOKING].build(world)
    rentals.enquire(db, world.as_other_buyer, world.ad_id, world.day(20), world.day(22))
    rentals.enquire(db, world.as_other_buyer, world.ad_id, world.day(30), world.day(32))
    said = ads.describe_endings(db, world.as_seller, [world.ad_id], "delete")
    assert said == "This ends 1 booking and 2 enquiries. Everyone involved is told."
    assert ads.describe_endings(db, world.as_seller, [world.ad_id], "pause") == ""


def test_the_question_before_a_suspension_names_what_ends(db: Session):
    world = World(db)
    PROBES[Dependent.BOOKING].build(world)
    for who, error in ((ANONYMOUS, NotSignedIn), (world.as_seller, Forbidden)):
        with pytest.raises(error):
            accounts.describe_suspension(db, who, world.seller.id)
    with pytest.raises(NotFound):
        accounts.describe_suspension(db, world.as_admin, "nobody")
    for account in (world.seller, world.buyer):
        said = accounts.describe_suspension(db, world.as_admin, account.id)
        assert said == "This ends 1 booking. Everyone involved is told."
    assert accounts.describe_suspension(db, world.as_admin, world.stranger.id) == ""


def test_who_is_restored_before_the_job_runs_keeps_everything(db: Session):
    world = World(db)
    PROBES[Dependent.BOOKING].build(world)
    run_jobs(db)
    moderation.suspend_account(db, world.as_admin, world.seller.id, "Under review")
    moderation.restore_account(db, world.as_admin, world.seller.id)
    run_jobs(db)
    assert PROBES[Dependent.BOOKING].is_there(world)

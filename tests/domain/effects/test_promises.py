"""What people were promised, when two features meet."""

from datetime import timedelta

import pytest
from sqlmodel import Session, col, select

from marketplace.core import clock
from marketplace.domain import ads, chat, deals, moderation, rentals, saved_searches, site_time, wishlist
from marketplace.domain.effects import Dependent, Event
from marketplace.domain.search import SearchQuery
from marketplace.models import Appeal, AppealStatus, Notification, Offer, OfferStatus, OutboxMail
from tests.background import run_jobs
from tests.domain.effects.dependents import PROBES
from tests.domain.effects.firing import FIRE
from tests.domain.effects.world import World


def _told(world: World) -> set[str]:
    run_jobs(world.db)
    return set(world.db.exec(select(Notification.id)))


@pytest.mark.parametrize(("event", "other"), [(Event.BUYER_DELETED, "seller"), (Event.SELLER_DELETED, "buyer")])
def test_who_shares_a_running_rental_hears_that_the_other_account_is_gone(db: Session, event: Event, other: str):
    """The thing is still to be returned, and nobody can be asked for it any more."""
    world = World(db)
    PROBES[Dependent.RENTAL].build(world)
    earlier = _told(world)
    FIRE[event](world)
    run_jobs(db)
    assert world.notices(but=earlier).get(getattr(world, other).id)


def test_who_offered_more_hears_of_the_lower_price(db: Session):
    """Otherwise the seller can accept ₹4,900 for what is on sale for ₹4,000."""
    world = World(db)
    world.make_ad()
    deals.make_offer(db, world.as_buyer, world.ad_id, 4900)
    earlier = _told(world)
    world.change(price=4000)
    run_jobs(db)
    assert world.notices(but=earlier).get(world.buyer.id)


@pytest.mark.parametrize(("price", "status"), [(4000, OfferStatus.OPEN), (4001, OfferStatus.DECLINED)])
def test_only_an_offer_above_the_new_price_ends(db: Session, price: int, status: OfferStatus):
    world = World(db)
    world.make_ad()
    offer = deals.make_offer(db, world.as_buyer, world.ad_id, price)
    world.change(price=4000)
    assert db.get_one(Offer, offer.id).status is status


def test_a_counter_offer_above_the_new_price_ends_and_its_buyer_hears_once(db: Session):
    """Also of one who saved the ad, and would hear of the lower price."""
    world = World(db)
    world.make_ad()
    wishlist.add(db, world.as_buyer, world.ad_id)
    offer = deals.make_offer(db, world.as_buyer, world.ad_id, 3000)
    deals.counter_offer(db, world.as_seller, offer.id, 4800)
    earlier = _told(world)
    mails = world.mails().get(world.buyer.id, 0)
    world.change(price=4000)
    run_jobs(db)
    assert world.notices(but=earlier)[world.buyer.id] == ["offer_ended"]
    assert world.mails()[world.buyer.id] == mails + 1


@pytest.mark.parametrize("blocker", ["buyer", "seller"])
def test_the_question_before_counts_nothing_behind_a_block(db: Session, blocker: str):
    """The seller sees no such offer and no such enquiry, and learns nothing of a block."""
    world = World(db)
    world.make_ad(rent=True)
    rented, world.ad_id = world.ad_id, ""
    world.make_ad()
    pair = (world.as_buyer, world.seller.id) if blocker == "buyer" else (world.as_seller, world.buyer.id)
    chat.block(db, *pair)
    rentals.enquire(db, world.as_buyer, rented, world.day(3), world.day(5))
    deals.make_offer(db, world.as_buyer, world.ad_id, 4000)
    assert deals.list_offers_for_seller(db, world.as_seller, world.seller.id).total == 0
    assert ads.describe_endings(db, world.as_seller, [rented, world.ad_id], "delete") == ""


def test_an_appeal_for_a_change_is_closed_when_the_ad_is_taken_down(db: Session):
    """The rejected change is replaced by the decision about the ad, so that nothing is left to undo."""
    world = World(db)
    world.make_ad()
    ads.revise(db, world.as_seller, world.ad_id, world.draft(name="Another bike"))
    ads.reject(db, world.as_admin, world.ad_id, "Please show its frame.")
    moderation.appeal_ad(db, world.as_seller, world.ad_id, "It is in the second photo.")
    ads.take_down(db, world.as_admin, world.ad_id, "It was stolen.")
    assert db.exec(select(Appeal.status)).one() is AppealStatus.MOOT


def test_who_saved_an_ad_that_is_back_at_once_does_not_hear_that_it_is_sold(db: Session):
    """'Mark as sold' by mistake: the job runs when the ad is on sale again."""
    world = World(db)
    world.make_ad()
    wishlist.add(db, world.as_buyer, world.ad_id)
    earlier = _told(world)
    ads.mark_sold(db, world.as_seller, world.ad_id)
    ads.relist(db, world.as_seller, world.ad_id)
    run_jobs(db)
    assert not world.notices(but=earlier).get(world.buyer.id)


def test_who_saved_an_ad_while_it_was_sold_hears_that_it_is_back(db: Session):
    world = World(db)
    world.make_ad()
    ads.mark_sold(db, world.as_seller, world.ad_id)
    wishlist.add(db, world.as_buyer, world.ad_id)
    earlier = _told(world)
    ads.relist(db, world.as_seller, world.ad_id)
    run_jobs(db)
    assert world.notices(but=earlier)[world.buyer.id] == ["ad_back"]


def test_a_seller_hears_once_that_a_deal_ended_and_an_offer_is_next(db: Session):
    world = World(db)
    world.make_ad()
    first = deals.make_offer(db, world.as_buyer, world.ad_id, 4000)
    deals.make_offer(db, world.as_other_buyer, world.ad_id, 4500)
    deal_id = deals.accept_offer(db, world.as_seller, first.id).deal_id
    earlier = _told(world)
    deals.cancel_deal(db, world.as_buyer, deal_id, "Changed my mind")
    run_jobs(db)
    assert world.notices(but=earlier)[world.seller.id] == ["deal_cancelled_next"]
    mail = db.exec(
        select(OutboxMail).where(OutboxMail.account_id == world.seller.id).order_by(col(OutboxMail.id).desc())
    ).first()
    assert mail
    assert "cancelled" in mail.text
    assert "₹4,500" in mail.text
    assert "Changed my mind" in mail.text


def test_who_bought_an_ad_hears_nothing_when_it_is_relisted(db: Session):
    """A seller of several pieces relists the ad; the buyer has one."""
    world = World(db)
    PROBES[Dependent.DEAL].build(world)
    wishlist.add(db, world.as_buyer, world.ad_id)
    deal_id = world.known["deal"]
    deals.hand_over(db, world.as_seller, deal_id, deals.get_deal(db, world.as_buyer, deal_id).code)
    earlier = _told(world)
    ads.relist(db, world.as_seller, world.ad_id)
    run_jobs(db)
    assert not world.notices(but=earlier).get(world.buyer.id)
    ads.mark_sold(db, world.as_seller, world.ad_id)
    run_jobs(db)
    assert not world.notices(but=earlier).get(world.buyer.id)


def test_who_saved_an_ad_again_after_buying_it_hears_of_it(db: Session):
    world = World(db)
    PROBES[Dependent.DEAL].build(world)
    deal_id = world.known["deal"]
    deals.hand_over(db, world.as_seller, deal_id, deals.get_deal(db, world.as_buyer, deal_id).code)
    wishlist.add(db, world.as_buyer, world.ad_id)
    earlier = _told(world)
    ads.relist(db, world.as_seller, world.ad_id)
    run_jobs(db)
    assert world.notices(but=earlier)[world.buyer.id] == ["ad_back"]


def test_an_ad_approved_during_the_holiday_of_its_seller_is_paused(db: Session):
    """'Holiday' pauses all live ads until a day, and nobody answers until then."""
    world = World(db)
    made = ads.submit(db, world.as_seller, world.draft())
    back = world.day(10).date().isoformat()
    ads.set_holiday(db, world.as_seller, back)
    saved_searches.follow(db, world.as_buyer, world.seller.id)
    earlier = _told(world)
    ads.approve(db, world.as_admin, made.id)
    assert ads.get(db, world.as_seller, made.id).status == "paused"
    run_jobs(db)
    assert set(world.notices(but=earlier)) == {world.seller.id}
    said = db.exec(select(OutboxMail.text).where(OutboxMail.subject == "Your ad 'Steel Bike' is approved")).one()
    assert world.seller.holiday_until
    assert f"when your holiday ends on {site_time.format_day(world.seller.holiday_until)}" in said
    ads.set_holiday(db, world.as_seller, "")
    assert ads.get(db, world.as_seller, made.id).status == "approved"
    run_jobs(db)
    assert world.notices(but=earlier)[world.buyer.id] == ["saved_search_ad"]


def test_the_end_of_the_holiday_comes_by_itself_for_an_ad_approved_meanwhile(db: Session, monkeypatch):
    world = World(db)
    made = ads.submit(db, world.as_seller, world.draft())
    ads.set_holiday(db, world.as_seller, world.day(10).date().isoformat())
    ads.approve(db, world.as_admin, made.id)
    after = world.day(11)
    monkeypatch.setattr(clock, "now", lambda: after)
    assert ads.end_pauses(db) == 1
    assert ads.get(db, world.as_seller, made.id).status == "approved"


def test_the_end_of_a_holiday_leaves_ads_that_were_paused_by_hand(db: Session):
    """Even if both end on the same day."""
    world = World(db)
    world.make_ad()
    day = world.day(10).date().isoformat()
    ads.pause(db, world.as_seller, world.ad_id, until=day)
    ads.set_holiday(db, world.as_seller, day)
    ads.set_holiday(db, world.as_seller, "")
    assert ads.get(db, world.as_seller, world.ad_id).status == "paused"


def _age(world: World) -> None:
    """Let the ad have been live for a year, and announced."""
    world.make_ad()
    world.ad.approved_at = world.ad.first_approved_at = clock.now() - timedelta(days=365)
    run_jobs(world.db)


def _hears_after(world: World, **change) -> list[str]:
    earlier = _told(world)
    ads.revise(world.db, world.as_seller, world.ad_id, world.draft(**change))
    # A lower price alone needs no review.
    if world.ad.review_waiting_since:
        ads.approve(world.db, world.as_admin, world.ad_id)
    run_jobs(world.db)
    return world.notices(but=earlier).get(world.buyer.id, [])


@pytest.mark.parametrize(
    ("price", "told"), [(5500, []), (4990, []), (4000, ["saved_search_cheaper"])], ids=["rise", "little", "fall"]
)
def test_a_change_is_no_new_ad_for_who_follows_its_seller(db: Session, price: int, told: list[str]):
    """They followed while it was live; so did searches that listed it when they were saved. A lower price is news."""
    world = World(db)
    _age(world)
    PROBES[Dependent.FOLLOW].build(world)
    PROBES[Dependent.SEARCH].build(world)
    assert _hears_after(world, price=price, name="Blue steel bike") == told
    assert _hears_after(world, price=price, name="Steel bike") == []


@pytest.mark.parametrize(
    ("query", "change", "told"),
    [
        (SearchQuery(keyword="gravel"), {"name": "Gravel bike"}, True),
        (SearchQuery(keyword="bike"), {"name": "Gravel bike"}, False),
        (SearchQuery(keyword="bike under 4500"), {"price": 4400}, True),
        (SearchQuery(max_price=4500), {"price": 4400}, True),
        (SearchQuery(city="Nashik"), {"city": "Nashik"}, True),
        (SearchQuery(min_price=4000), {"city": "Nashik"}, False),
    ],
)
def test_only_a_search_that_did_not_list_the_ad_hears_of_it_as_new(
    db: Session, query: SearchQuery, change: dict, told: bool
):
    world = World(db)
    _age(world)
    saved_searches.save_search(db, world.as_buyer, query, name="Mine")
    assert _hears_after(world, **change) == ["saved_search_ad"] * told


def test_a_search_saved_while_the_ad_was_expired_hears_of_its_return(db: Session):
    world = World(db)
    _age(world)
    FIRE[Event.AD_EXPIRED](world)
    PROBES[Dependent.SEARCH].build(world)
    assert _hears_after(world, price=5500) == ["saved_search_ad"]

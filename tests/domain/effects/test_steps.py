"""Effects on any number of dependents are carried out by a job, in transactions that do not grow with that number."""

import pytest
from sqlmodel import Session, col, func, select

from marketplace.domain import ads, catalog, effects, moderation, rentals, saved_searches, wanted
from marketplace.domain.effects import registry
from marketplace.domain.search import SearchQuery
from marketplace.domain.wanted import WantedDraft
from marketplace.models import AdDraftSave, Enquiry, EnquiryStatus, Job, Notification, SavedSearch, WantedAd
from tests import factories
from tests.background import run_jobs
from tests.domain.effects.world import World

NUMBER = 7


@pytest.fixture
def world(db: Session, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world in which a step changes two rows, and looks at three."""
    monkeypatch.setattr(registry, "_LOOKED_AT", 3)
    for module in (registry, effects):
        monkeypatch.setattr(module, "STEP", 2)
    return World(db)


def _count(world: World, *conditions: object) -> int:
    world.db.expire_all()
    return world.db.exec(select(func.count()).where(*conditions)).one()


def _add_dependents(world: World) -> None:
    for number in range(NUMBER):
        buyer, seller = factories.actor(factories.buyer(world.db)), factories.actor(factories.seller(world.db))
        # One looks for the id itself, as anybody can.
        wanted_ads = SearchQuery(keyword=world.category.id if number == 3 else "", category_id=world.category.id)
        saved_searches.save_search(world.db, buyer, wanted_ads, name="Bikes")
        saved_searches.save_search(world.db, buyer, SearchQuery(category_id=world.other_category.id), name="Cars")
        draft = {"title": "A bike", "ad_type": "sell", "subcategory_id": world.subcategory.id}
        wanted.create(world.db, buyer, WantedDraft(**draft, city="Pune", state="Maharashtra"))
        values = {"name": world.category.id, "categoryId": world.category.id, "subcategoryId": world.subcategory.id}
        ads.save_draft(world.db, seller, {"values": values, "photos": []})
    world.db.commit()


def test_archiving_a_category_leaves_its_dependents_to_steps_of_a_job(world: World):
    _add_dependents(world)
    earlier = world.db.exec(select(SavedSearch.revision)).all()
    catalog.archive_category(world.db, world.as_admin, world.category.id, move_to=world.cars.id)
    assert world.db.exec(select(SavedSearch.revision)).all() == earlier
    run_jobs(world.db)
    queries = world.db.exec(select(SavedSearch.query).where(SavedSearch.name == "Bikes")).all()
    assert {query["subcategoryId"] for query in queries} == {world.cars.id}
    assert _count(world, WantedAd.subcategory_id == world.cars.id) == NUMBER
    for content in world.db.exec(select(AdDraftSave.content)):
        assert content["values"]["subcategoryId"] == world.cars.id
    assert _count(world, col(Job.done_at).is_(None)) == 0


def test_a_place_that_is_archived_meanwhile_takes_nothing_over(world: World):
    _add_dependents(world)
    catalog.archive_category(world.db, world.as_admin, world.category.id, move_to=world.cars.id)
    catalog.archive_category(world.db, world.as_admin, world.other_category.id)
    run_jobs(world.db)
    assert [row.keyword for row in _left(world)] == [world.category.id]
    assert _count(world, col(WantedAd.ended_at).is_not(None)) == NUMBER


def _left(world: World) -> list[SearchQuery]:
    rows = world.db.exec(select(SavedSearch.query)).all()
    return [SearchQuery(keyword=query.get("keyword", query.get("q", ""))) for query in rows]


def test_a_suspended_seller_s_enquiries_and_bookings_all_end(world: World):
    for number in range(NUMBER):
        ad = factories.ad(world.db, world.seller, world.category, ad_type="rent", price_unit="day")
        asked = rentals.enquire(world.db, world.as_buyer, ad.id, world.day(3), world.day(5))
        if number >= NUMBER - 2:
            rentals.accept(world.db, world.as_seller, asked.id)
    run_jobs(world.db)
    moderation.suspend_account(world.db, world.as_admin, world.seller.id, "Under review")
    run_jobs(world.db)
    assert _count(world, Enquiry.status == EnquiryStatus.CANCELLED) == NUMBER
    kinds = select(Notification.kind).where(Notification.account_id == world.buyer.id)
    heard = world.db.exec(kinds).all()
    assert (heard.count("booking_ended"), heard.count("enquiry_ended")) == (2, NUMBER - 2)

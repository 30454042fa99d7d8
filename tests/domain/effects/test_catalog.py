"""What refers to a category, field or option that goes without a successor."""

from sqlmodel import Session, select

from marketplace.domain import catalog, content, saved_searches, search
from marketplace.domain.effects import Dependent
from marketplace.domain.search import SearchQuery
from marketplace.models import SavedSearch, WantedAd
from tests import factories
from tests.background import run_jobs
from tests.domain.effects.dependents import PROBES
from tests.domain.effects.world import World


def _texts(db: Session, world: World) -> list[str]:
    return [notice.text for notice in content.list_notifications(db, world.as_buyer).items]


def test_searches_and_wanted_ads_end_with_a_category_that_has_no_successor(db: Session):
    world = World(db)
    PROBES[Dependent.WANTED].build(world)
    saved_searches.save_search(db, world.as_buyer, SearchQuery(category_id=world.category.id), name="Bikes")
    words = SearchQuery(keyword="steel", category_id=world.category.id, fields={world.field.id: "Red"})
    kept = saved_searches.save_search(db, world.as_buyer, words, name="Steel")
    catalog.archive_category(db, world.as_admin, world.category.id)
    run_jobs(db)
    assert {row.id: row.query for row in db.exec(select(SavedSearch))} == {kept.id: {"keyword": "steel"}}
    assert db.exec(select(WantedAd)).one().ended_at
    assert sorted(_texts(db, world)) == [
        "Your saved search 'Bikes' has ended: its category no longer exists.",
        "Your wanted ad 'A bike' was ended by our team: Its category no longer exists. You can look for it in another one.",
    ]
    assert world.mails()[world.buyer.id] == 2


def test_a_search_that_followed_finds_new_ads_at_once(db: Session):
    """Also in workers that have read it before."""
    world = World(db)
    query = SearchQuery(subcategory_id=world.subcategory.id)
    made = saved_searches.save_search(db, world.as_buyer, query, name="Mine")
    world.make_ad()
    run_jobs(db)
    catalog.archive_subcategory(db, world.as_admin, world.subcategory.id, move_to=world.other_subcategory.id)
    run_jobs(db)
    moved = db.get_one(SavedSearch, made.id)
    assert (moved.query["subcategoryId"], moved.revision) == (world.other_subcategory.id, 1)
    assert search.link_of(moved.query).endswith(world.other_subcategory.id)
    db.commit()
    another = factories.ad(db, world.other_seller, world.category, subcategory_id=world.other_subcategory.id)
    assert saved_searches.match_ad(db, another.id) == 1


def test_only_searches_for_the_removed_option_lose_it(db: Session):
    world = World(db)
    for colour in ("Red", "Blue"):
        query = SearchQuery(keyword="steel", fields={world.field.id: colour})
        saved_searches.save_search(db, world.as_buyer, query, name=colour)
    draft = catalog.FieldDraft(label="Colour", input_type="select", options=["Blue"])
    catalog.update_field(db, world.as_admin, world.field.id, draft)
    run_jobs(db)
    found = {row.name: row.query for row in db.exec(select(SavedSearch))}
    assert found == {"Red": {"keyword": "steel"}, "Blue": {"keyword": "steel", f"field[{world.field.id}]": "Blue"}}

"""The database counts live ads itself; the counts are what counting would find."""

import random

import sqlalchemy as sa
from sqlmodel import select

from marketplace.db import database
from marketplace.domain import ads, catalog, listings, search
from marketplace.domain.catalog import queries
from marketplace.models import AdType, Listing, ListingCount
from tests import factories


def counted(db) -> dict[tuple[str, str], int]:
    """By counting."""
    shelf = (Listing.category_id, Listing.ad_type)
    return {(row[0], row[1]): row[2] for row in db.exec(select(*shelf, sa.func.count()).group_by(*shelf))}


def kept(db) -> dict[tuple[str, str], int]:
    """As everybody reads them."""
    found = search.count_live(db).by_category_and_type
    return {(category, ad_type): count for category, types in found.items() for ad_type, count in types.items()}


def test_counts_follow_every_change(db):
    seller, admin = factories.seller(db), factories.actor(factories.admin(db))
    one, other = factories.category(db), factories.category(db)
    chance = random.Random(1)
    made = [factories.ad(db, seller, one, ad_type=chance.choice(list(AdType))) for _ in range(12)]
    assert kept(db) == counted(db)
    with database.unit_of_work() as work:
        ads.delete(work, factories.actor(seller), made[0].id)
        ads.mark_sold(work, factories.actor(seller), made[1].id)
    assert kept(db) == counted(db)
    with database.unit_of_work() as work:
        catalog.archive_category(work, admin, one.id, move_to=other.id)
    db.expire_all()
    assert kept(db) == counted(db)
    assert sum(kept(db).values()) == 10
    with database.unit_of_work() as work:
        listings.rebuild(work)
    assert kept(db) == counted(db)
    assert {each.id: each.count for each in catalog.list_categories(db)} == {other.id: 10}


def test_a_type_without_ads_is_not_offered(db):
    seller, category = factories.seller(db), factories.category(db)
    ad = factories.ad(db, seller, category, ad_type=AdType.RENT)
    assert [found.id for found in catalog.list_categories_by_type(db, "rent")] == [category.id]
    with database.unit_of_work() as work:
        ads.delete(work, factories.actor(seller), ad.id)
    assert catalog.list_categories_by_type(db, "rent") == []
    assert search.count_live(db).total == 0


def test_recounting_changes_no_count(db):
    seller, category = factories.seller(db), factories.category(db)
    for _ in range(5):
        factories.ad(db, seller, category)
    rows = len(db.exec(select(ListingCount)).all())
    fewer = queries.add_up_counts(db, 1)
    assert fewer == rows - 1
    assert kept(db) == counted(db)
    assert queries.add_up_counts(db, 1) == 0
    assert queries.add_up_counts(db, 1_000) == 0
    assert catalog.add_up_counts(db) == 0

"""The wishlist page: its order comes from the URL."""

import asyncio

import pytest
from sqlmodel import Session

from marketplace.domain import wishlist
from marketplace.web.base.page_url import PageUrl
from marketplace.web.pages.wishlist.state import WishlistState
from tests import factories
from tests.web.tabs import part, tab


@pytest.mark.parametrize(("query", "names"), [("", ["b", "a"]), ("sort=price_asc", ["a", "b"]), ("sort=x", ["b", "a"])])
def test_url_has_the_order(db: Session, query: str, names: list[str]):
    actor = factories.actor(factories.buyer(db))
    seller, category = factories.seller(db), factories.category(db)
    for name, price in (("a", 1_00), ("b", 2_00)):
        wishlist.add(db, actor, factories.ad(db, seller, category, name=name, price_paise=price).id)
    found = WishlistState.load(db, actor, PageUrl("/wishlist", query))
    assert [item.ad_name for item in found["items"]] == names


@pytest.mark.parametrize(("sort", "path"), [("price_desc", "/wishlist?sort=price_desc"), ("<b>", "/wishlist")])
def test_choosing_an_order_changes_the_url(db: Session, sort: str, path: str):
    spec = WishlistState.sort_by.fn(part(tab(db), WishlistState), sort)
    assert path in str(spec.args)


def test_seller_sees_no_items(db: Session):
    page = part(tab(db, factories.seller(db)), WishlistState)
    asyncio.run(WishlistState.open.fn(page))
    assert (page.items, page.loading) == ([], False)


@pytest.fixture
def saved(db: Session):
    """A tab with a wishlist of five ads, the newest first."""
    buyer = factories.buyer(db)
    seller, category = factories.seller(db), factories.category(db)
    for _ in range(5):
        wishlist.add(db, factories.actor(buyer), factories.ad(db, seller, category).id)
    page = part(tab(db, buyer, "/wishlist"), WishlistState)
    asyncio.run(WishlistState.open.fn(page))
    return buyer, page


def _ids(db: Session, buyer) -> list[str]:
    return [item.ad_id for item in wishlist.list_saved(db, factories.actor(buyer)).items]


def test_a_removal_can_be_undone_on_the_page_only(db: Session, saved):
    buyer, page = saved
    before = _ids(db, buyer)
    asyncio.run(WishlistState.undo.fn(page, before[1]))
    asyncio.run(WishlistState.remove.fn(page, before[1]))
    assert [item.ad_id for item in page.items] == before, "the row stays, with Undo"
    assert (page.removed, len(_ids(db, buyer))) == ([before[1]], 4)
    asyncio.run(WishlistState.undo.fn(page, before[1]))
    assert (page.removed, _ids(db, buyer)) == ([], before)
    asyncio.run(WishlistState.remove.fn(page, before[1]))
    asyncio.run(WishlistState.open.fn(page))
    assert (len(page.items), page.removed) == (4, [])


def test_up_to_four_saved_ads_are_chosen_to_compare(saved):
    _, page = saved
    ids = [item.ad_id for item in page.items]
    for ad_id in (*ids, "nothing"):
        WishlistState.choose.fn(page, ad_id)
    assert page.chosen == ids[:4]
    WishlistState.choose.fn(page, ids[0])
    assert page.chosen == ids[1:4]
    asyncio.run(WishlistState.remove.fn(page, ids[1]))
    assert page.chosen == ids[2:4]

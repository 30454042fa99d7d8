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

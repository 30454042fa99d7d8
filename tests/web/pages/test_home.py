"""The data of the home page."""

import asyncio

from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.models import AdStatus, AdType
from marketplace.web.pages.home import state
from tests import factories
from tests.web.tabs import part, tab


def test_section_has_eight_cards_and_whether_there_are_more(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    for _ in range(9):
        factories.ad(db, seller, category, ad_type=AdType.RENT)
    factories.ad(db, seller, category, ad_type=AdType.LEASE, featured=True)
    factories.ad(db, seller, category, status=AdStatus.PENDING)

    rents = state.load_ad_section(db, ANONYMOUS, "rent")
    leases = state.load_ad_section(db, ANONYMOUS, "lease")
    sales = state.load_ad_section(db, ANONYMOUS, "sell")
    featured = state.load_ad_section(db, ANONYMOUS, state.FEATURED)

    assert (len(rents.cards), rents.more, rents.loading) == (8, True, False)
    assert (len(leases.cards), leases.more) == (1, False)
    assert (len(sales.cards), sales.more) == (0, False)
    assert [card.featured for card in featured.cards] == [True]


def test_extras_have_categories_and_the_number_of_live_ads(db: Session):
    seller, category = factories.seller(db), factories.category(db, "Furniture")
    factories.ad(db, seller, category)

    extras = state.load_extras(db, ANONYMOUS)

    assert [found.name for found in extras.categories] == ["Furniture"]
    assert extras.live_count == "1"


def test_category_options_follow_the_type(db: Session):
    seller = factories.seller(db)
    cars, tents = factories.category(db, "Cars"), factories.category(db, "Tents")
    factories.ad(db, seller, cars, ad_type=AdType.SELL)
    factories.ad(db, seller, tents, ad_type=AdType.RENT)

    assert [found.name for found in state.list_category_options(db, ANONYMOUS, "rent")] == ["Tents"]


def test_null_and_undefined_count_as_empty():
    assert [state._clean(word) for word in (" null ", "undefined", "  ", "nullarbor")] == ["", "", "", "nullarbor"]


def test_search_right_after_choosing_a_type_uses_that_type(db: Session):
    page = part(tab(db), state.HomeState)
    asyncio.run(state.HomeState.choose_type.fn(page, "rent"))
    # Until the response arrives, the browser's select has the previous value.
    sent = asyncio.run(state.HomeState.search.fn(page, {"producttype": "", "categoryId": "", "keyword": "camera"}))
    assert "producttype=rent&keyword=camera" in str(sent)

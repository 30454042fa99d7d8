"""What the home page fetches."""

import asyncio

from sqlmodel import Session

from marketplace.actor import ANONYMOUS
from marketplace.models import AdStatus, AdType
from marketplace.web.pages.home import state
from tests import factories
from tests.web.tabs import part, tab


def test_a_section_holds_eight_cards_and_says_whether_there_are_more(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    for _ in range(9):
        factories.ad(db, seller, category, ad_type=AdType.RENT)
    factories.ad(db, seller, category, ad_type=AdType.LEASE, featured=True)
    factories.ad(db, seller, category, status=AdStatus.PENDING)

    rents = state.fill_shelf(db, ANONYMOUS, "rent")
    leases = state.fill_shelf(db, ANONYMOUS, "lease")
    sales = state.fill_shelf(db, ANONYMOUS, "sell")
    featured = state.fill_shelf(db, ANONYMOUS, state.FEATURED)

    assert (len(rents.cards), rents.more, rents.loading) == (8, True, False)
    assert (len(leases.cards), leases.more) == (1, False)
    assert (len(sales.cards), sales.more) == (0, False)
    assert [card.featured for card in featured.cards] == [True]


def test_around_the_sections_stand_categories_and_the_true_number_of_ads(db: Session):
    seller, category = factories.seller(db), factories.category(db, "Furniture")
    factories.ad(db, seller, category)

    extras = state.gather_extras(db, ANONYMOUS)

    assert [found.name for found in extras.categories] == ["Furniture"]
    assert extras.live == "1"


def test_the_categories_of_the_form_follow_its_type(db: Session):
    seller = factories.seller(db)
    cars, tents = factories.category(db, "Cars"), factories.category(db, "Tents")
    factories.ad(db, seller, cars, ad_type=AdType.SELL)
    factories.ad(db, seller, tents, ad_type=AdType.RENT)

    assert [found.name for found in state.list_choices(db, ANONYMOUS, "rent")] == ["Tents"]


def test_the_words_null_and_undefined_are_nothing():
    assert [state._absent(word) for word in (" null ", "undefined", "  ", "nullarbor")] == ["", "", "", "nullarbor"]


def test_a_search_right_after_a_type_was_chosen_is_for_that_type(db: Session):
    page = part(tab(db), state.HomeState)
    asyncio.run(state.HomeState.choose_type.fn(page, "rent"))
    # The browser's select waits for the answer, and says until then what it said before.
    sent = asyncio.run(state.HomeState.search.fn(page, {"producttype": "", "categoryId": "", "keyword": "camera"}))
    assert "producttype=rent&keyword=camera" in str(sent)

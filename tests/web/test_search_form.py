"""The search form of the header, the home page and the search results."""

import asyncio

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.models import AdType
from marketplace.web.base.page_url import PageUrl
from marketplace.web.widgets.search_form import SearchFormState, _clean
from marketplace.web.widgets.toasts import ToastState
from tests import factories
from tests.web.tabs import part, tab


@pytest.fixture
def tents(db: Session) -> str:
    """A category with an ad for rent, beside one with an ad for sale."""
    seller = factories.seller(db)
    cars, tents = factories.category(db, "Cars"), factories.category(db, "Tents")
    factories.ad(db, seller, cars, ad_type=AdType.SELL)
    factories.ad(db, seller, tents, ad_type=AdType.RENT)
    return tents.id


def test_form_has_the_values_of_the_url(db: Session, tents: str):
    found = SearchFormState.load(db, ANONYMOUS, PageUrl("/products/search", f"producttype=rent&categoryId={tents}"))
    assert (found["ad_type"], found["category_id"]) == ("rent", tents)
    assert [choice.label for choice in found["categories"]] == ["Tents"]
    assert found["chosen"] == "Rent · Tents"


def test_a_category_that_was_chosen_without_a_type_is_kept(db: Session, tents: str):
    found = SearchFormState.load(db, ANONYMOUS, PageUrl("/products/search", f"categoryId={tents}"))
    assert (found["category_id"], found["chosen"]) == (tents, "All Classifieds · Tents")
    assert [choice.value for choice in found["categories"]] == [tents]
    unknown = SearchFormState.load(db, ANONYMOUS, PageUrl("/products/search", "categoryId=none"))
    assert (unknown["categories"], unknown["chosen"]) == ([], "All Classifieds · All Categories")


@pytest.mark.parametrize("ad_type", ["", "steal", "null", "x" * 5_000, "\x00"])
def test_unknown_type_has_no_categories(db: Session, tents: str, ad_type: str):
    assert SearchFormState.load(db, ANONYMOUS, PageUrl("/", f"producttype={ad_type}"))["categories"] == []
    form = part(tab(db), SearchFormState)
    asyncio.run(SearchFormState.choose_type.fn(form, ad_type))
    assert form.categories == []


def test_choosing_a_type_loads_its_categories(db: Session, tents: str):
    form = part(tab(db), SearchFormState)
    asyncio.run(SearchFormState.choose_type.fn(form, "rent"))
    assert [choice.value for choice in form.categories] == [tents]


def test_search_leads_to_the_results(db: Session):
    form = part(tab(db), SearchFormState)
    sent = asyncio.run(
        SearchFormState.submit.fn(form, {"producttype": "rent", "categoryId": "null", "keyword": " tent "})
    )
    assert '"/products/search?producttype=rent&keyword=tent"' in str(sent.args)


@pytest.mark.parametrize("sent", [{}, {"keyword": "  "}, {"keyword": "null", "categoryId": "undefined", "other": "x"}])
def test_empty_search_stays_and_says_why(db: Session, sent: dict[str, str]):
    whole = tab(db)
    assert asyncio.run(SearchFormState.submit.fn(part(whole, SearchFormState), sent)) is None
    assert [toast.text for toast in part(whole, ToastState).feed] == ["Please enter a keyword or select filters"]


def test_null_and_undefined_count_as_empty():
    assert [_clean(word) for word in (" null ", "undefined", "  ", "nullarbor")] == ["", "", "", "nullarbor"]

"""Saving the search that is shown, and the page with saved searches."""

import asyncio
from urllib.parse import parse_qsl

import pytest
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound, RuleBroken
from marketplace.domain import saved_searches
from marketplace.web.base.pending_action import LoginRequired
from marketplace.web.pages.browse import address, views
from marketplace.web.pages.browse.state import BrowseState
from marketplace.web.pages.saved_searches.state import SavedSearchesState
from marketplace.web.widgets.toasts import ToastState
from tests import factories
from tests.web.tabs import part, sign, tab

TEAK = {"keyword": "teak sofa", "producttype": "sell", "maxPrice": "5000"}


def save(root, params: dict[str, str]) -> None:
    asyncio.run(BrowseState.save_search.fn(part(root, BrowseState), params))


def open_page(root) -> SavedSearchesState:
    page = part(root, SavedSearchesState)
    asyncio.run(SavedSearchesState.open.fn(page))
    return page


def said(root) -> list[tuple[str, str]]:
    return [(toast.kind, toast.text) for toast in part(root, ToastState).feed]


def saveable_params(db: Session, path: str, query: dict[str, str]) -> dict[str, str]:
    return views.load_results(db, Actor(), address.parse_address(path, query)).saveable_params


def test_anonymous_visitor_has_to_log_in(db: Session):
    root = tab(db)

    with pytest.raises(LoginRequired, match="Please login to save searches"):
        save(root, TEAK)

    assert open_page(root).items == []
    assert not part(root, SavedSearchesState).loading


def test_admin_has_none(db: Session):
    assert open_page(tab(db, factories.admin(db))).items == []


@pytest.mark.parametrize("make", [factories.buyer, factories.seller])
def test_saved_search_is_listed_with_text_and_link(db: Session, make):
    root = tab(db, make(db))

    save(root, TEAK)

    (item,) = open_page(root).items
    assert (item.name, item.cadence) == ("teak sofa, For sale, Under ₹5,000", "daily")
    assert item.link == "/products/search?keyword=teak+sofa&producttype=sell&maxPrice=5000"
    assert said(root) == [("success", "Search saved")]


def test_saved_place_is_shown_by_name(db: Session):
    root = tab(db, factories.buyer(db))
    near = {"lat": "18.52", "lng": "73.85", "radiusKm": "25", "near": "Pune"}

    save(root, saveable_params(db, "/products/search", near | {"sort": "distance"}))

    (item,) = open_page(root).items
    assert item.name == "Within 25 km of Pune"
    path, _, query = item.link.partition("?")
    shown = views.load_results(db, Actor(), address.parse_address(path, dict(parse_qsl(query))))
    assert [chip.label for chip in shown.chips] == ["Within 25 km of Pune"]


def test_empty_search_is_not_saved(db: Session):
    root = tab(db, factories.buyer(db))

    with pytest.raises(RuleBroken, match="Please enter a keyword or select filters"):
        save(root, {"sort": "newest"})

    assert open_page(root).items == []


def test_deletion_needs_confirmation(db: Session):
    root = tab(db, factories.buyer(db))
    save(root, TEAK)
    page = open_page(root)

    SavedSearchesState.open_delete_dialog.fn(page, page.items[0].id, page.items[0].name)
    SavedSearchesState.close_delete_dialog.fn(page)
    assert (len(open_page(root).items), page.deleting) == (1, "")

    SavedSearchesState.open_delete_dialog.fn(page, page.items[0].id, page.items[0].name)
    asyncio.run(SavedSearchesState.delete.fn(page))
    assert (page.items, page.deleting) == ([], "")
    assert said(root)[-1] == ("success", "Saved search deleted")
    assert open_page(root).items == []


def test_frequency_and_name_can_be_changed(db: Session):
    root = tab(db, factories.buyer(db))
    save(root, TEAK)
    page = open_page(root)
    search_id = page.items[0].id

    for choice, cadence, mailed in (
        ("weekly", "weekly", True),
        ("none", "weekly", False),
        ("hourly", "weekly", False),
        ("at_once", "at_once", True),
    ):
        asyncio.run(SavedSearchesState.choose.fn(page, search_id, choice))
        assert (page.items[0].cadence, page.items[0].wants_mail) == (cadence, mailed)

    SavedSearchesState.open_rename_dialog.fn(page, search_id, "teak sofa, For sale")
    asyncio.run(SavedSearchesState.rename.fn(page, {"name": "  "}))
    assert (page.renaming, page.name_error) == (search_id, "Please enter a name.")
    asyncio.run(SavedSearchesState.rename.fn(page, {"name": "For the hall"}))
    assert (page.renaming, page.name_error, page.items[0].name) == ("", "", "For the hall")
    assert open_page(root).items[0].name == "For the hall"


def test_search_of_another_account_cannot_be_changed(db: Session):
    root = tab(db, factories.buyer(db))
    save(root, TEAK)
    (item,) = open_page(root).items
    sign(root, db, factories.buyer(db))
    page = part(root, SavedSearchesState)

    with pytest.raises(NotFound):
        asyncio.run(SavedSearchesState.choose.fn(page, item.id, "weekly"))
    SavedSearchesState.open_rename_dialog.fn(page, item.id, item.name)
    with pytest.raises(NotFound):
        asyncio.run(SavedSearchesState.rename.fn(page, {"name": "Mine"}))


def test_search_of_another_account_cannot_be_deleted(db: Session):
    owner = factories.buyer(db)
    root = tab(db, owner)
    save(root, TEAK)
    (item,) = open_page(root).items
    sign(root, db, factories.buyer(db))
    page = part(root, SavedSearchesState)

    SavedSearchesState.open_delete_dialog.fn(page, item.id, item.name)
    with pytest.raises(NotFound):
        asyncio.run(SavedSearchesState.delete.fn(page))

    kept = saved_searches.list_saved_searches(db, Actor(account_id=owner.id, kind=owner.kind))
    assert [saved.id for saved in kept] == [item.id]


def test_only_a_search_with_criteria_can_be_saved(db: Session):
    assert saveable_params(db, "/products/search", TEAK | {"sort": "newest", "page": "2", "view": "list"}) == TEAK
    assert saveable_params(db, "/products/search", {"sort": "newest", "view": "list"}) == {}
    assert saveable_params(db, "/products/sell", {"sort": "newest"}) == {}
    assert saveable_params(db, "/products/sell", {"keyword": "teak sofa"}) == {
        "keyword": "teak sofa",
        "producttype": "sell",
    }
    category_id = factories.category(db).id
    assert saveable_params(db, f"/category/{category_id}", {"page": "2"}) == {"categoryId": category_id}


def test_saved_search_is_shown_as_saved_at_once_and_when_the_page_opens(db: Session):
    buyer = factories.buyer(db)
    page = part(tab(db, buyer, "/products/search?keyword=teak+sofa&maxPrice=5000"), BrowseState)
    asyncio.run(BrowseState.open.fn(page))
    assert page.results.saveable_params
    assert not page.results.is_search_saved
    save(page._get_root_state(), page.results.saveable_params)
    assert page.results.is_search_saved
    asyncio.run(BrowseState.open.fn(page))
    assert page.results.is_search_saved

"""The page registry, without a browser."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
import reflex as rx

from marketplace.web import page_registry
from marketplace.web.page_registry import Page, list_pages

PAGES = list_pages()
# Characters that vary between uses and are not part of a class name.
_STYLES = {"width", "height", "background"}
ROUTES = [page.route for page in PAGES]


def test_routes_are_unique():
    assert len(ROUTES) == len(set(ROUTES))


@pytest.mark.parametrize("page", PAGES, ids=ROUTES)
def test_page_has_a_title_and_search_engines_a_description(page: Page):
    assert page.title.strip()
    assert page.description.strip() or not page.indexed
    assert len(page.description) <= 160


def _all(component) -> Iterator[rx.Component]:
    yield component
    for child in getattr(component, "children", ()):
        yield from _all(child)


@pytest.mark.parametrize("page", PAGES, ids=ROUTES)
def test_page_renders(page: Page):
    made = page.component()
    assert isinstance(made, rx.Component)
    # Reflex silently turns unknown props of an element into styles.
    styled = {name for part in _all(made) for name in getattr(part, "style", {})}
    assert styled <= _STYLES
    # Reflex finds form controls by their ids with all special characters replaced.
    ids = {str(part.id) for part in _all(made) if getattr(part, "id", None) is not None}
    alike = Counter(re.sub(r"[^A-Za-z0-9]+", "_", each) for each in ids)
    assert [each for each, times in alike.items() if times > 1] == []


def test_one_folder_alone():
    assert [page.route for page in list_pages("wishlist")] == ["/wishlist"]
    assert list_pages("nowhere") == []


def test_production_has_no_style_guide(monkeypatch: pytest.MonkeyPatch):
    assert "/styleguide" in [page.route for page in list_pages()]
    monkeypatch.setattr(page_registry, "is_prod_mode", lambda: True)
    assert "/styleguide" not in [page.route for page in list_pages()]


def test_the_app_has_no_description_beside_that_of_the_server():
    from marketplace.marketplace import app

    described = {route: page.description for route, page in app._unevaluated_pages.items() if page.description}
    # Reflex would add one of its own to this page; the server has the same.
    assert described == {"404": "There is nothing at this address."}

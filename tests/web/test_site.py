"""The page table, looked at without a browser."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
import reflex as rx

from marketplace.web.site import Page, list_pages

PAGES = list_pages()
# What may differ from place to place and so is no class.
_STYLES = {"width", "height", "background"}
ROUTES = [page.route for page in PAGES]


def test_every_route_stands_once():
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
    # Reflex makes a style of every prop that a component doesn't have, without a word.
    styled = {name for part in _all(made) for name in getattr(part, "style", {})}
    assert styled <= _STYLES
    # Reflex finds a form's controls by their ids with all but letters and digits made alike.
    ids = {str(part.id) for part in _all(made) if getattr(part, "id", None) is not None}
    alike = Counter(re.sub(r"[^A-Za-z0-9]+", "_", each) for each in ids)
    assert [each for each, times in alike.items() if times > 1] == []

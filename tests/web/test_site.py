"""The page table, looked at without a browser."""

import pytest
import reflex as rx

from marketplace.web.site import Page, list_pages

PAGES = list_pages()
ROUTES = [page.route for page in PAGES]


def test_every_route_stands_once():
    assert len(ROUTES) == len(set(ROUTES))


@pytest.mark.parametrize("page", PAGES, ids=ROUTES)
def test_page_has_a_title_and_search_engines_a_description(page: Page):
    assert page.title.strip()
    assert page.description.strip() or not page.indexed
    assert len(page.description) <= 160


@pytest.mark.parametrize("page", PAGES, ids=ROUTES)
def test_page_renders(page: Page):
    assert isinstance(page.component(), rx.Component)

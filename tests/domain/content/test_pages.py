import re

import pytest

from marketplace.core.errors import NotFound
from marketplace.domain import content
from marketplace.settings import get_settings


def test_all_pages_are_listed():
    assert [page.slug for page in content.list_pages()] == ["about", "contact", "privacy", "safety", "terms"]


@pytest.mark.parametrize("page", content.list_pages(), ids=lambda page: page.slug)
def test_each_page_is_complete(page):
    assert page.title
    assert 50 <= len(page.description) <= 160
    assert "<h2>" in page.html
    assert not re.search(r"\{\w+\}", page.description + page.html)


def test_internal_links_work():
    known = {f"/{page.slug}" for page in content.list_pages()} | {"/forgotpassword", "/grievance", "/transparency"}
    links = {link for page in content.list_pages() for link in re.findall(r'href="(/[^"]*)"', page.html)}
    assert links <= known


def test_settings_fill_in_the_names(monkeypatch):
    monkeypatch.setattr(get_settings(), "site_name", "Bazaar")
    monkeypatch.setattr(get_settings(), "contact_email", "help@bazaar.example.org")
    assert "Bazaar is" in content.get_page("about").description
    assert "mailto:help@bazaar.example.org" in content.get_page("contact").html


@pytest.mark.parametrize("slug", ["", "nothing", "../content_pages/about", "about.md", "about.en", "\x00", "é" * 300])
def test_unknown_pages_are_not_found(slug):
    assert content.find_page(slug) is None
    with pytest.raises(NotFound):
        content.get_page(slug)

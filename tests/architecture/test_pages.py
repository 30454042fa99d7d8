"""The page table: each page has its own address, and says what it is."""

import pytest

from marketplace.web import page_registry


@pytest.fixture(scope="module")
def pages() -> list[page_registry.Page]:
    """Every page that is served outside development."""
    return [page for page in page_registry.list_pages() if page.route != "/styleguide"]


def repeated(values: list[str]) -> set[str]:
    """Values that are there more than once."""
    return {value for value in values if values.count(value) > 1}


def test_routes_are_unique_whatever_their_parameter_names(pages):
    shapes = ["/".join("[]" if part.startswith("[") else part for part in page.route.split("/")) for page in pages]
    assert shapes
    assert not repeated(shapes)
    assert all(shape.startswith("/") or shape == "404" for shape in shapes)


def test_titles_are_unique(pages):
    assert all(page.title.strip() for page in pages)
    assert not repeated([page.title for page in pages])


def test_pages_for_search_engines_describe_themselves(pages):
    described = [page.description for page in pages if page.indexed]
    assert all(20 <= len(description) <= 160 for description in described)
    assert not repeated(described)

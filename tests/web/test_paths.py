"""Paths of pages."""

from marketplace.web import paths


def test_search_path_has_only_non_empty_parameters():
    assert paths.search() == "/products/search"
    assert paths.search(producttype="rent", categoryId="", keyword="two words & more") == (
        "/products/search?producttype=rent&keyword=two+words+%26+more"
    )

"""Addresses."""

from marketplace.web import paths


def test_a_search_names_only_what_is_set():
    assert paths.search() == "/products/search"
    assert paths.search(producttype="rent", categoryId="", keyword="two words & more") == (
        "/products/search?producttype=rent&keyword=two+words+%26+more"
    )

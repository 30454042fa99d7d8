"""The page numbers of a pagination."""

import pytest

from marketplace.web.components.pagination import page_links


def shown(page: int, pages: int) -> str:
    return " ".join(link.label for link in page_links(page, pages, lambda number: f"?page={number}").numbers)


@pytest.mark.parametrize(
    ("page", "pages", "numbers"),
    [
        (1, 0, ""),
        (1, 1, ""),
        (1, 2, "1 2"),
        (2, 3, "1 2 3"),
        (1, 9, "1 2 … 9"),
        (5, 9, "1 … 4 5 6 … 9"),
        (9, 9, "1 … 8 9"),
    ],
)
def test_first_last_and_neighbours_are_shown(page: int, pages: int, numbers: str):
    assert shown(page, pages) == numbers


def test_first_and_last_page_have_no_further_link():
    assert page_links(1, 3, str).previous == ""
    assert page_links(3, 3, str).next == ""
    assert page_links(2, 3, str).previous == "1"


def test_current_page_is_marked():
    assert [link.label for link in page_links(2, 3, str).numbers if link.current] == ["2"]

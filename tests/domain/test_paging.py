"""Tests of page numbers in URLs."""

import pytest

from marketplace.domain.paging import EVERYTHING, Page, Window, cut, page_number


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("1", 1),
        ("12", 12),
        (" 3 ", 3),
        ("9999999", 9_999_999),
        ("", 1),
        ("0", 1),
        ("-2", 1),
        ("1.5", 1),
        ("two", 1),
        ("²", 1),
        ("٣", 1),
        ("9" * 5000, 1),
    ],
)
def test_invalid_page_numbers_mean_the_first_page(value: str, number: int):
    assert page_number({"page": value}) == number


def test_a_missing_page_number_means_the_first_page():
    assert page_number({}) == 1


def test_cut():
    letters = "abcde"
    assert cut(letters, EVERYTHING) == Page(("a", "b", "c", "d", "e"), 5)
    assert cut(letters, Window(2, 2)) == Page(("c", "d"), 5, 2, 2)
    assert cut(letters, Window(3, 2)) == Page(("e",), 5, 3, 2)
    assert cut(letters, Window(2**53, 100)) == Page((), 5, 2**53, 100)

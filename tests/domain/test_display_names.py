"""Names in title case (spec 5.3)."""

import pytest

from marketplace.domain.display_names import title_case


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("teak sofa, three seats", "Teak Sofa, Three Seats"),
        ("iPhone 13 with box", "iPhone 13 With Box"),
        ("hyundai i20 on eBay", "Hyundai i20 On eBay"),
        ("MacBook and OnePlus", "MacBook And OnePlus"),
        ("LG 55-inch tv", "LG 55-inch Tv"),
        ("3bhk flat, 1,200m²", "3bhk Flat, 1,200m²"),
        ("t-shirt (used) “new”", "T-shirt (Used) “New”"),
        ("सोफ़ा सेट wooden", "सोफ़ा सेट Wooden"),
        ("ñandú n\u0303andu\u0301 élan", "Ñandú N\u0303andu\u0301 Élan"),
        ("ßtand ǆep ŉote", "ßtand ǅep ŉote"),
        ("  two  spaces\tand\nlines ", "  Two  Spaces\tAnd\nLines "),
        ("— & 🙂 …", "— & 🙂 …"),
        ("", ""),
    ],
)
def test_only_plain_words_get_a_capital(typed: str, shown: str) -> None:
    assert title_case(typed) == shown
    assert title_case(shown) == shown

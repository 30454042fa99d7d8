"""Values of dynamic fields as people read them."""

import pytest

from marketplace.domain.field_texts import format_field


@pytest.mark.parametrize(
    ("input_type", "text", "shown"),
    [
        ("number", "81500", "81,500"),
        ("number", "1250000", "12,50,000"),
        ("number", "2019", "2019"),
        ("number", "1.5", "1.5"),
        ("number", "1e5", "1e5"),
        ("date", "2026-12-10", "10 Dec 2026"),
        ("date", "soon", "soon"),
        ("text", "81500", "81500"),
    ],
)
def test_values_are_formatted_by_their_kind(input_type, text, shown):
    assert format_field(input_type, text) == shown

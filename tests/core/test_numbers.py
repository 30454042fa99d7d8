from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marketplace.core.numbers import MAX_EXPONENT, parse_decimal

REFUSED = (
    None, True, False, "", " ", "x", "1_000", "1,000", "nan", "inf", "-Infinity", "sNaN", "1e", "e5", ".", "--1", "1 2", [], {},
    float("nan"), float("inf"), 10**31, 10**5000, "9" * 65, "1e999999999", "-1e999999999", "1e-999999999", "1e31", "1e-31", 1e300,
)  # fmt: skip


@pytest.mark.parametrize("value", REFUSED, ids=lambda value: str(type(value)))
def test_invalid_numbers_return_none(value: object):
    assert parse_decimal(value) is None


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("0", 0),
        (" 7 ", 7),
        ("+.5", "0.5"),
        ("5.", 5),
        ("1e3", 1000),
        (0.1, "0.1"),
        ("0e999", 0),
        (-12.75, "-12.75"),
        ("१२", 12),
    ],
)
def test_valid_numbers_are_parsed_exactly(value: object, number: object):
    assert parse_decimal(value) == Decimal(str(number))


@given(
    st.one_of(
        st.text(max_size=70),
        st.from_regex(r"[+-]?[0-9]{0,80}\.?[0-9]*([eE][+-]?[0-9]{1,12})?"),
        st.integers(),
        st.floats(),
    )
)
def test_arithmetic_never_overflows(value: object):
    number = parse_decimal(value)
    if number:
        assert abs(number.adjusted()) <= MAX_EXPONENT
        assert (number * 100).is_finite()
        float(number)
        int(number)

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marketplace.core.numbers import MAX_EXPONENT, parse_decimal, parse_typed

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


TYPED = {
    "40,000": 40_000, "12 000": 12_000, "1,50,000": 150_000, "1 50 000": 150_000, "12,345,678.5": 12_345_678.5, "-1,000": -1_000,
    "12\u00a0000": 12_000, "12\u202f000": 12_000, "\u20669,000\u2069": 9_000, "10%": 10, "-10 %": -10, "१२,०००": 12_000, "40，000": 40_000,
    "7": 7, "1e3": 1_000, 12.5: 12.5,
}  # fmt: skip


@pytest.mark.parametrize(("value", "number"), TYPED.items())
def test_numbers_are_read_as_people_type_them(value: object, number: float):
    assert parse_typed(value, "%") == Decimal(str(number))


@pytest.mark.parametrize(
    "value",
    [
        "1,5",
        "99,50",
        "1,50,00",
        "1,,000",
        "1, 000",
        "1,00 000",
        ",500",
        "500,",
        "%",
        "1 2",
        "10%%",
        "1_000",
        "120²",
        True,
        None,
        "9" * 65,
    ],
)
def test_other_groups_are_no_number(value: object):
    assert parse_typed(value, "%") is None


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

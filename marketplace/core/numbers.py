"""Parse numbers that come from outside: request bodies, query parameters and web forms."""

import re
from decimal import Decimal

from pydantic import StrictFloat, StrictInt, StrictStr

from marketplace.core.text import clean_line, normalise

Number = StrictInt | StrictFloat | StrictStr | None
"""A number in a request, as a number or as it was typed. Booleans, of which pydantic would make 0 and 1, are none."""

MAX_LENGTH = 64
"""Longest text that is parsed, in characters."""

MAX_EXPONENT = 30
"""Numbers other than 0 must have a magnitude from 10**-30 to just under 10**31, more than prices and coordinates need."""

_DECIMAL = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?")


def _grouped(by: str) -> str:
    return rf"\d{{1,2}}(?:{by}\d{{2}})*{by}\d{{3}}|\d{{1,3}}(?:{by}\d{{3}})+"


GROUPED = _grouped(",")
"""Pattern of digits in Indian groups, or in Western ones."""

_GROUPS = re.compile(rf"(?<![\d.,])(?:{GROUPED}|{_grouped(' ')})(?![, ]?\d)")


def parse_decimal(value: object) -> Decimal | None:
    """Parse a finite decimal number whose size is bounded, so that arithmetic with it cannot overflow.

    Args:
        value: an int, float, Decimal or text; text may have spaces around it and an exponent, but no group separators.

    Returns:
        The exact number, or None for anything else: booleans, NaN, infinities, text longer than `MAX_LENGTH`, and
        numbers outside `MAX_EXPONENT`.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal, str)):
        return None
    if isinstance(value, int) and value.bit_length() > 4 * MAX_LENGTH:
        return None  # str() refuses integers of more than 4,300 digits
    text = str(value).strip()
    if len(text) > MAX_LENGTH or not _DECIMAL.fullmatch(text):
        return None
    number = Decimal(text)
    if not number:
        return Decimal(0)
    return number if abs(number.adjusted()) <= MAX_EXPONENT else None


def parse_typed(value: object, unit: str = "") -> Decimal | None:
    """Parse a number like `parse_decimal`, also as people type it: with digits in groups ("1,50,000", "12 000"), and with its unit."""
    if not isinstance(value, str) or len(value) > MAX_LENGTH:
        return parse_decimal(value)
    return parse_decimal(read_digits(value).casefold().removesuffix(unit.casefold()))


def read_digits(typed: str) -> str:
    """Return a typed text without group separators between its digits, in compatibility form (NFKC); empty if digits are raised: those
    are a note, or belong to a unit.
    """
    # What is pasted brings marks that nobody sees.
    text = clean_line(typed)
    if any(sign.isdigit() and not sign.isdecimal() for sign in text):
        return ""
    return _GROUPS.sub(lambda found: found[0].replace(",", "").replace(" ", ""), normalise("NFKC", text))

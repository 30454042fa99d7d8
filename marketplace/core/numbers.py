"""Parse numbers that come from outside: request bodies, query parameters and web forms."""

import re
from decimal import Decimal

from pydantic import StrictFloat, StrictInt, StrictStr

Number = StrictInt | StrictFloat | StrictStr | None
"""A number in a request, as a number or as it was typed. Booleans, of which pydantic would make 0 and 1, are none."""

MAX_LENGTH = 64
"""Longest text that is parsed, in characters."""

MAX_EXPONENT = 30
"""Numbers other than 0 must have a magnitude from 10**-30 to just under 10**31, more than prices and coordinates need."""

_DECIMAL = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?")


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

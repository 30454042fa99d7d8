"""Limits the number of values, the nesting and the digits of a JSON text before it is parsed.

A parsed value takes up to thirty times the memory of its text, and validation up to a kilobyte for each.
"""

import re

from marketplace.core import numbers
from marketplace.core.errors import Invalid, RuleBroken, TooLarge
from marketplace.i18n.texts import t

# The closing quote is optional: otherwise each quote of an unterminated string would scan to the end again.
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
# Python reads integers of up to 4,300 digits, which no float can hold.
_LONG_NUMBER = re.compile(rb"\d{%d}" % (numbers.MAX_LENGTH + 1))
_ALL_BUT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def check_json_size(text: bytes, *, values: int, depth: int) -> None:
    """Check in linear time that a JSON text has at most so many values (keys are none) and so much depth; other text is measured alike.

    Raises:
        RuleBroken: the text is UTF-16 or UTF-32, where these bytes mean something else. Python's parser would read it.
        TooLarge: there are more values, or they are nested deeper.
        Invalid: a number has more digits than `numbers.parse_decimal` reads.
    """
    # JSON contains no NUL, but in those encodings every bracket, quote and digit has one.
    if b"\0" in text:
        raise RuleBroken(t("The body is not valid JSON."))
    outside_strings = _STRING.sub(b"", text)
    brackets = outside_strings.translate(None, _ALL_BUT_BRACKETS)
    opened = brackets.count(b"[") + brackets.count(b"{")
    if len(brackets) > 2 * values or outside_strings.count(b",") + opened >= values:
        raise TooLarge(t("The request holds too many values."))
    level = 0
    for bracket in brackets:
        level += 1 if bracket in b"[{" else -1
        if level > depth:
            raise TooLarge(t("The request is nested too deeply."))
    if _LONG_NUMBER.search(outside_strings):
        raise Invalid(t("A number has too many digits."))

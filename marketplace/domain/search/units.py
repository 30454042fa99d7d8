"""Units of numbers and their normal spelling: "1.5 ton", "1,000 sq. ft.", "teen seater"."""

import re
from collections.abc import Iterable
from functools import lru_cache

from marketplace.core.money import MULTIPLES
from marketplace.domain.search.transliteration import DIGITS
from marketplace.domain.search.word_lists import ATTACHED_UNITS, NUMBERS, SQUARES, UNITS

# \w leaves out the vowel signs of Devanagari.
LETTER = r"[\w\u0900-\u0963]"


def either(words: Iterable[str]) -> str:
    """A regular expression for any of the words."""
    return "|".join(sorted(words, key=len, reverse=True))


SQUARE = rf"(?<![a-z])sq(?:uare)?[\s.-]*({either(SQUARES)})(?![a-z0-9])"
_SQUARE = re.compile(SQUARE)
# Neither a date or version with more dots, nor a model that begins with a letter.
DECIMAL = r"(?<![^\W_])(?<!\d\.)\d{1,12}\.\d{1,6}(?!\.?\d)"
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NUMBER_WITH_UNIT = re.compile(r"(\d+(?:\.\d+)?)([^\d.]+)")
# Only before a multiple, since "do" and "char" are other words too.
_AMOUNT = re.compile(
    rf"(?<!{LETTER})({either(NUMBERS)})(?:[\s-]+({either(NUMBERS)}))?(?:\s+(hundred|sau|सौ))?"
    rf"(?=[\s-]*(?:{either(MULTIPLES.keys() - {'l'})})(?!{LETTER}))"
)


def write_amounts(text: str) -> str:
    """Write numbers before thousand, lakh and crore in digits: "fifty thousand", "do lakh"."""
    return _AMOUNT.sub(lambda it: f"{(NUMBERS[it[1]] + NUMBERS.get(it[2], 0)) * (100 if it[3] else 1):g}", text)


def join_squares(folded: str) -> str:
    """Write square units as one word: "sq. ft." becomes "sqft"."""
    return _SQUARE.sub(lambda match: SQUARES[match[1]], folded)


def is_number(word: str) -> bool:
    """Whether the word is a whole or decimal number."""
    return _NUMBER.fullmatch(word) is not None


@lru_cache(maxsize=50_000)
def split_unit(word: str) -> tuple[str, str] | None:
    """Split "55inches" into ("55", "inch"); None if it is not a number with a known unit."""
    match = _NUMBER_WITH_UNIT.fullmatch(word)
    unit = match and (UNITS.get(match[2]) or ATTACHED_UNITS.get(match[2]))
    return (match[1], unit) if match and unit else None


def write_number(word: str) -> str:
    """Write a number in digits; other words stay."""
    return f"{NUMBERS[word]:g}" if word in NUMBERS else word


def join_units(found: list[str]) -> list[str]:
    """Join numbers and units: "2 bhk", "2bhks" and "two bedrooms" become "2bhk"."""
    joined: list[str] = []
    for word in found:
        word = word if word.isascii() else word.translate(DIGITS)
        if word in UNITS and joined and is_number(number := write_number(joined[-1])):
            joined[-1] = number + UNITS[word]
        else:
            joined.append("".join(split_unit(word) or (word,)))
    return joined

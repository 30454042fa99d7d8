"""Words of a query with a special role (asking, describing, negation, choice), and numbers in words."""

import re
from pathlib import Path

from marketplace.domain.search.units import UNITS

_FILE = Path(__file__).with_name("query_words.txt")


def _read() -> dict[str, frozenset[str]]:
    found: dict[str, list[str]] = {}
    section: list[str] = []
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = found.setdefault(line.strip("[]"), [])
        elif not line.startswith("#"):
            section += line.split()
    return {name: frozenset(words) for name, words in found.items()}


_WORDS = _read()
ASKING, DESCRIBING = _WORDS["asking"], _WORDS["describing"]
PURPOSE, PURPOSE_BEFORE = _WORDS["purpose"], _WORDS["purpose before"]
AT_LEAST, AT_MOST = _WORDS["at least"], _WORDS["at most"]
NOT, NOT_AFTER, OR = _WORDS["not"], _WORDS["not after"], _WORDS["or"]
# May stand between a number and the word that makes it a bound: "2018 or newer", "2018 se pehle".
BEFORE_COMPARING = frozenset(["or", "and", "se", "ya", "ke", "से", "के"])
# Describing phrases of several words.
DESCRIBING_PHRASES = (
    ("second", "hand"), ("2nd", "hand"), ("pre", "owned"), ("pre", "loved"), ("brand", "new"), ("like", "new"),
    ("good", "condition"), ("low", "budget"), ("low", "price"), ("kam", "daam"), ("kam", "price"), ("kam", "dam"),
)  # fmt: skip

_UNITS_OF_TEN = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19,
    "ek": 1, "do": 2, "teen": 3, "tin": 3, "char": 4, "chaar": 4, "paanch": 5, "panch": 5, "chhe": 6, "saat": 7, "aath": 8,
    "nau": 9, "das": 10, "pandrah": 15, "bees": 20, "pachees": 25, "pachis": 25, "tees": 30, "chalis": 40, "chalees": 40,
    "pachas": 50, "pachaas": 50,
    "एक": 1, "दो": 2, "तीन": 3, "चार": 4, "पांच": 5, "पाँच": 5, "छह": 6, "सात": 7, "आठ": 8, "नौ": 9, "दस": 10, "पंद्रह": 15,
    "बीस": 20, "पच्चीस": 25, "तीस": 30, "चालीस": 40, "पचास": 50,
}  # fmt: skip
_HALVES = {"dedh": "1.5", "डेढ़": "1.5", "dhai": "2.5", "dhaai": "2.5", "ढाई": "2.5"}
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_LETTER = r"[\w\u0900-\u0963]"
_MULTIPLES = "lakh|lakhs|lac|lacs|crore|crores|cr|thousand|hazar|hazaar|k|हजार|हज़ार|लाख|करोड़"
_COUNTED = "|".join(sorted(UNITS.keys() - {"l", "w"}, key=len, reverse=True))
_NUMBER = "|".join(sorted({*_UNITS_OF_TEN, *_TENS}, key=len, reverse=True))


def _before(counted: str) -> "re.Pattern[str]":
    # Only before a unit or multiple, since "do" and "char" are other words too.
    return re.compile(
        rf"(?<!{_LETTER})({_NUMBER}|dedh|डेढ़|dhai|dhaai|ढाई)(?:[\s-]+({_NUMBER}))?(?:\s+(hundred|sau|सौ))?"
        rf"(?=[\s-]*(?:{counted})(?!{_LETTER}))"
    )


_AMOUNT, _COUNT = _before(_MULTIPLES), _before(_COUNTED)


def write_amounts(text: str) -> str:
    """Write numbers before thousand, lakh and crore in digits: "fifty thousand", "do lakh"."""
    return _AMOUNT.sub(_digits, text)


def write_counts(text: str) -> str:
    """Write numbers before a unit in digits: "two bedroom", "teen seater"."""
    return _COUNT.sub(_digits, text)


def _digits(match: re.Match[str]) -> str:
    first, second, hundred = match.groups()
    if first in _HALVES:
        return _HALVES[first]
    value = _TENS.get(first) or _UNITS_OF_TEN[first]
    if second:
        value += _UNITS_OF_TEN.get(second, 0)
    return str(value * (100 if hundred else 1))

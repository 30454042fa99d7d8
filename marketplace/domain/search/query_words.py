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
BETWEEN = _WORDS["between"]
PURPOSE, PURPOSE_BEFORE = _WORDS["purpose"], _WORDS["purpose before"]
AT_LEAST, AT_MOST = _WORDS["at least"], _WORDS["at most"]
PLACE_OF_USE, PREPOSITION, POSTPOSITION = _WORDS["place of use"], _WORDS["preposition"], _WORDS["postposition"]
USED = _WORDS["used"]
NOT, NOT_AFTER, OR = _WORDS["not"], _WORDS["not after"], _WORDS["or"]
# May stand between a number and the word that makes it a bound: "2018 or newer", "2018 se pehle".
BEFORE_COMPARING = frozenset(["or", "and", "se", "ya", "ke", "से", "के"])
# Phrases of two words that say that a thing is used, and other describing ones.
USED_PHRASES = frozenset([
    ("second", "hand"), ("2nd", "hand"), ("pre", "owned"), ("pre", "loved"), ("सेकंड", "हैंड"), ("सेकेंड", "हैंड"), ("सेकंड", "हेंड"),
])  # fmt: skip
DESCRIBING_PHRASES = USED_PHRASES | {
    ("brand", "new"), ("like", "new"), ("good", "condition"), ("low", "budget"), ("low", "price"), ("kam", "daam"),
    ("kam", "price"), ("kam", "dam"),
}  # fmt: skip

_NUMBERS = {
    word: value
    for value, words in {
        1: "one ek एक", 2: "two do दो", 3: "three teen tin तीन", 4: "four char chaar चार", 5: "five paanch panch पांच पाँच",
        6: "six chhe छह", 7: "seven saat सात", 8: "eight aath आठ", 9: "nine nau नौ", 10: "ten das दस", 11: "eleven",
        12: "twelve", 13: "thirteen", 14: "fourteen", 15: "fifteen pandrah पंद्रह", 16: "sixteen", 17: "seventeen",
        18: "eighteen", 19: "nineteen", 20: "twenty bees बीस", 25: "pachees pachis पच्चीस", 30: "thirty tees तीस",
        40: "forty fourty chalis chalees चालीस", 50: "fifty pachas pachaas पचास", 60: "sixty", 70: "seventy", 80: "eighty",
        90: "ninety", 1.5: "dedh डेढ़", 2.5: "dhai dhaai ढाई",
    }.items()
    for word in words.split()
}  # fmt: skip
_LETTER = r"[\w\u0900-\u0963]"
_MULTIPLES = "lakh|lakhs|lac|lacs|crore|crores|cr|thousand|hazar|hazaar|hajar|hajaar|k|हजार|हज़ार|लाख|करोड़"
_COUNTED = "|".join(sorted(UNITS.keys() - {"l", "w"}, key=len, reverse=True))
_NUMBER = "|".join(sorted(_NUMBERS, key=len, reverse=True))


def _before(counted: str) -> "re.Pattern[str]":
    # Only before a unit or multiple, since "do" and "char" are other words too.
    return re.compile(
        rf"(?<!{_LETTER})({_NUMBER})(?:[\s-]+({_NUMBER}))?(?:\s+(hundred|sau|सौ))?(?=[\s-]*(?:{counted})(?!{_LETTER}))"
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
    value = _NUMBERS[first] + (_NUMBERS[second] if second else 0)
    return f"{value * (100 if hundred else 1):g}"

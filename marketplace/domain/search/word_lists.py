"""The words that the search treats specially, from `word_lists.yaml`."""

from pathlib import Path
from typing import Any
from unicodedata import normalize

import yaml

from marketplace.domain.search.transliteration import in_devanagari
from marketplace.models import AdType, PriceUnit

_LISTS: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("word_lists.yaml").read_text(encoding="utf-8"))
Phrases = frozenset[tuple[str, ...]]


def _words(name: str) -> frozenset[str]:
    return frozenset(_LISTS[name].split())


def _phrases(name: str) -> Phrases:
    return frozenset(tuple(phrase.split()) for phrase in _LISTS[name])


def _by_spelling(name: str) -> dict[str, Any]:
    return {spelling: meant for meant, spellings in _LISTS[name].items() for spelling in spellings.split()}


STOP_WORDS, ASKING, DESCRIBING = _words("stop_words"), _words("asking"), _words("describing")
BETWEEN, PURPOSE, PURPOSE_BEFORE = _words("between"), _words("purpose"), _words("purpose_before")
PLACE_OF_USE, PREPOSITION, POSTPOSITION = _words("place_of_use"), _words("preposition"), _words("postposition")
NOT, NOT_AFTER, OR = _words("not"), _words("not_after"), _words("or")
USED, UNSTEMMED, RENTED_FOR = _words("used"), _words("unstemmed"), _words("rented_for")
USED_PHRASES = _phrases("used_phrases")
DESCRIBING_PHRASES = USED_PHRASES | _phrases("describing_phrases")

# Values by spelling.
SINGULARS: dict[str, str] = _by_spelling("plurals")
UNITS: dict[str, str] = _by_spelling("units")
ATTACHED_UNITS: dict[str, str] = _by_spelling("attached_units")
SQUARES: dict[str, str] = _by_spelling("squares")
NUMBERS: dict[str, float] = _by_spelling("numbers")
MULTIPLES: dict[str, int] = _by_spelling("multiples")
TIMES = {spelling: PriceUnit(unit) for spelling, unit in _by_spelling("times").items()}
ADVERBS = {spelling: PriceUnit(unit) for spelling, unit in _by_spelling("adverbs").items()}
# The name that the gazetteer has, by the other one.
OTHER_CITY_NAMES: dict[str, str] = {other: city for city, names in _LISTS["cities"].items() for other in names}
# As folding writes them.
AD_TYPES = {AdType(kind): in_devanagari(normalize("NFC", words)).split() for kind, words in _LISTS["ad_types"].items()}
# Alternatives of a regular expression.
COUNTED = "|".join(_LISTS["counted"].split())

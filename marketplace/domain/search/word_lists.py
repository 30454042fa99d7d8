"""The words and letters that the search treats specially, from `word_lists.yaml`."""

from pathlib import Path
from typing import Any

import yaml

from marketplace.models import PriceUnit

_LISTS: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("word_lists.yaml").read_text(encoding="utf-8"))


def _words(name: str) -> frozenset[str]:
    return frozenset(_LISTS[name].split())


def _phrases(name: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for phrase in _LISTS[name])


def _by_spelling(name: str) -> dict[str, Any]:
    return {spelling: meant for meant, spellings in _LISTS[name].items() for spelling in spellings.split()}


STOP_WORDS, ASKING, DESCRIBING = _words("stop_words"), _words("asking"), _words("describing")
BETWEEN, PURPOSE, PURPOSE_BEFORE = _words("between"), _words("purpose"), _words("purpose_before")
PLACE_OF_USE, PREPOSITION, POSTPOSITION = _words("place_of_use"), _words("preposition"), _words("postposition")
NOT, NOT_AFTER, OR = _words("not"), _words("not_after"), _words("or")
USED, RENTED_FOR = _words("used"), _words("rented_for")
USED_PHRASES = _phrases("used_phrases")
DESCRIBING_PHRASES = USED_PHRASES | _phrases("describing_phrases")

# Values by spelling.
SINGULARS, UNSTEMMED = _by_spelling("plurals"), _by_spelling("unstemmed")
UNITS, ATTACHED_UNITS, SQUARES = _by_spelling("units"), _by_spelling("attached_units"), _by_spelling("squares")
NUMBERS = _by_spelling("numbers")
TIMES = {spelling: PriceUnit(unit) for spelling, unit in _by_spelling("times").items()}
ADVERBS = {spelling: PriceUnit(unit) for spelling, unit in _by_spelling("adverbs").items()}
VOWELS, VOWEL_SIGNS, OTHER_LETTERS = _by_spelling("vowels"), _by_spelling("vowel_signs"), _by_spelling("other_letters")
CONSONANTS, CONSONANTS_WITH_NUKTA = _by_spelling("consonants"), _by_spelling("consonants_with_nukta")
# The name that the gazetteer has, by the other one.
OTHER_CITY_NAMES: dict[str, str] = {other: city for city, names in _LISTS["cities"].items() for other in names}
AD_TYPES: dict[str, str] = _LISTS["ad_types"]
# Alternatives of regular expressions.
COUNTED = "|".join(_LISTS["counted"].split())
FILTER_WORDS: dict[str, str] = _LISTS["filter_words"]

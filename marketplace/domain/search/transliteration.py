"""Indic scripts in Devanagari, and that in Latin letters as people type Hindi on a phone: किराया is "kiraya"."""

import re
from functools import lru_cache

import jellyfish

from marketplace.domain.search.word_lists import CONSONANTS, CONSONANTS_WITH_NUKTA, OTHER_LETTERS, VOWEL_SIGNS, VOWELS

_NUKTA, _VIRAMA, _NASALS, _VISARGA = "़", "्", "ंँ", "ः"
DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")
_DEVANAGARI = re.compile("[\u0900-\u097f]")
# In Unicode the scripts from Bengali to Malayalam have the same letters in the same order, 0x80 apart.
_OTHER_SCRIPTS = {code: 0x0900 + code % 0x80 for code in range(0x0980, 0x0D80)} | str.maketrans(OTHER_LETTERS)
# The inherent vowel, marked until it is known whether it is spoken.
_SCHWA = "ə"
_SILENT_AT_END = re.compile(f"(?<=.){_SCHWA}$")
# Schwa deletion: between vowel-consonant and consonant-vowel, the inherent vowel is silent (almari, kamra).
_SILENT_INSIDE = re.compile(f"([aeiou{_SCHWA}][^aeiou{_SCHWA}]h?){_SCHWA}(?=[^aeiou{_SCHWA}]h?[aeiou])")

_SOUND_MIN = 3
_FIRST_VOWEL = re.compile("^[AEIOU]")
# Hindi letters that people write either way.
_ALIKE = str.maketrans("wz", "vj")


def in_devanagari(text: str) -> str:
    """Write the letters of other Indic scripts in Devanagari: ফ্রিজ is फ्रिज."""
    return text if text.isascii() else text.translate(_OTHER_SCRIPTS)


def is_devanagari(word: str) -> bool:
    """Whether the word has a Devanagari letter."""
    return not word.isascii() and _DEVANAGARI.search(word) is not None


@lru_cache(maxsize=50_000)
def latin(word: str) -> str:
    """Transliterate a word to plain Latin letters, without silent vowels."""
    spelled = ""
    word = word.translate(DIGITS)
    for at, letter in enumerate(word):
        if letter in CONSONANTS:
            has_nukta = word.startswith(_NUKTA, at + 1)
            spelled += (has_nukta and CONSONANTS_WITH_NUKTA.get(letter)) or CONSONANTS[letter]
            after = word[at + 1 + has_nukta : at + 2 + has_nukta]
            spelled += "" if after == _VIRAMA or after in VOWEL_SIGNS else _SCHWA
        elif letter in _NASALS:
            spelled += "n"
        elif letter not in (_NUKTA, _VIRAMA, _VISARGA):
            spelled += VOWELS.get(letter) or VOWEL_SIGNS.get(letter) or letter
    return _SILENT_INSIDE.sub(r"\1", _SILENT_AT_END.sub("", spelled)).replace(_SCHWA, "a")


def metaphone(word: str) -> str:
    """How a word in Latin letters sounds; w and v, z and j are the same."""
    return jellyfish.metaphone(word.translate(_ALIKE))


@lru_cache(maxsize=50_000)
def sound(word: str) -> str:
    """A phonetic key (Metaphone), the same for "activa" and "एक्टिवा"; empty if it is too short."""
    spelled = latin(word) if is_devanagari(word) else word
    if not spelled.isalpha() or not spelled.isascii():
        return ""
    key = _FIRST_VOWEL.sub("A", metaphone(spelled))
    return key.lower() if len(key) >= _SOUND_MIN else ""

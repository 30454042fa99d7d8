"""Indic scripts in Devanagari, and that in Latin letters as people type Hindi on a phone: किराया is "kiraya"."""

import re
from functools import lru_cache

import jellyfish

_VOWELS = dict(
    zip("अआइईउऊऋएऐओऔऑऍऎऒ", ["a", "a", "i", "i", "u", "u", "ri", "e", "ai", "o", "au", "o", "e", "e", "o"], strict=True)
)
_SIGNS = dict(zip("ािीुूृेैोौॉॅॆॊ", ["a", "i", "i", "u", "u", "ri", "e", "ai", "o", "au", "o", "e", "e", "o"], strict=True))
_CONSONANTS = dict(
    zip(
        "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळऩऱऴ",
        "k kh g gh n ch chh j jh n t th d dh n t th d dh n p f b bh m y r l v sh sh s h l n r l".split(),  # noqa: SIM905
        strict=True,
    )
)
_DOTTED = {"क": "q", "ख": "kh", "ग": "g", "ज": "z", "ड": "d", "ढ": "dh", "फ": "f", "य": "y"}
_NUKTA, _VIRAMA, _NASALS, _SIGH = "़", "्", "ंँ", "ः"
_DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")
_DEVANAGARI = re.compile("[\u0900-\u097f]")
# In Unicode the scripts from Bengali to Malayalam have the same letters in the same order, 0x80 apart. Some letters exist in one only.
_OTHER_SCRIPTS = {code: 0x0900 + code % 0x80 for code in range(0x0980, 0x0D80)} | str.maketrans(
    {"ੰ": "ं", "ੱ": "", "ৎ": "त्", "ৰ": "र", "ৱ": "व", "ൺ": "ण्", "ൻ": "न्", "ർ": "र्", "ൽ": "ल्", "ൾ": "ळ्", "ൿ": "क्"}
)
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
    spelled: list[str] = []
    word = word.translate(_DIGITS)
    for at, letter in enumerate(word):
        following = word[at + 1] if at + 1 < len(word) else ""
        if letter in _CONSONANTS:
            spelled.append(_DOTTED.get(letter, _CONSONANTS[letter]) if following == _NUKTA else _CONSONANTS[letter])
            after = word[at + 2 : at + 3] if following == _NUKTA else following
            if after != _VIRAMA and after not in _SIGNS:
                spelled.append(_SCHWA)
        elif letter in _NASALS:
            spelled.append("n")
        elif letter not in (_NUKTA, _VIRAMA, _SIGH):
            spelled.append(_VOWELS.get(letter) or _SIGNS.get(letter) or letter)
    text = _SILENT_AT_END.sub("", "".join(spelled))
    return _SILENT_INSIDE.sub(r"\1", text).replace(_SCHWA, "a")


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

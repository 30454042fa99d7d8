"""Text analysis: turns texts of ads and of queries into the same tokens."""

import re
import threading
from functools import lru_cache

import snowballstemmer

from marketplace.core.text import normalise
from marketplace.domain.search.transliteration import in_devanagari, is_devanagari, latin, sound
from marketplace.domain.search.units import DECIMAL, is_number, join_squares, join_units, split_unit, write_amounts
from marketplace.domain.search.word_lists import SINGULARS, STOP_WORDS, UNSTEMMED

MAX_QUERY = 200
MAX_WORDS = 24
MAX_TOKEN = 40
# Control and formatting characters.
_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_ACCENT = re.compile("[\u0300-\u036f]")
# \w leaves out the vowel signs of Indic scripts; the danda (full stop) is not part of a word.
_LETTERS = "(?:[^\\W_]|[\u0900-\u0963\u0966-\u0dff])+"
_WORD = re.compile(_LETTERS)
_GROUPED = re.compile(r"(?<=\d),(?=\d{2,3}(?!\d)|\d{2},)")
# Folding turns the inch sign into two primes.
_INCH_MARK = re.compile(r"(?<=\d)\s*(?:''|′′|’’|[\"”])")
# "6 by 4", "6 x 4".
_SIDES = re.compile(r"(?<![\w.])(\d+)\s*(?:\s(?:by|x)\s|[x*×])\s*(?=\d)")
_SURROGATE = re.compile("[\ud800-\udfff]")
# Same as `_WORD` for lower-case ASCII, four times as fast.
_PLAIN_WORD = re.compile("[a-z0-9]+")
_DIGIT = re.compile(r"\d")
_WORD_OR_DECIMAL = re.compile(f"{DECIMAL}|{_LETTERS}")
# 2.50 is 2.5, and 2.0 is 2.
_LAST_ZEROS = re.compile(r"(?<=\d)(?:\.0+|(\.\d*[1-9])0+)(?!\d)")
# "a.c." and "ac" are the same word.
_DOTTED = re.compile(r"(?<![\w.])[a-z](?:\.[a-z])+(?!\w)")
# People type the end of a model's number: "xm5" for "WH-1000XM5".
_MODEL_END = re.compile(r"(?<=\d)[a-z]+\d+$")
_QUOTES = str.maketrans("“”„‟«»", '""""""')
_stemmer = snowballstemmer.stemmer("english")
# A stemmer keeps state.
_stemmer_lock = threading.Lock()
_ONE_OF_MANY = dict(zip(_stemmer.stemWords(list(SINGULARS)), _stemmer.stemWords(list(SINGULARS.values())), strict=True))


def fold(text: str) -> str:
    """Normalise a text: lower case, NFKC, no accents, no control characters."""
    if text.isascii():
        return (text if text.isprintable() else _UNSEEN.sub("", text)).lower()
    text = _SURROGATE.sub(" ", text)
    text = _UNSEEN.sub("", normalise("NFKC", text)).casefold()
    if not text.isascii():
        text = normalise("NFC", _ACCENT.sub("", normalise("NFD", text)))
    return text


def words(text: str) -> list[str]:
    """Split a text into folded words; "50,000", "1.5", "sq. ft." and "a.c." are one word each, "i5-1240p" is two."""
    folded = in_devanagari(fold(text))
    pattern = _PLAIN_WORD if folded.isascii() else _WORD
    if _DIGIT.search(folded):
        folded = _INCH_MARK.sub("inch ", _SIDES.sub(r"\1x", _GROUPED.sub("", folded)))
        pattern = _WORD_OR_DECIMAL if "." in folded else pattern
    if "sq" in folded:
        folded = join_squares(folded)
    if "." in folded:
        folded = _DOTTED.sub(lambda match: match[0].replace(".", ""), folded)
    return [word[:MAX_TOKEN] for word in pattern.findall(folded)]


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """Stem a word (Snowball English); words with digits or in other scripts stay whole."""
    if len(word) <= 3 or not word.isascii() or not word.isalpha():
        return _LAST_ZEROS.sub(r"\1", word) if "." in word else word
    if word in UNSTEMMED:
        return UNSTEMMED[word]
    with _stemmer_lock:
        stemmed = _stemmer.stemWord(word)
    return _ONE_OF_MANY.get(stemmed, stemmed)


def tokens(text: str) -> list[str]:
    """Turn a field of an ad into tokens: folded, units joined, stop words left out, stemmed.

    Extra tokens follow at the end: the parts of numbers with units ("55", "inch"), the ends of model numbers, Devanagari words
    in Latin letters, the whole part of decimal numbers ("5" for "5.2"), and a phonetic token for each Devanagari word.
    """
    found = join_units(words(text))
    if text.isascii() and not _DIGIT.search(" ".join(found)):
        # Fast path: most texts have neither numbers nor Devanagari.
        return [stem(word) for word in found if word not in STOP_WORDS]
    more = [part for word in found if (pair := split_unit(word)) for part in pair]
    more += [match[0] for word in found if (match := _MODEL_END.search(word))]
    hindi = [] if text.isascii() else list(filter(is_devanagari, found))
    more += map(latin, hindi)
    # Last, so that no whole part comes right before a unit.
    more += [word.partition(".")[0] for word in found if "." in word and is_number(word)]
    return [*(stem(word) for word in (*found, *more) if word not in STOP_WORDS), *filter(None, map(sound_token, hindi))]


def sound_token(word: str) -> str:
    """The phonetic token of a word, the same in Devanagari and in Latin letters; may be empty."""
    return f"_h{spoken}" if (spoken := sound(word)) else ""


def phrase(text: str) -> tuple[str, ...]:
    """Turn a text into the tokens of a phrase: like `tokens`, without the extra tokens."""
    return tuple(stem(word) for word in join_units(words(text)) if word not in STOP_WORDS)


def clean_query(text: str) -> str:
    """Clean a keyword: limit its length, fold it, straighten quotes, collapse spaces, write amounts in digits."""
    folded = in_devanagari(fold(text[: MAX_QUERY * 4])).translate(_QUOTES)
    return write_amounts(" ".join(folded.split())[:MAX_QUERY])

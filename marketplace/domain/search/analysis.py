"""From text to tokens: the one place that decides what counts as the same word.

Both engines store and match the tokens made here, so they find the same ads for the same words.
"""

import re
import threading
import unicodedata
from functools import lru_cache

import snowballstemmer

from marketplace.domain.search.transliteration import is_devanagari, latin, sound
from marketplace.domain.search.units import DECIMAL, decimal_token, is_number, join_squares, join_units, split_unit

MAX_QUERY = 200
MAX_WORDS = 24
MAX_TOKEN = 40

_ENGLISH = """
    a about above an and any are around as at be below between by can for from has have in is it its me my near of on
    or our over since so some than that the their this to under up was we were will with within you your
"""
_HINDI_IN_LATIN_LETTERS = "ka ke ki ko hai mein aur"
STOP_WORDS = frozenset(f"{_ENGLISH} {_HINDI_IN_LATIN_LETTERS}".split())
# Words that only ask: they are looked for in quotes alone, or where a keyword says nothing else.
_ASKING = """
    i what which where when how much many want wants wanted need needed looking look search searching find show please
    pls plz buy buying purchase get price cost
"""
_ASKING_IN_HINDI = "me chahiye chaiye mujhe मुझे चाहिए में और से का की के को है पर पे तक"
ASKING_WORDS = frozenset(f"{_ASKING} {_ASKING_IN_HINDI}".split())
# More than one of a thing under another stem than one of it, each before the other.
_UNLIKE = """
    shelves shelf bookshelves bookshelf scarves scarf knives knife wives wife wolves wolf calves calf halves half leaves leaf
    loaves loaf thieves thief hooves hoof mice mouse geese goose teeth tooth children child
"""

# Characters that carry no sound of their own but steer printing or end strings.
_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_ACCENT = re.compile("[\u0300-\u036f]")
# Vowel signs of the Indic scripts are marks, which \w leaves out; the danda (a full stop) is none.
_LETTERS = "(?:[^\\W_]|[\u0900-\u0963\u0966-\u0dff])+"
_WORD = re.compile(_LETTERS)
_GROUPED = re.compile(r"(?<=\d),(?=\d{2,3}(?!\d)|\d{2},)")
# Folding makes two small strokes of the sign for inches.
_INCH_MARK = re.compile(r"(?<=\d)\s*(?:''|′′|’’|[\"”])")
_SURROGATE = re.compile("[\ud800-\udfff]")
# What `_WORD` finds where all is ASCII and small, in a quarter of the time.
_PLAIN_WORD = re.compile("[a-z0-9]+")
_DIGIT = re.compile(r"\d")
_DECIMAL = re.compile(r"\d\.\d")
_WORD_OR_DECIMAL = re.compile(f"{DECIMAL}|{_LETTERS}")
# "a.c." is written "ac" as well.
_DOTTED = re.compile(r"(?<![\w.])[a-z](?:\.[a-z])+(?!\w)")
_QUOTES = str.maketrans("“”„‟«»", '""""""')


class _Local(threading.local):
    """A stemmer holds the word that it works on, so each thread has its own."""

    def __init__(self) -> None:
        self.stemmer = snowballstemmer.stemmer("english")


_local = _Local()
_MANY, _ONE = (_local.stemmer.stemWords(_UNLIKE.split()[which::2]) for which in (0, 1))
_ONE_OF_MANY = dict(zip(_MANY, _ONE, strict=True))


def fold(text: str) -> str:
    """The text in one case and one form of each character, without accents and unseen characters."""
    if text.isascii():
        return (text if text.isprintable() else _UNSEEN.sub("", text)).lower()
    text = _SURROGATE.sub(" ", text)
    text = _UNSEEN.sub("", unicodedata.normalize("NFKC", text)).casefold()
    if not text.isascii():
        text = unicodedata.normalize("NFC", _ACCENT.sub("", unicodedata.normalize("NFD", text)))
    return text


def words(folded: str) -> list[str]:
    """The words of a folded text in order; "50,000", "1.5", "sq. ft." and "a.c." are one word each, "i5-1240p" are two."""
    pattern = _PLAIN_WORD if folded.isascii() else _WORD
    if _DIGIT.search(folded):
        folded = _INCH_MARK.sub("inch ", _GROUPED.sub("", folded))
        if _DECIMAL.search(folded):
            pattern = _WORD_OR_DECIMAL
    if "sq" in folded:
        folded = join_squares(folded)
    if "." in folded:
        folded = _DOTTED.sub(lambda match: match[0].replace(".", ""), folded)
    return [word if len(word) <= MAX_TOKEN else word[:MAX_TOKEN] for word in pattern.findall(folded)]


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The stem under which a word is kept (Snowball English); words with digits or other scripts stay whole."""
    if len(word) <= 3 or not word.isascii() or not word.isalpha():
        return decimal_token(word) if "." in word else word
    stemmed = _local.stemmer.stemWord(word)
    return _ONE_OF_MANY.get(stemmed, stemmed)


def tokens(text: str) -> list[str]:
    """The tokens of an ad's field, in order: folded, units joined, stop words left out, stemmed.

    At the end follow the parts of each number with a unit, so that "55" and "inch" alone are found too, Devanagari words in
    Latin letters, whole numbers of decimal ones without a unit, as "5" is said for "5.2", and the sound of Devanagari words.
    """
    folded = fold(text)
    if folded.isascii() and not _DIGIT.search(folded):
        # Most texts have neither units nor Devanagari, and a large index is made of millions of them.
        return [stem(word) for word in words(folded) if word not in STOP_WORDS]
    found = join_units(words(folded))
    more = [part for word in found if (pair := split_unit(word)) for part in pair]
    heard: list[str] = []
    if not text.isascii():
        hindi = [word for word in found if is_devanagari(word)]
        more += [latin(word) for word in hindi]
        heard = list(filter(None, map(sound_token, hindi)))
    # After all else, so that none of them stands before a unit.
    more += [word.partition(".")[0] for word in found if "." in word and is_number(word)]
    return [*(stem(word) for word in (*found, *more) if word not in STOP_WORDS), *heard]


def sound_token(word: str) -> str:
    """The token that a Devanagari word has besides, by which the same word in Latin letters finds it; may be empty."""
    return f"_h{spoken}" if (spoken := sound(word)) else ""


def phrase(text: str) -> tuple[str, ...]:
    """The tokens of a text that is asked for as it stands: as `tokens`, without what follows at the end."""
    return tuple(stem(word) for word in join_units(words(fold(text))) if word not in STOP_WORDS)


def clean_query(text: str) -> str:
    """A keyword as it is worked with: capped, folded, its quotes straight, its spaces single."""
    return " ".join(fold(text[: MAX_QUERY * 4]).translate(_QUOTES).split())[:MAX_QUERY]

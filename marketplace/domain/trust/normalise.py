"""Turns a message into plain Latin words, whatever script and disguise it was written in."""

import re
from dataclasses import dataclass
from string import ascii_lowercase

from marketplace.domain.number_words import UNAMBIGUOUS
from marketplace.domain.search.analysis import fold
from marketplace.domain.search.transliteration import latin

MAX_TEXT = 4_000
LINK, HANDLE, PHONE, NUMBER, SMALL, ONE = "@link", "@handle", "@phone", "@number", "@small", "@one"
_SMALL_MOST = 20
_PHONE_DIGITS = 8
_DIGIT_WORDS_OF_A_PHONE = 3

# Letters of other alphabets that look like Latin ones, as Unicode's list of confusables has them.
LOOKALIKES = {
    ord(alike): plain
    for plain, alikes in {
        "a": "аαɑᴀ", "b": "вβьʙ", "c": "сϲ¢ᴄ", "d": "ԁɗᴅ", "e": "еєεё€ᴇ", "f": "ꜰ", "g": "ɡցɢ", "h": "һнհʜ", "i": "іιıїɩɪ", "j": "јϳᴊ",
        "k": "кκᴋ", "l": "ӏℓ|ʟ", "m": "мμᴍ", "n": "иηпոɴ", "o": "оοօσөᴏ", "p": "рρᴘ", "q": "ԛ®ǫ", "r": "ягʀ", "s": "ѕꜱ", "t": "тτᴛ",
        "u": "υսцᴜ", "v": "νѵᴠ", "w": "ԝωшᴡ", "x": "хχ", "y": "уγүʏ", "z": "ʐᴢ",
    }.items()
    for alike in alikes
} | {
    # White letters on black circles and squares, which Unicode does not decompose.
    start + at: letter for start in (0x1F150, 0x1F170) for at, letter in enumerate(ascii_lowercase)
}  # fmt: skip
# Capitals that look like other Latin letters than their lower-case forms.
_CAPITALS = str.maketrans("ΗΝΥΖ", "hnyz")
# Characters without a shape that folding keeps (Unicode's default ignorables), and the frame of keycap emoji.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u20e3\u3164\uffa0\ufe00-\ufe0f\U000e0000-\U000e0fff]"
)
# Arabic characters for a whole sentence: folding would make a text of them 18 times as long.
SENTENCES = str.maketrans("\ufdfa\ufdfb", "  ")
LEET = str.maketrans("01345789@$!6", "oieastbgasig")
_DEVANAGARI = "\u0900-\u0963\u0970-\u097f"
_BEFORE_FOLDING = _CAPITALS | SENTENCES
_HINDI_DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")
_PIECE = re.compile(rf"[a-z{_DEVANAGARI}0-9@$!]+")
_HAS_DEVANAGARI = re.compile(f"[{_DEVANAGARI}]")
_JOINERS = re.compile("[।•·★*_'’`~^]")
_GROUPING = re.compile(r"(?<=\d),(?=\d)")
_ENDINGS = frozenset(
    """
    com in net org io me app co xyz info biz online site shop store link live top club pay bank page web click example test invalid apk
    """.split()  # noqa: SIM905
)
# A phone number with some digits hidden: "98xxxxxx10".
_HIDDEN_PHONE = re.compile("[0-9]{1,6}x{2,}[0-9]*")
_GAP = re.compile(r"\s{2,}|\n")
# What may stand between letters that are written apart in one word, and the vowel signs that belong to a letter.
_BETWEEN = re.compile(rf"[^a-z0-9{_DEVANAGARI}]+")
_SIGNS = re.compile("[\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963]")
_LEAST_APART = 3
_SOUNDS = (("aa", "a"), ("ee", "i"), ("oo", "u"), ("ph", "f"), ("w", "v"), ("z", "j"), ("ck", "k"))


@dataclass(frozen=True)
class Word:
    """A word of a message.

    Attributes:
        key: how it is compared: Latin, without doubled letters, disguises and differences of spelling.
        written: the part of the message it was read from.
        is_spelt: whether it was joined from single letters, so that it may be several words.
    """

    key: str
    written: str
    is_spelt: bool = False


def key(word: str) -> str:
    """The form in which words are compared; `word` is folded."""
    if _HAS_DEVANAGARI.search(word):
        word = latin(word)
    for written, becomes in _SOUNDS:
        word = word.replace(written, becomes)
    return "".join(letter for at, letter in enumerate(word) if at == 0 or letter != word[at - 1])


_DIGIT_WORDS = frozenset(map(key, UNAMBIGUOUS))


def read(text: str) -> list[Word]:
    """Read the words of a message; at most `MAX_TEXT` characters of it."""
    folded = fold(_UNSEEN.sub("", text[:MAX_TEXT]).translate(_BEFORE_FOLDING)).translate(_HINDI_DIGITS)
    folded = _GROUPING.sub("", _JOINERS.sub("", folded))
    found: list[Word] = []
    for part in _GAP.split(folded):
        words = [word for chunk in part.split() for word in _read_chunk(chunk)]
        found += _join_phones(_join_letters(words))
    return found


def _read_chunk(chunk: str) -> list[Word]:
    if is_link(chunk):
        return [Word(LINK, chunk)]
    if "@" in chunk[1:-1] and "." in chunk.partition("@")[2]:
        return [Word(HANDLE, chunk)]
    if chunk.startswith("@") and len(chunk) > 3:
        return [Word(HANDLE, chunk)]
    if apart := _join_apart(chunk):
        word = _read_piece(apart)
        return [Word(word.key, chunk)] if word else []
    return [word for piece in _PIECE.findall(chunk.translate(LOOKALIKES)) if (word := _read_piece(piece))]


def _join_apart(chunk: str) -> str:
    """Join the letters of "s-c-a-n" and "o|t|p", or the digits of "9-8-7-6-5-4-3-2-1-0"; empty for other words."""
    parts = [part for part in _BETWEEN.split(chunk.replace("|", " ").translate(LOOKALIKES)) if part]
    if len(parts) < _LEAST_APART or any(len(_SIGNS.sub("", part)) > 1 for part in parts):
        return ""
    are_letters = any(part != "0" for part in parts) and all(part == "0" or not part.isdigit() for part in parts)
    are_phone = len(parts) >= _PHONE_DIGITS and all(map(str.isdigit, parts))
    return "".join(parts) if are_letters or are_phone else ""


def is_link(chunk: str) -> bool:
    """Whether a word in lower case is a web address, with or without its scheme."""
    if "://" in chunk or chunk.startswith("www."):
        return True
    host = chunk.partition("/")[0].strip(".,;:!?()\"'")
    name, dot, ending = host.rpartition(".")
    return (
        bool(dot)
        and len(name) > 3
        and ending.isascii()
        and ending.isalpha()
        and 2 <= len(ending) <= 8
        and "@" not in host
        and ".." not in host
        and len(name.rpartition(".")[2]) > 1
        and (ending in _ENDINGS or "/" in chunk)
    )


def _read_piece(piece: str) -> Word | None:
    bare = piece.strip("@$!")
    if bare.isdigit():
        return Word(_number(bare), bare)
    if not bare:
        return None
    if _HIDDEN_PHONE.fullmatch(bare):
        return Word(PHONE, bare)
    if any(letter.isdigit() or letter in "@$!" for letter in bare):
        digits = len(bare) - len(bare.lstrip("123456789"))
        if digits and len(bare) - len(bare.lstrip("0123456789")) >= len(bare) - 2:
            return Word(NUMBER, bare)
        bare = piece.rstrip("!").translate(LEET)
    return Word(key(bare), piece)


def _number(digits: str) -> str:
    if len(digits) >= _PHONE_DIGITS:
        return PHONE
    amount = int(digits)
    return ONE if amount == 1 else SMALL if amount <= _SMALL_MOST else NUMBER


def _join_letters(words: list[Word]) -> list[Word]:
    """Join letters that were written apart: "o t p", "0 t p", "w.h.a.t.s.a.p.p"."""
    joined: list[Word] = []
    run: list[Word] = []
    for word in [*words, Word("", "")]:
        if word.written == "0" or (len(word.key) == 1 and word.key.isalpha()):
            run.append(word)
            continue
        if any(each.written != "0" for each in run):
            written = "".join(each.written for each in run)
            letters = "".join("o" if each.written == "0" else each.key for each in run)
            joined.append(Word(key(letters), written, is_spelt=True))
        else:
            joined += run
        run = []
        if word.key:
            joined.append(word)
    return joined


def _join_phones(words: list[Word]) -> list[Word]:
    """Replace three or more digits in words by one phone number."""
    joined: list[Word] = []
    run: list[Word] = []
    for word in [*words, Word("", "")]:
        if word.key in _DIGIT_WORDS or (run and word.key in (ONE, SMALL) and len(word.written) == 1):
            run.append(word)
            continue
        if len(run) >= _DIGIT_WORDS_OF_A_PHONE:
            joined.append(Word(PHONE, " ".join(each.written for each in run)))
        else:
            joined += run
        run = []
        if word.key:
            joined.append(word)
    return joined

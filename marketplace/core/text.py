"""Cleans, checks, normalises and shortens texts that people typed."""

import re
import unicodedata
from typing import Literal

import regex

from marketplace.core.errors import Invalid
from marketplace.i18n.texts import t

# Line breaks of other programs; without them, words of two lines would be joined.
_BREAKS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
# What nobody sees: control characters except tab and newline, lone surrogates, which databases reject, and Unicode's default
# ignorables, such as zero-width letters, tags, and the controls that show the text around them in another order. Joiners stay
# where they change letters (RFC 5892, appendix A; in Bengali also before the virama) and in emoji, as do variation selectors.
_UNSEEN = regex.compile(
    r"""
    (?!
        (?<=\p{InSC=Virama}) [\u200c\u200d]
        | \u200d (?=\p{InSC=Virama})
        | (?<=\p{Arabic}) \u200c (?=\p{Arabic})
        | (?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?) \u200d (?=\p{Extended_Pictographic})
        | (?<=\p{Extended_Pictographic}) [\uFE0E\uFE0F]
        | (?<=[0-9\#*]) \uFE0F (?=\u20E3)
    )
    (?:[\p{Cc}--[\t\n]]|[\p{Cs}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB])
    """,
    regex.VERSION1 | regex.VERBOSE,
)
# Marks and format characters alone are no text: they change a character that is not there.
_SEEN = regex.compile(r"[^\p{M}\p{Cf}\s]")
_JOINERS = re.compile("[\u200c\u200d\ufe0e\ufe0f]")
# Unicode calls it a symbol.
_BRAILLE_BLANK = "\u2800"
_EMPTY_LINES = re.compile("\n{4,}")
# Unicode's "stream-safe" texts have at most this many marks on a letter (UAX #15), which is more than any language needs.
_MOST_MARKS = 30
_TOO_MANY_MARKS = re.compile(rb"[^\0]{31,}")
# Characters that become marks when a text is normalised.
_LATER_MARKS = str.maketrans("\u0f73\u0f75\u0f81\uff9e\uff9f", "\u0f72" * 5)


def normalise(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    """Normalise a text that a stranger wrote, in a time that grows with its length only; excess marks on a letter are dropped."""
    return text if text.isascii() else unicodedata.normalize(form, bound_marks(text))


def make_name_key(name: str, most: int = 240) -> str:
    """Return a key of at most `most` characters. Names that differ only in the case or Unicode form of their letters have the same."""
    return normalise("NFKC", name).casefold()[:most]


def bound_marks(text: str) -> str:
    """Drop all but the first 30 marks on a letter: the work of ordering them grows with the square of their number."""
    if text.isascii():
        return text
    classes = bytes(map(unicodedata.combining, text.translate(_LATER_MARKS)))
    kept, end = [], 0
    for marks in _TOO_MANY_MARKS.finditer(classes):
        kept.append(text[end : marks.start() + _MOST_MARKS])
        end = marks.end()
    return "".join((*kept, text[end:]))


def clean(text: str) -> str:
    """Normalise multi-line text to NFC, without invisible characters, and with at most two empty lines in a row; empty without a
    character that can be seen.
    """
    lines = _drop_unseen(_BREAKS.sub("\n", text).replace(_BRAILLE_BLANK, " ")).split("\n")
    text = _EMPTY_LINES.sub("\n\n\n", "\n".join(map(str.rstrip, lines))).strip()
    return text if _SEEN.search(text) else ""


def _drop_unseen(text: str) -> str:
    """Normalise a text and drop what nobody sees, so that nothing changes when it is repeated."""
    for _ in range(3):
        before, text = text, normalise("NFC", _UNSEEN.sub("", text))
        if text == before:
            return text
    # In texts of no language, marks change their order around joiners time and again.
    return normalise("NFC", _JOINERS.sub("", text))


def clean_line(text: str) -> str:
    """Clean a typed text of one line; tabs and newlines become spaces, and spaces are single."""
    return " ".join(clean(text).split())


def clean_required(field: str, text: str, *, missing: str, most: int) -> str:
    """Clean a text that must be there and have at most `most` characters; `missing` is the message, translated, if it is not.

    Raises:
        Invalid: empty or too long.
    """
    text = clean(text)
    if not text:
        raise Invalid(missing, field)
    return check_length(field, text, most)


def check_length(field: str, text: str, most: int) -> str:
    """Return the text.

    Raises:
        Invalid: it has more than `most` characters.
    """
    if len(text) > most:
        raise Invalid(t("At most {most} characters.", most=most), field)
    return text


def shorten(text: str, most: int) -> str:
    """Return the text on one line, cut off after a word if it has more than `most` characters."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    start, space, _ = line[:most].rpartition(" ")
    return (start if space else line[: most - 1]).rstrip(" ,.;:") + "…"

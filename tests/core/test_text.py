"""Typed texts are cleaned, and texts are cut off between words."""

import pytest

from marketplace.core.text import clean, clean_line, shorten

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
CONJUNCT = "\u0915\u094d\u200d\u0937 \u0c28\u0c4d\u200c\u0c28"


@pytest.mark.parametrize(
    ("typed", "lines", "line"),
    [
        ("  Teak\tsofa\r\nlike new\r", "Teak\tsofa\nlike new", "Teak sofa like new"),
        ("a\x00b\x1b[31mc\x7fd\x85e", "ab[31mcde", "ab[31mcde"),
        ("\u202etxt\u202c \u2066isolated\u2069 \u202aembedded", "txt isolated embedded", "txt isolated embedded"),
        ("half \ud800 pair", "half  pair", "half pair"),
        (FAMILY, FAMILY, FAMILY),
        (CONJUNCT, CONJUNCT, CONJUNCT),
        ("\u200fmarks\u200e", "\u200fmarks\u200e", "\u200fmarks\u200e"),
        ("\u202e\x1b", "", ""),
    ],
)
def test_unseen_characters_go_and_those_that_languages_need_stay(typed, lines, line):
    assert clean(typed) == lines
    assert clean_line(typed) == line


def test_text_is_cut_off_after_a_word():
    assert shorten("one  two\nthree", 13) == "one two three"
    assert shorten("one  two, three", 13) == "one two…"
    assert len(shorten("word " * 100, 160)) <= 160
    assert shorten("word " * 100, 160).endswith("word…")
    assert shorten("w" * 100, 10) == "w" * 9 + "…"

"""Typed texts are cleaned, normalised in a time that grows with their length only, and cut off between words."""

import unicodedata

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from marketplace.core.text import bound_marks, clean, clean_line, normalise, shorten

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
CONJUNCT = "\u0915\u094d\u200d\u0937 \u0c28\u0c4d\u200c\u0c28"
# Malayalam and Bengali words, Persian prefixes, and emoji of several parts.
JOINED = (
    "\u0d28\u0d4d\u200d",
    "\u09b0\u200d\u09cd\u09af\u09be\u09ac",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "\u2764\ufe0f\u200d\U0001f525",
    "\U0001f469\U0001f3fd\u200d\U0001f680",
    "\u260e\ufe0e",
)


@pytest.mark.parametrize(
    ("typed", "lines", "line"),
    [
        ("  Teak\tsofa\r\nlike new\r", "Teak\tsofa\nlike new", "Teak sofa like new"),
        ("a\x00b\x1b[31mc\x7fd\x9be", "ab[31mcde", "ab[31mcde"),
        ("a\x0bb\x0cc\x85d\u2028e\u2029f", "a\nb\nc\nd\ne\nf", "a b c d e f"),
        ("\u202etxt\u202c \u2066isolated\u2069 \u202aembedded", "txt isolated embedded", "txt isolated embedded"),
        ("half \ud800 pair", "half  pair", "half pair"),
        (FAMILY, FAMILY, FAMILY),
        (CONJUNCT, CONJUNCT, CONJUNCT),
        ("\u200fmarks\u200e", "marks", "marks"),
        ("\u202e\x1b", "", ""),
        # Invisible letters, also of scripts, soft hyphens, tags and joiners where nothing is joined.
        ("a\u200bb\u2060c\ufeffd\u00ade\u180ef\u034fg\U000e0041h\ufff9i", "abcdefghi", "abcdefghi"),
        ("a\u200db\u200cc \u200d\u0915\u200c", "abc \u0915", "abc \u0915"),
        ("\u200b\u3164\u115f\u1160\uffa0\u2800\u3000", "", ""),
        ("\u0301\u0302", "", ""),
        ("\u094d\u200d \u20dd", "", ""),
        ("\U00013430", "", ""),
        ("a\u2800b\u3000c", "a b\u3000c", "a b c"),
        ("cafe\u200b\u0301", "caf\u00e9", "caf\u00e9"),
        ("one\n\n\n\n \n\ntwo  \n\n  three", "one\n\n\ntwo\n\n  three", "one two three"),
        *[(text, text, text) for text in JOINED],
        ("a\ufe0f 1\ufe0f\u20e3 12\ufe0f", "a 1\ufe0f\u20e3 12", "a 1\ufe0f\u20e3 12"),
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


@pytest.mark.parametrize("text", ["", "sofa", "Ａ café", "क़िताब", "e\u0301" * 500, "👩‍👩‍👧", "\u1e9b\u0323"])
@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_texts_are_normalised_as_unicode_says(text: str, form):
    assert normalise(form, text) == unicodedata.normalize(form, text)


@pytest.mark.parametrize("marks", ["\u0301", "\u0345\u0300\u0316", "\u0f73", "\uff9e", "\U0001e94a", "\u0344"])
def test_a_letter_keeps_thirty_marks(marks: str):
    text = "a" + marks * 1_000 + "b" + marks + "c"
    bounded = bound_marks(text)
    assert bounded == "a" + (marks * 30)[:30] + "b" + marks + "c"
    assert bound_marks(bounded) == bounded


def test_every_mark_is_bounded():
    late = [
        chr(code)
        for code in range(0x110000)
        if not 0xD800 <= code < 0xE000 and unicodedata.combining(unicodedata.normalize("NFKD", chr(code))[0])
    ]
    assert [mark for mark in late if len(bound_marks("a" + mark * 40)) != 31] == []


@given(
    typed=st.text(
        st.sampled_from(
            [*"a1 e\n\t", *"\u0301\u0915\u094d\u0645\u2764\u20e3\u3164\u2800\u200b\u200c\u200d\u202e\ufe0f"]
        )
    )
)
@settings(max_examples=300, deadline=None)
def test_cleaned_texts_stay_as_they_are(typed):
    for cleaner in (clean, clean_line):
        assert cleaner(cleaner(typed)) == cleaner(typed)
    assert clean_line(clean(typed)) == clean_line(typed)


def test_no_invisible_character_is_left():
    """Unicode's data in another library says which these are."""
    typed = "".join(map(chr, range(0x110000)))
    unseen = regex.compile(r"\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}|[\p{Cc}--[\n\t]]|\p{Cs}", regex.V1)
    assert unseen.findall(clean(typed)) == []

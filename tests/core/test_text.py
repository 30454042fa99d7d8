"""Texts are cut off between words."""

from marketplace.core.text import shorten


def test_text_is_cut_off_after_a_word():
    assert shorten("one  two\nthree", 13) == "one two three"
    assert shorten("one  two, three", 13) == "one two…"
    assert len(shorten("word " * 100, 160)) <= 160
    assert shorten("word " * 100, 160).endswith("word…")
    assert shorten("w" * 100, 10) == "w" * 9 + "…"

"""Word-level differences of two texts."""

from random import Random

import pytest

from marketplace.domain.ad_texts import AD_TEXTS
from marketplace.domain.moderation import Change
from marketplace.web.pages.admin_review import differences
from marketplace.web.pages.admin_review.differences import compare_words, to_differences
from tests.work import count_lines

BEFORE = """Honda City 2018, second owner, 42,000 km on the clock.

Serviced at Honda in March. New tyres, and the battery is one year old.
The AC cools well. Small scratch on the left door.

Insurance until December. Price is negotiable after the test drive."""
AFTER = """Honda City 2018, first owner, 42,000 km on the clock.

Serviced at Honda in March. New tyres, and the battery is one year old.
The AC cools well.

Insurance until December. Call me after six. Price is fixed, and no test drive without a token."""


def marked(before: str, after: str) -> tuple[list[str], list[str]]:
    """The marked words of both sides."""
    old, new = compare_words(before, after)
    return [piece.text for piece in old if piece.changed], [piece.text for piece in new if piece.changed]


def test_only_words_that_changed_are_marked():
    assert marked("Battery at 89 percent.", "Battery at 94 percent.") == (["89"], ["94"])


def test_added_and_removed_words_are_marked_on_one_side():
    assert marked("One owner", "One owner, with bill") == (["owner"], ["owner, with bill"])
    assert marked("", "New words") == ([], ["New words"])
    assert marked("Old words", "") == (["Old words"], [])


def test_an_ordinary_edit_marks_what_the_seller_changed():
    removed, added = marked(BEFORE, AFTER)
    assert removed == ["second", "Small scratch on the left door.", "negotiable after the", "drive."]
    assert added == ["first", "Call me after six.", "fixed, and no", "drive without a token."]


def test_a_rewritten_sentence_is_marked_in_one_piece():
    assert marked("Sofa. Two seats, green. Pick up.", "Sofa. Colour: deep blue. Pick up.") == (
        ["Two seats, green."],
        ["Colour: deep blue."],
    )


def test_joined_pieces_equal_the_texts():
    before, after = "a  b\n\nc d", "a b\nc  d e"
    old, new = compare_words(before, after)
    assert "".join(piece.text for piece in old) == before
    assert "".join(piece.text for piece in new) == after


def test_very_long_texts_are_marked_as_a_whole():
    before = "word " * 2_000
    old, new = compare_words(before, before + "more")
    assert [piece.changed for piece in (*old, *new)] == [True, True]


def _random_words(length):
    random = Random(1)
    return " ".join(random.choice("ab") for _ in range(length // 2))


# Edits that hold repeated words in another order, other words, or the same ones with new words between them.
EDITS = {
    "repeated": lambda length: ("a " * (length // 2), "b a " * (length // 4)),
    "two words": lambda length: (_random_words(length), _random_words(length)[::-1]),
    "other words": lambda length: (" ".join(map(str, range(length // 5))), " ".join(map(str, range(10**6, 10**6 + length // 8)))),
    "lines": lambda length: ("a\n" * (length // 2), "a\nb\n" * (length // 4)),
}  # fmt: skip


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_the_work_grows_with_the_length_of_the_edit_only(edit):
    short, long = (count_lines(compare_words, *edit(length)) for length in (400, 800))
    assert long < 2.5 * short


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_the_longest_texts_have_few_pieces(edit):
    longest = max(text.max_length for text in AD_TEXTS.values())
    before, after = edit(longest)
    old, new = compare_words(before, after)
    assert max(len(old), len(new)) <= differences.MOST_PIECES
    assert "".join(piece.text for piece in old) == before
    assert "".join(piece.text for piece in new) == after


def test_one_changed_word_is_found_in_the_longest_text():
    longest = max(text.max_length for text in AD_TEXTS.values())
    assert longest <= differences.MOST_CHARACTERS
    before = "a " * (longest // 2 - 2) + "end"
    middle = longest // 2
    assert marked(before, before[:middle] + "b" + before[middle + 1 :]) == (["a"], ["b"])


def test_changed_gaps_are_marked_without_the_words_around_them():
    assert marked("One owner. Bill.", "One owner.\n\nBill.") == ([" "], ["\n\n"])


def test_change_keeps_its_label():
    (difference,) = to_differences([Change(field="price", label="Price", before="₹10", after="₹9")])
    assert difference.label == "Price"
    assert [piece.text for piece in difference.after] == ["₹9"]

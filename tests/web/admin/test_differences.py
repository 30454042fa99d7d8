"""Word-level differences of two texts."""

from marketplace.domain.moderation import Change
from marketplace.web.pages.admin_review.differences import compare_words, to_differences


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


def test_joined_pieces_equal_the_texts():
    before, after = "a  b\n\nc d", "a b\nc  d e"
    old, new = compare_words(before, after)
    assert "".join(piece.text for piece in old) == before
    assert "".join(piece.text for piece in new) == after


def test_very_long_texts_are_marked_as_a_whole():
    before = "word " * 2_000
    old, new = compare_words(before, before + "more")
    assert [piece.changed for piece in (*old, *new)] == [True, True]


def test_change_keeps_its_label():
    (difference,) = to_differences([Change(field="price", label="Price", before="₹10", after="₹9")])
    assert difference.label == "Price"
    assert [piece.text for piece in difference.after] == ["₹9"]

"""Word-level differences between an earlier version and a waiting version."""

import re
from collections.abc import Iterable
from itertools import groupby

from rapidfuzz.distance import LCSseq

from marketplace.domain.moderation import Change
from marketplace.domain.views import Photo, View

# Length of a text, at most: that of the longest text of an ad. Comparing two of 5,000 words takes some milliseconds and 3 MB, and both
# grow with the product of the lengths. Longer texts are marked as a whole.
MOST_CHARACTERS = 10_000
# A text in more pieces is marked as a whole too: nobody reads so many marks, and each is an element of the page.
MOST_PIECES = 500


class Piece(View):
    """A part of a text; `changed` if the other version lacks it."""

    text: str
    changed: bool = False


class Difference(View):
    """A field in both versions."""

    label: str
    before: tuple[Piece, ...] = ()
    after: tuple[Piece, ...] = ()
    photos_before: tuple[Photo, ...] = ()
    photos_after: tuple[Photo, ...] = ()


def to_differences(changes: Iterable[Change]) -> tuple[Difference, ...]:
    """Convert changes to differences with the changed words marked."""
    return tuple(_difference(change) for change in changes)


def _difference(change: Change) -> Difference:
    before, after = compare_words(change.before, change.after)
    return Difference(
        label=change.label,
        before=before,
        after=after,
        photos_before=change.photos_before,
        photos_after=change.photos_after,
    )


def compare_words(before: str, after: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Split both texts into unchanged and changed parts; joined, the parts are the texts again."""
    if max(len(before), len(after)) <= MOST_CHARACTERS:
        compared = _compare(before, after)
        if max(map(len, compared)) <= MOST_PIECES:
            return compared
    return (Piece(text=before, changed=True),), (Piece(text=after, changed=True),)


def _compare(before: str, after: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    old, new = _split(before), _split(after)
    changed_old, changed_new = [True] * len(old), [True] * len(new)
    # Words alone are compared: two texts have most gaps in common, which would be matched instead of words.
    for start_old, start_new, words in LCSseq.opcodes(old[::2], new[::2]).as_matching_blocks():
        for at in range(2 * words - 1):
            changed_old[2 * start_old + at] = changed_new[2 * start_new + at] = (
                old[2 * start_old + at] != new[2 * start_new + at]
            )
        # The gaps around unchanged words belong to them.
        for changed, start in ((changed_old, start_old), (changed_new, start_new)):
            for gap in (2 * start - 1, 2 * (start + words) - 1):
                if words and 0 <= gap < len(changed):
                    changed[gap] = False
    return _pieces(old, changed_old), _pieces(new, changed_new)


def _split(text: str) -> list[str]:
    """Split a text into words, which may be empty at its ends, with the gaps between them."""
    return re.split(r"(\s+)", text)


def _pieces(parts: list[str], changed: list[bool]) -> tuple[Piece, ...]:
    """Join neighbours that are all changed or all unchanged."""
    grouped = groupby(zip(parts, changed, strict=True), key=lambda each: each[1])
    joined = (("".join(part for part, _ in same), mark) for mark, same in grouped)
    return tuple(Piece(text=text, changed=mark) for text, mark in joined if text)

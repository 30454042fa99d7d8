"""Word-level differences between the live version and a waiting version."""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from marketplace.domain.moderation import Change
from marketplace.domain.views import Photo, View

# The comparison takes time in the product of the lengths, so longer texts are marked as a whole.
_MOST_WORDS = 1_500


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
    old, new = _words(before), _words(after)
    if max(len(old), len(new)) > _MOST_WORDS:
        return (Piece(text=before, changed=True),), (Piece(text=after, changed=True),)
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return (
        _pieces((old[start:end], step != "equal") for step, start, end, _, _ in steps),
        _pieces((new[start:end], step != "equal") for step, _, _, start, end in steps),
    )


def _words(text: str) -> list[str]:
    return re.findall(r"\s+|\S+", text)


def _pieces(stretches: Iterable[tuple[list[str], bool]]) -> tuple[Piece, ...]:
    return tuple(Piece(text="".join(words), changed=changed) for words, changed in stretches if words)

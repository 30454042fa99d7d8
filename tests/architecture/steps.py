"""Counts the steps of a backtracking search, so that a pattern's growth can be tested without a clock.

Python's `re` tells nothing of its work. This walks the same parse tree the way its documentation describes
(https://docs.python.org/3/library/re.html): left to right, each alternative in turn, repeats as long as they get. The
real engine skips ahead where it can, so it takes no more steps than this.
"""

import re
from collections.abc import Iterator
from re import _constants as ops  # pyright: ignore[reportAttributeAccessIssue]
from re import _parser as parser  # pyright: ignore[reportAttributeAccessIssue]
from typing import Any

_SINGLE = {ops.LITERAL, ops.NOT_LITERAL, ops.ANY, ops.IN}
_SAMPLES = "a1 ~A-.\u0915\n"


class Counter:
    """The steps of finding all matches of a pattern in a text."""

    def __init__(self, pattern: "re.Pattern[str]"):
        self._tree = parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
        self._flags = pattern.flags
        self._text = ""
        self._groups: dict[int, tuple[int, int]] = {}
        self.steps = 0

    def count(self, text: str, *, once: bool = False) -> int:
        """Steps of `findall`; with `once`, of `match` or `fullmatch`."""
        self._text, self.steps, at = text, 0, 0
        while at <= len(text):
            end = next(self._sequence(list(self._tree), 0, at), None)
            if once:
                break
            at = at + 1 if end is None or end == at else end
        return self.steps

    def _sequence(self, items: list[Any], index: int, at: int) -> Iterator[int]:
        if index == len(items):
            yield at
            return
        for end in self._one(items[index], at):
            yield from self._sequence(items, index + 1, end)

    def _one(self, item: Any, at: int) -> Iterator[int]:
        self.steps += 1
        op, value = item
        if op in _SINGLE:
            if at < len(self._text) and _matches(item, self._text[at], self._flags):
                yield at + 1
        elif op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
            yield from self._repeat(op, value, at)
        elif op is ops.SUBPATTERN:
            for end in self._sequence(list(value[3]), 0, at):
                self._groups[value[0]] = at, end
                yield end
        elif op is ops.GROUPREF:
            start, end = self._groups[value]
            if self._text.startswith(self._text[start:end], at):
                yield at + end - start
        elif op is ops.BRANCH:
            for branch in value[1]:
                yield from self._sequence(list(branch), 0, at)
        elif op is ops.AT:
            if self._is_at(value, at):
                yield at
        elif op in (ops.ASSERT, ops.ASSERT_NOT):
            direction, inner = value
            start = at if direction > 0 else at - inner.getwidth()[0]
            found = start >= 0 and next(self._sequence(list(inner), 0, start), None) is not None
            if found == (op is ops.ASSERT):
                yield at
        else:
            raise NotImplementedError(op)

    def _repeat(self, op: Any, value: Any, at: int) -> Iterator[int]:
        least, most, inner = value
        if len(inner) == 1 and inner[0][0] in _SINGLE:
            end = at
            while end < len(self._text) and end - at < most and _matches(inner[0], self._text[end], self._flags):
                self.steps += 1
                end += 1
            ends = range(at + least, end + 1)
            for each in reversed(ends) if op is ops.MAX_REPEAT else ends:
                self.steps += 1
                yield each
            return
        yield from self._repeat_group(op, value, at, 0)

    def _repeat_group(self, op: Any, value: Any, at: int, done: int) -> Iterator[int]:
        least, most, inner = value
        if op is ops.MIN_REPEAT and done >= least:
            yield at
        if done < most:
            for end in self._sequence(list(inner), 0, at):
                if end > at or done < least:
                    yield from self._repeat_group(op, value, end, done + 1)
        if op is not ops.MIN_REPEAT and done >= least:
            yield at

    def _is_at(self, where: Any, at: int) -> bool:
        if where in (ops.AT_BEGINNING, ops.AT_BEGINNING_STRING):
            return at == 0
        if where in (ops.AT_END, ops.AT_END_STRING):
            return at == len(self._text) or (where is ops.AT_END and self._text[at:] == "\n")
        before = at > 0 and _is_word(self._text[at - 1])
        after = at < len(self._text) and _is_word(self._text[at])
        return (before != after) == (where is ops.AT_BOUNDARY)


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _matches(item: Any, char: str, flags: int) -> bool:
    op, value = item
    if op is ops.ANY:
        return char != "\n" or bool(flags & re.DOTALL)
    if op is ops.LITERAL:
        return ord(char) == value
    if op is ops.NOT_LITERAL:
        return ord(char) != value
    negated = value[0][0] is ops.NEGATE
    return any(_is_in(member, char) for member in value if member[0] is not ops.NEGATE) != negated


def _is_in(member: Any, char: str) -> bool:
    op, value = member
    if op is ops.LITERAL:
        return ord(char) == value
    if op is ops.RANGE:
        return value[0] <= ord(char) <= value[1]
    classes = {
        ops.CATEGORY_DIGIT: char.isdecimal(),
        ops.CATEGORY_NOT_DIGIT: not char.isdecimal(),
        ops.CATEGORY_SPACE: char.isspace(),
        ops.CATEGORY_NOT_SPACE: not char.isspace(),
        ops.CATEGORY_WORD: _is_word(char),
        ops.CATEGORY_NOT_WORD: not _is_word(char),
    }
    return classes[value]


def pumps(pattern: "re.Pattern[str]", most: int = 8) -> list[str]:
    """Short texts whose repetition may cost the pattern much: beginnings of a match, its characters, and pairs of both."""
    tree = list(parser.parse(pattern.pattern, pattern.flags))
    starts = ["".join(map(_example, tree[: end + 1])) for end in range(len(tree))]
    chars = [char for item in _walk(tree) if item[0] in _SINGLE for char in _example(item)]
    atoms = list(dict.fromkeys(text for text in (*starts, *chars) if text))[:most]
    return list(dict.fromkeys([*atoms, *(first + second for first in atoms for second in atoms), " ", "a", "1"]))


def _walk(items: Any) -> Iterator[Any]:
    for item in items:
        yield item
        op, value = item
        if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
            yield from _walk(value[2])
        elif op is ops.SUBPATTERN:
            yield from _walk(value[3])
        elif op is ops.BRANCH:
            for branch in value[1]:
                yield from _walk(branch)


def _example(item: Any) -> str:
    """A short text the item matches; empty for what matches a place only."""
    op, value = item
    if op in _SINGLE:
        tries = [chr(value)] if op is ops.LITERAL else _SAMPLES
        literals = (
            [chr(m[1] if m[0] is ops.LITERAL else m[1][0]) for m in value if m[0] in (ops.LITERAL, ops.RANGE)]
            if (op is ops.IN)
            else []
        )
        return next((char for char in (*tries, *literals) if _matches(item, char, 0)), "")
    if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
        return "".join(map(_example, value[2])) * max(1, value[0])
    if op is ops.SUBPATTERN:
        return "".join(map(_example, value[3]))
    if op is ops.BRANCH:
        return "".join(map(_example, value[1][0]))
    return ""

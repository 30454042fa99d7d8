"""What a text of a stranger costs grows with its length only. Work is counted in lines of Python, not timed."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from benchmarks import trust_cost
from benchmarks.trust_cost import READERS, TEXTS

SIZE = 250
# Between the growth of linear work, which is 2 where the text doubles, and that of quadratic work, which is 4.
LINEAR = 2.5
# Lines that a reader may take for each character. Ten lines take about a microsecond.
MOST_LINES = {"check": 400, "check_ad": 800}
FEW_LINES = 120


def count_lines(read: Callable[[str], object], text: str) -> int:
    """Count the lines of Python that reading a text takes, those of the standard library too."""
    lines = 0

    def trace(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return trace

    trust_cost.forget()
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read(text)
    finally:
        sys.settrace(before)
    return lines


@pytest.mark.parametrize("reader", READERS)
def test_costs_grow_with_the_length_of_the_text(reader: str):
    read = READERS[reader]
    read(TEXTS["names in two alphabets"](SIZE))
    grown, costly = {}, {}
    for title, make in TEXTS.items():
        small, middle, large = (count_lines(read, make(size)) for size in (SIZE // 2, SIZE, 2 * SIZE))
        # A text that is cut off elsewhere may be read in another way, so one jump is none.
        if middle > LINEAR * small + 100 and large > LINEAR * middle + 100:
            grown[title] = small, middle, large
        if (cost := large // (2 * SIZE)) > MOST_LINES.get(reader, FEW_LINES):
            costly[title] = cost
    assert grown == {}
    assert costly == {}


def test_quadratic_work_is_counted():
    def encode(text: str) -> bytes:
        return text.encode("punycode")

    small, large = (count_lines(encode, "".join(chr(0x4E00 + at) for at in range(size))) for size in (SIZE, 2 * SIZE))
    assert large > LINEAR * small

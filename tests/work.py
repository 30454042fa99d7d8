"""Counts work, so that a test can compare it at two sizes on any machine."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def count_lines(function: Callable[..., Any], *args: Any) -> int:
    """Count the lines of Python that a call executes."""
    count = 0

    def trace(_frame: FrameType, event: str, _arg: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(*args)
    finally:
        sys.settrace(before)
    return count

"""Finds the module that calls `rx.asset` without reading source files. Written for Reflex 0.10.1.

`rx.asset(..., shared=True)` calls `inspect.stack()`, which reads the source of every caller and looks through all loaded
modules, only to learn one file name: half a second for each script, most of the time that the app took to start.
"""

import inspect
import sys
from collections.abc import Iterator
from types import FrameType, ModuleType, SimpleNamespace
from typing import NamedTuple

import reflex.assets


class _Frame(NamedTuple):
    """The part of `inspect.FrameInfo` that Reflex reads."""

    frame: FrameType
    filename: str


def find_assets_quickly() -> None:
    """Replace `inspect` in `reflex.assets`; call it before any module that calls `rx.asset` is imported.

    Raises:
        RuntimeError: Reflex finds the caller in another way.
    """
    if getattr(reflex.assets, "inspect", None) not in (inspect, _QUICK):
        raise RuntimeError("Reflex finds the caller of rx.asset elsewhere; adapt marketplace/web/reflex_ext/assets.py")
    reflex.assets.inspect = _QUICK  # pyright: ignore[reportAttributeAccessIssue, reportPrivateImportUsage]


def _stack() -> list[_Frame]:
    return list(_callers(sys._getframe(1)))


def _callers(frame: FrameType | None) -> Iterator[_Frame]:
    while frame is not None:
        yield _Frame(frame, frame.f_code.co_filename)
        frame = frame.f_back


def _get_module(frame: FrameType) -> ModuleType | None:
    return sys.modules.get(frame.f_globals["__name__"])


_QUICK = SimpleNamespace(stack=_stack, getmodule=_get_module)

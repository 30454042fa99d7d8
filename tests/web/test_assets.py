"""Scripts beside components are found without reading source files."""

import inspect
import re
from pathlib import Path

import pytest
import reflex as rx
import reflex.assets

from marketplace.web.components import carousel
from marketplace.web.reflex_ext import assets


def _both() -> tuple[list[assets._Frame], list[inspect.FrameInfo]]:
    return assets._stack(), inspect.stack()


def test_reflex_asks_the_quick_one():
    assert reflex.assets.inspect is assets._QUICK


def test_callers_are_those_of_inspect():
    quick, real = _both()
    assert [frame.filename for frame in quick] == [frame.filename for frame in real]
    assert assets._QUICK.getmodule(quick[0].frame) is inspect.getmodule(real[0].frame)


def test_a_script_belongs_to_the_module_that_names_it():
    assert "external/marketplace/web/components/carousel/carousel.jsx" in str(carousel.Carousel.create().library)


def test_a_missing_script_is_told():
    with pytest.raises(FileNotFoundError, match=re.escape(str(Path(__file__).parent / "nowhere.js"))):
        rx.asset("nowhere.js", shared=True)

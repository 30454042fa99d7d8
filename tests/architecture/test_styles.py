"""The style sheets of `assets`."""

import re
from collections import Counter

from tests.conftest import ROOT


def test_each_class_has_one_definition():
    """Tailwind would join two of the same name, so that one part gets the look of another."""
    sheets = [file.read_text(encoding="utf-8") for file in sorted((ROOT / "assets").glob("*.css"))]
    names = Counter(name for sheet in sheets for name in re.findall(r"^@utility ([\w-]+)", sheet, re.MULTILINE))
    assert names
    assert [name for name, times in names.items() if times > 1] == []

"""The words of the demo: YAML files that need no knowledge of Python to edit."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

_FOLDER = Path(__file__).parent


@cache
def read(name: str) -> Any:
    """The content of `<name>.yaml`."""
    return yaml.load((_FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)

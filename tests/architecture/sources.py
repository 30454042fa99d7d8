"""The project's own source files, for tests that read them."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def python_files(*folders: str) -> list[Path]:
    """Every Python file below the folders, sorted."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def name(path: Path) -> str:
    """The file's path as people write it."""
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    """The parsed file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))

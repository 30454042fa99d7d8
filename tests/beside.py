"""Prints the tests that concern a file of the package: those of its folder, or those that name its module."""

import re
import sys
from pathlib import Path

from tests.architecture.sources import ROOT


def find_tests(file: Path) -> list[Path]:
    """Tests to run after a change to `file`.

    Args:
        file: a path relative to the project, of the package or of the tests.

    Returns:
        The file itself if it is a test; else the test of the same name; else the tests of the folder that mirrors the file's
        folder, only those that mention the module if some do. Without such a folder: all tests that mention the module; else
        the test of the same name in a folder above; else the nearest folder above.
    """
    if file.parts[0] == "tests":
        return [file]
    folder = Path("tests", *file.parts[1:-1])
    if (ROOT / folder / f"test_{file.stem}.py").exists():
        return [folder / f"test_{file.stem}.py"]
    *packages, name = file.with_suffix("").parts
    package = r"\.".join(packages)
    imports = re.compile(
        rf'from {package}\.{name} import|from {package} import (\([^)]*|.*)\b{name}\b|"{package}\.{name}\.'
    )
    named = [path for path in sorted((ROOT / "tests").rglob("test_*.py")) if "e2e" not in path.parts]
    named = [path.relative_to(ROOT) for path in named if imports.search(path.read_text())]
    if (ROOT / folder).is_dir():
        return [path for path in named if folder in path.parents] or [folder]
    if named:
        return named
    while not (ROOT / folder).is_dir():
        folder = folder.parent
        # A folder without tests of its own, such as `api/routes`, has them one level up.
        if (ROOT / folder / f"test_{file.stem}.py").exists():
            return [folder / f"test_{file.stem}.py"]
    return [folder]


if __name__ == "__main__":
    print(*find_tests(Path(sys.argv[1])))

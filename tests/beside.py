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
        folder, only those that mention the module if some do. Where that folder has packages of its own, as `tests/domain`
        has, the tests that mention the module, else those of the files that import it. Without such a folder: all tests that
        mention the module; else the test of the same name in a folder above; else the nearest folder above.
    """
    if file.parts[0] == "tests":
        return [file]
    folder, name = Path("tests", *file.parts[1:-1]), f"test_{file.stem}.py"
    if (ROOT / folder / name).exists():
        return [folder / name]
    named = _tests_that_import(file)
    has_folder, is_root = (ROOT / folder).is_dir(), any((ROOT / folder).glob("*/test_*.py"))
    if has_folder and not is_root:
        return [path for path in named if folder in path.parents] or [folder]
    # A folder without tests of its own, such as `api/routes`, has them one level up.
    same = [above / name for above in folder.parents[:-1] if (ROOT / above / name).exists()]
    if has_folder:
        found = same or named or [test for user in _files_that_import(file) for test in find_tests(user)]
        found = [path for path in dict.fromkeys(found) if not set(path.parents).intersection(found)]
        return found or [path.relative_to(ROOT) for path in sorted((ROOT / folder).glob("test_*.py"))]
    return named or same[:1] or [next(above for above in folder.parents if (ROOT / above).is_dir())]


def _tests_that_import(file: Path) -> list[Path]:
    return [path for path in _files_that_import(file, "tests", "test_*.py") if "e2e" not in path.parts]


def _files_that_import(file: Path, below: str = "marketplace", names: str = "*.py") -> list[Path]:
    *packages, name = file.with_suffix("").parts
    package = r"\.".join(packages)
    imports = re.compile(
        rf'from {package}\.{name} import|from {package} import (\([^)]*|.*)\b{name}\b|"{package}\.{name}\.'
    )
    found = [path for path in sorted((ROOT / below).rglob(names)) if imports.search(path.read_text())]
    return [path.relative_to(ROOT) for path in found]


if __name__ == "__main__":
    print(*find_tests(Path(sys.argv[1])))

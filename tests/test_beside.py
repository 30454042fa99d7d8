"""`make check` runs the tests that concern a file."""

from pathlib import Path

import pytest

from tests.beside import find_tests


@pytest.mark.parametrize(
    ("file", "found"),
    [
        ("tests/core/test_ids.py", "tests/core/test_ids.py"),
        ("marketplace/core/ids.py", "tests/core/test_ids.py"),
        ("marketplace/domain/wishlist/rules.py", "tests/domain/wishlist"),
        ("marketplace/domain/accounts/attempts.py", "tests/domain/accounts"),
        ("marketplace/api/routes/reports.py", "tests/api/test_reports.py"),
        ("marketplace/web/pages/nowhere/page.py", "tests/web/pages"),
    ],
)
def test_the_nearest_tests_are_found(file, found):
    assert find_tests(Path(file)) == [Path(found)]


def test_tests_that_import_the_module_are_found():
    assert Path("tests/architecture/test_texts.py") in find_tests(Path("marketplace/i18n/texts.py"))

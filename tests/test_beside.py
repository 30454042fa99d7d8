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
        ("marketplace/domain/accounts/account_mails.py", "tests/domain/accounts"),
        ("marketplace/api/routes/reports.py", "tests/api/test_reports.py"),
        ("marketplace/web/pages/nowhere/page.py", "tests/web/pages"),
        ("marketplace/domain/ad_texts.py", "tests/test_ad_texts.py"),
    ],
)
def test_the_nearest_tests_are_found(file, found):
    assert find_tests(Path(file)) == [Path(found)]


def test_tests_that_import_the_module_are_found():
    assert Path("tests/architecture/test_texts.py") in find_tests(Path("marketplace/i18n/texts.py"))


def test_a_module_of_several_domains_has_the_tests_of_those_that_import_it():
    found = find_tests(Path("marketplace/domain/waiting_rows.py"))
    assert Path("tests/domain/handovers") in found
    assert Path("tests/domain") not in found
    assert Path("tests/domain/search") not in found

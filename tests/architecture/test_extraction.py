"""The catalogue finds the texts that stand in constants."""

import io
import subprocess
import sys

from tests.architecture import sources
from tools.extraction import extract_messages

SOURCE = b'''"""A docstring is no text."""

LOGIN_FIRST = "Please login"
REASONS: dict[str, str] = {"spam": "It is spam", "many": ("One", "Two")}
lower = "not a constant"
LENGTH = 3
TEXT = """Hello,

{name}
"""
'''


def test_constants_are_found_and_codes_are_not():
    found = [text for _line, _name, text, _comments in extract_messages(io.BytesIO(SOURCE), {}, [], {})]
    assert found == ["Please login", "It is spam", "One", "Two", "Hello,\n\n{name}\n"]


def test_the_catalogue_is_current(tmp_path):
    made = tmp_path / "made.pot"
    command = ["babel.messages.frontend", "-q", "extract", "-F", "babel.cfg", "-k", "t", "-k", "tn:1,2"]
    options = ["--no-location", "--omit-header", "-o", str(made), "marketplace"]
    subprocess.run([sys.executable, "-m", *command, *options], cwd=sources.ROOT, check=True)
    kept = sources.ROOT / "marketplace" / "i18n" / "locale" / "marketplace.pot"
    assert made.read_text() == kept.read_text(), "run `make texts`"

"""The catalogue finds the texts that stand in constants."""

import io

from marketplace.cli.extraction import extract_messages

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

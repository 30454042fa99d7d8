"""Tests of `sanitize`."""

import pytest
from sqlmodel import select

from marketplace.core.sanitize import sanitize
from marketplace.models import Account
from tests import factories


@pytest.mark.parametrize("text", ["", "plain", "नमस्ते 💥", "a\nb\t"])
def test_clean_text_is_returned_itself(text):
    assert sanitize(text) is text


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("a\x00b", "a\ufffdb"),
        ("a\ud800b", "a\ufffdb"),
        ("\udca5", "\ufffd"),
        ("\ud83d\udca5", "💥"),
        ("न\x00\ud800", "न\ufffd\ufffd"),
    ],
)
def test_nul_and_lone_surrogates_are_replaced(text, made):
    assert sanitize(text) == made
    assert sanitize({text: [text, (1, text)]}) == {made: [made, (1, made)]}


def test_other_values_are_returned_themselves():
    for value in (None, 1, 1.5, True, b"\x00"):
        assert sanitize(value) is value


def test_statement_parameters_are_sanitized(db):
    account = factories.buyer(db, name="Zero \x00 half \ud800")
    assert db.exec(select(Account).where(Account.username == "\x00")).first() is None
    db.refresh(account)
    assert account.name == "Zero \ufffd half \ufffd"

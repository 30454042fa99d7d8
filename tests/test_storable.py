"""Texts that every database can hold."""

import pytest
from sqlmodel import select

from marketplace.models import Account
from marketplace.storable import make_storable
from tests import factories


@pytest.mark.parametrize("text", ["", "plain", "नमस्ते 💥", "a\nb\t"])
def test_what_is_fine_stays(text):
    assert make_storable(text) is text


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
def test_what_is_not_is_replaced(text, made):
    assert make_storable(text) == made
    assert make_storable({text: [text, (1, text)]}) == {made: [made, (1, made)]}


def test_other_values_stay():
    for value in (None, 1, 1.5, True, b"\x00"):
        assert make_storable(value) is value


def test_databases_are_spared(db):
    account = factories.buyer(db, name="Zero \x00 half \ud800")
    assert db.exec(select(Account).where(Account.username == "\x00")).first() is None
    db.refresh(account)
    assert account.name == "Zero \ufffd half \ufffd"

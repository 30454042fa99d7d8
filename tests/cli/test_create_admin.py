"""Tests of `create-admin`."""

import io
import sys

import pytest
from sqlmodel import select

from marketplace.cli import admin
from marketplace.core.errors import Invalid, RuleBroken
from marketplace.models import Account, AccountKind
from marketplace.settings import get_settings
from tests.domain.accounts.steps import NEW_PASSWORD, PASSWORD


@pytest.fixture
def typed(monkeypatch):
    """Return a function that sets standard input, which is not a terminal."""
    return lambda text: monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_password_from_a_pipe(db, typed, capsys):
    typed(f"{PASSWORD}\n")
    admin.create_admin("root@example.org")
    assert db.exec(select(Account)).one().kind is AccountKind.ADMIN
    said = capsys.readouterr().out
    assert "root@example.org is ready" in said
    assert PASSWORD not in said


def test_password_from_a_terminal(db, monkeypatch, capsys):
    answers = [PASSWORD, PASSWORD]
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", lambda _prompt: answers.pop())
    admin.create_admin("root@example.org")


def test_different_passwords_are_refused(db, monkeypatch):
    answers = [PASSWORD, NEW_PASSWORD]
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", lambda _prompt: answers.pop())
    with pytest.raises(RuleBroken, match="Passwords do not match"):
        admin.create_admin("root@example.org")


@pytest.mark.parametrize("text", ["", "12345\n"])
def test_invalid_password_is_refused(db, typed, text):
    typed(text)
    with pytest.raises(Invalid):
        admin.create_admin("root@example.org")


def test_administrator_of_a_public_site_gets_a_second_factor(db, typed, capsys, monkeypatch):
    monkeypatch.setattr(get_settings(), "site_url", "https://market.example.org")
    typed(f"{PASSWORD}\n")
    admin.create_admin("root@example.org")
    said = capsys.readouterr().out
    assert "Recovery codes" in said
    assert db.exec(select(Account)).one().totp_enabled_at is not None

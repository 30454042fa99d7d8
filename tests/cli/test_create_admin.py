"""`create-admin`: reads the password, makes the administrator, shows what an authenticator app needs."""

import io
import sys

import pytest
from sqlmodel import select

from marketplace.cli import admin
from marketplace.errors import Invalid, RuleBroken
from marketplace.models import Account, AccountKind
from marketplace.settings import get_settings
from tests.domain.accounts.steps import NEW_PASSWORD, PASSWORD


@pytest.fixture
def typed(monkeypatch):
    """Sets what comes from standard input, which is no terminal."""
    return lambda text: monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_from_a_pipe(db, typed, capsys):
    typed(f"{PASSWORD}\n")
    assert admin.create_admin("root@example.org") == 0
    assert db.exec(select(Account)).one().kind is AccountKind.ADMIN
    said = capsys.readouterr().out
    assert "root@example.org is ready" in said
    assert PASSWORD not in said


def test_from_a_terminal_twice(db, monkeypatch, capsys):
    answers = [PASSWORD, PASSWORD]
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", lambda _prompt: answers.pop())
    assert admin.create_admin("root@example.org") == 0


def test_two_that_differ(db, monkeypatch):
    answers = [PASSWORD, NEW_PASSWORD]
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", lambda _prompt: answers.pop())
    with pytest.raises(RuleBroken, match="Passwords do not match"):
        admin.create_admin("root@example.org")


@pytest.mark.parametrize("text", ["", "12345\n"])
def test_what_is_no_password(db, typed, text):
    typed(text)
    with pytest.raises(Invalid):
        admin.create_admin("root@example.org")


def test_on_a_public_site_a_second_factor_comes_with_it(db, typed, capsys, monkeypatch):
    monkeypatch.setattr(get_settings(), "site_url", "https://market.example.org")
    typed(f"{PASSWORD}\n")
    admin.create_admin("root@example.org")
    said = capsys.readouterr().out
    assert "Recovery codes" in said
    assert db.exec(select(Account)).one().totp_enabled_at is not None

"""Tests of what the start prints: the address only once the site answers there."""

import pytest

from marketplace.cli import listening, start
from marketplace.settings import get_settings


def test_the_address_is_printed_once_the_site_answers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture):
    answers, printed = [False, False, True], []

    def is_ours(_address: listening.ListenAddress) -> bool:
        printed.append(capsys.readouterr().out)
        return answers.pop(0)

    monkeypatch.setattr(listening, "is_ours", is_ours)
    monkeypatch.setattr(listening, "_POLL_S", 0)
    listening._wait_and_print("The site is at http://localhost:3000")
    assert printed == ["", "", ""]
    assert capsys.readouterr().out == "The site is at http://localhost:3000\n"


def test_the_banner_names_the_public_address_and_the_port(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(start.schema, "has_demo", lambda: False)
    monkeypatch.setattr(get_settings(), "site_url", "https://market.example.org")
    banner = start._describe_site()
    assert "is at https://market.example.org\n" in banner
    assert f"listening on {get_settings().host}:{get_settings().port}" in banner
    assert "Demo logins" not in banner

"""Tests of the parser of email addresses."""

import re
from pathlib import Path

import email_validator
import pytest

from marketplace.core import email_address

ENCODED = [
    "=?utf-8?q?asha?=@example.org",
    "=?utf-8?Q?=61sha?=@example.org",
    "=?utf-8?b?YXNoYQ==?=@example.org",
    "=?us-ascii?q?asha=2Cvictim?=@example.org",
    "asha=?utf-8?q?x?=@example.org",
    "asha.=?utf-8?q?x?=@example.org",
]


@pytest.mark.parametrize("text", ENCODED)
def test_encoded_words_are_refused(text: str):
    assert email_address.parse(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "asha",
        "asha@",
        "@example.org",
        "a b@example.org",
        "a@b",
        "é@example.org",
        "ａsha@example.org",
        "\u212aim@example.org",
        "Asha <asha@example.org>",
        "asha@example.org, victim@example.org",
        '"asha"@example.org',
        "asha@[127.0.0.1]",
        "asha@example.org\r\nBcc: victim@example.org",
    ],
)
def test_anything_but_one_plain_address_is_refused(text: str):
    assert email_address.parse(text) is None


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        (" Asha@Example.ORG ", "asha@example.org"),
        ("asha@BÜCHER.example", "asha@xn--bcher-kva.example"),
        ("asha@ｅxample.org", "asha@example.org"),
        ("asha+tag@example.org", "asha+tag@example.org"),
        ("a.sha@example.org", "a.sha@example.org"),
    ],
)
def test_addresses_are_normalized(text: str, stored: str):
    assert email_address.parse(text) == stored


def test_length_is_checked_before_parsing(monkeypatch):
    read = []
    real = email_validator.validate_email
    monkeypatch.setattr(
        email_validator, "validate_email", lambda text, **options: read.append(text) or real(text, **options)
    )
    assert email_address.parse("a" * 980_000 + "@example.org") is None
    assert read == []
    assert email_address.parse("asha@example.org") == "asha@example.org"
    assert read == ["asha@example.org"]


def test_local_domains_need_the_option():
    assert email_address.parse("no-reply@localhost") is None
    assert email_address.parse("no-reply@localhost", allow_local_domain=True) == "no-reply@localhost"
    assert email_address.parse("=?utf-8?q?a?=@localhost", allow_local_domain=True) is None


@pytest.mark.parametrize(
    ("address", "mailbox"),
    [
        ("asha@example.org", "asha@example.org"),
        ("asha+one@example.org", "asha@example.org"),
        ("asha+one+two@example.org", "asha@example.org"),
        ("a.sha@example.org", "a.sha@example.org"),
        ("+one@example.org", "+one@example.org"),
    ],
)
def test_mailbox_drops_the_subaddress_and_keeps_dots(address: str, mailbox: str):
    assert email_address.mailbox(address) == mailbox


def test_only_this_module_parses_addresses():
    parsers = re.compile(r"email_validator|EmailStr|parseaddr|formataddr|getaddresses")
    package = Path(email_address.__file__).parent.parent
    found = {path.name for path in package.rglob("*.py") if parsers.search(path.read_text())}
    assert found == {"email_address.py"}

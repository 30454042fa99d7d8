"""Finds phone numbers and email addresses in texts that people write."""

import re

# Indian mobile numbers, with or without country code, spaces and hyphens.
_PHONE = re.compile(r"(?<!\d)(?:\+?91[\s-]?|0)?[6-9](?:\d{4}[\s-]?\d{5}|\d{2}[\s-]?\d{3}[\s-]?\d{4})(?!\d)")
# It begins where a run of its characters begins, so that a long text takes linear time.
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def find_phones(text: str) -> list[str]:
    """List what looks like a phone number, as it is written."""
    return [found.group().strip() for found in _PHONE.finditer(text)]


def find_emails(text: str) -> list[str]:
    """List what looks like an email address, as it is written."""
    return [found.group() for found in _EMAIL.finditer(text)]

"""Finds phone numbers and email addresses in texts that people write."""

import re
import unicodedata
from itertools import pairwise

from marketplace.core.text import normalise
from marketplace.domain.number_words import DIGITS, TIMES

# Indian mobile numbers, with or without country code, spaces and hyphens.
_PHONE = re.compile(r"(?<!\d)(?:\+?91[\s-]?|0)?[6-9](?:\d{4}[\s-]?\d{5}|\d{2}[\s-]?\d{3}[\s-]?\d{4})(?!\d)")
_LONGEST_CURRENCY = 10
_THOUSANDS = re.compile(r"(?<=\d),000(?!\d)")
_MOBILE = re.compile("[6-9][0-9]{9}")
_DIGITS, _MOST_DIGITS = 10, 12
# Numbers, words and signs; the last end a number that is written in parts, unless people put them between its parts.
_TOKEN = re.compile(r"\d+|(?:[^\W\d_]|[\u0900-\u0963])+|[^\w\s().,*_/+-]")
# It begins where a run of its characters begins, so that a long text takes linear time.
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def find_phones(text: str) -> list[str]:
    """List what looks like a phone number, as it is written."""
    return [found.group().strip() for found in _PHONE.finditer(text) if not _are_amounts(found)]


def _are_amounts(found: re.Match[str]) -> bool:
    """Whether a number in groups is a list of amounts, such as the range "70000-80000" or "₹72999-78999"."""
    groups = found.group().replace("-", " ").split()
    if len(groups) < 2 or any(group[0] in "+0" for group in groups):
        return False
    amounts = list(map(int, groups))
    return _are_round(amounts) or (amounts == sorted(amounts) and _has_currency(found))


def _has_currency(found: re.Match[str]) -> bool:
    text = found.string.lower()
    before = text[max(0, found.start() - _LONGEST_CURRENCY) : found.start()].split()[-1:]
    after = text[found.end() : found.end() + _LONGEST_CURRENCY].split()[:1]
    return any(word.strip("(.") in ("₹", "rs", "inr") for word in before) or any(
        word.startswith("/-") or word.strip(".,;)") in ("₹", "rs", "inr", "rupees") for word in after
    )


def _are_round(amounts: list[int]) -> bool:
    return all(amount % 100 == 0 for amount in amounts)


def find_disguised_phones(text: str) -> list[str]:
    """List the mobile numbers that are spelt out, in other scripts' digits, or in parts, as ten plain digits.

    Lists of sizes may look alike, so this is evidence for people and no ground to refuse a text.
    """
    found: dict[str, None] = {}
    for line in _THOUSANDS.sub("000", normalise("NFKC", text).lower()).splitlines():
        for run in _list_runs(line):
            if number := _read_number(run):
                found[number] = None
    return list(found)


def _list_runs(line: str) -> list[list[str]]:
    """List the runs of digits and digit words of a line, each as its groups of plain digits."""
    runs: list[list[str]] = [[]]
    times = 1
    for token in _TOKEN.findall(line):
        digits = DIGITS.get(token, "")
        if token.isdecimal():
            digits = "".join(str(unicodedata.decimal(digit)) for digit in token)
        if digits:
            runs[-1].append(digits * times if len(digits) == 1 else digits)
        elif token not in TIMES:
            runs.append([])
        times = TIMES.get(token, 1)
    return runs


def _read_number(groups: list[str]) -> str:
    """The mobile number that the groups of digits are together; empty if they are none, or amounts, or in order, such as sizes."""
    numbers = [int(group) for group in groups if len(group) <= _MOST_DIGITS]
    is_ordered = len(numbers) > 1 and all(one < other for one, other in pairwise(numbers))
    are_amounts = len(numbers) > 1 and _are_round(numbers) and not any(group.startswith("0") for group in groups)
    number = "".join(groups)
    for prefix in ("91", "0"):
        if len(number) == _DIGITS + len(prefix):
            number = number.removeprefix(prefix)
    return number if _MOBILE.fullmatch(number) and not (is_ordered or are_amounts) else ""


def find_emails(text: str) -> list[str]:
    """List what looks like an email address, as it is written."""
    return [found.group() for found in _EMAIL.finditer(text)]

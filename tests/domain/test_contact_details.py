"""Amounts, years and pin codes are no phone numbers, and phone numbers beside them are found."""

import pytest

from marketplace.domain.contact_details import find_disguised_phones, find_phones

NUMBERS_OF_OTHER_KINDS = [
    "Price 70000-80000",
    "70000 - 80000",
    "80000-70000",
    "Price 70000 80000 negotiable",
    "Rs 65000-72500 only",
    "₹72999-78999",
    "Rs. 72950-78950",
    "INR 61499-62499",
    "between 72999-78999 rupees",
    "72999-78999/-",
    "10000-20000",
    "Rs 9000-12000 only",
    "9000-120000",
    "70,000-80,000",
    "₹70,000-₹80,000",
    "2019-2021",
    "411001-411045",
    "pin 600001-600045",
    "600045-600001",
    "700-800-1000 ml",
    "60000-90000 km, 2019-2021",
]
PHONES = [
    "9876543210",
    "98765-43210",
    "98765 43210",
    "987-654-3210",
    "+91 98765-43210",
    "098765-43210",
    "98000 00000",
    "70123-80456",
    # With a country code nobody writes an amount.
    "+91 70000-80000",
]


@pytest.mark.parametrize("text", NUMBERS_OF_OTHER_KINDS)
def test_other_numbers_are_no_phone(text):
    assert (find_phones(text), find_disguised_phones(text)) == ([], [])


@pytest.mark.parametrize("phone", PHONES)
def test_a_phone_is_found(phone):
    assert find_phones(f"Call {phone}.") == [phone]


@pytest.mark.parametrize("text", NUMBERS_OF_OTHER_KINDS)
@pytest.mark.parametrize("phone", PHONES)
def test_a_phone_beside_other_numbers_is_found(text, phone):
    assert find_phones(f"{text}, {phone}") == [phone]
    assert find_phones(f"{phone}, {text}") == [phone]
    assert find_phones(f"{text} call {phone} for {text}") == [phone]

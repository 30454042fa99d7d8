"""Values of dynamic fields as people read them."""

from collections.abc import Iterable
from datetime import date

from marketplace.core.dates import format_date
from marketplace.core.money import group_indian
from marketplace.models import InputType

# Years have four digits and stay together.
_LEAST_GROUPED_DIGITS = 5
# Types of fields whose values say something in a few words.
FACT_TYPES = (InputType.NUMBER, InputType.SELECT, InputType.TEXT)
# Longer values are left to the page of the ad.
FACT_LENGTH = 40
FACTS = 2
# The longest text that fits on one line of the narrowest card.
FACT_LINE_LENGTH = 26
# Shorter texts say nothing without their label: XL, 4K.
_CODE_LENGTH = 4


def format_field(input_type: str, text: str, unit: str = "") -> str:
    """Format a date, or a number with its unit, grouped from 10,000 on; other values stay as typed."""
    if input_type == InputType.NUMBER:
        number = group_indian(int(text)) if text.isdecimal() and len(text) >= _LEAST_GROUPED_DIGITS else text
        return f"{number} {unit}" if number and unit else number
    if input_type != InputType.DATE:
        return text
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    return format_date(day)


def fact_line(name: str, facts: Iterable[tuple[InputType, str, str, str]]) -> str:
    """Return the line of facts on a card, from input types, labels, texts and units: the first two that fit and that the ad's name does
    not say already.
    """
    said = f" {name} ".casefold().replace(",", " ")
    line: list[str] = []
    for input_type, label, value, unit in facts:
        text = _fact_text(input_type, label, value, unit)
        fits = len(" · ".join([*line, text])) <= FACT_LINE_LENGTH
        if fits and f" {value} ".casefold() not in said:
            line.append(text)
    return " · ".join(line[:FACTS])


def _fact_text(input_type: InputType, label: str, value: str, unit: str) -> str:
    """A fact in a few words: Year: 2018, Operator: Included, Godrej.

    Options are written to stand below their label, as numbers are; only a typed text says by itself what it is.
    """
    if input_type == InputType.TEXT and len(value) > _CODE_LENGTH and not value[0].isdigit():
        return value
    label, _, unit_of_label = label.rstrip(")").partition(" (")
    return f"{label}: {value} {unit or unit_of_label}".rstrip()

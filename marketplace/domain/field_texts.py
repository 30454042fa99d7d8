"""Values of dynamic fields as people read them."""

from datetime import date

from marketplace.core.dates import format_date
from marketplace.core.money import group_indian
from marketplace.models import InputType

# Years have four digits and stay together.
_LEAST_GROUPED_DIGITS = 5


def format_field(input_type: str, text: str) -> str:
    """Format a date, or a whole number from 10,000 on; other values stay as typed."""
    if input_type == InputType.NUMBER:
        return group_indian(int(text)) if text.isdecimal() and len(text) >= _LEAST_GROUPED_DIGITS else text
    if input_type != InputType.DATE:
        return text
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    return format_date(day)

"""The least and greatest values of number and date fields."""

from datetime import date

from marketplace.core import clock
from marketplace.core.errors import Invalid
from marketplace.core.numbers import parse_decimal
from marketplace.domain import site_time
from marketplace.domain.catalog import messages
from marketplace.domain.catalog.schemas import FieldView
from marketplace.domain.field_texts import format_field
from marketplace.i18n.texts import t
from marketplace.models import InputType

# Bounds that move with time, as an admin types them.
TODAY, THIS_YEAR, NEXT_YEAR = "today", "this year", "next year"
MAX_LENGTH = 20


def resolve(input_type: str, bound: str) -> str:
    """Return a bound as the text of a number or date today.

    Args:
        bound: a number, `this year` or `next year` of a number field; a date like 2026-12-31 or `today` of a date field.

    Raises:
        ValueError: it is none of these.
    """
    today = clock.now().astimezone(site_time.zone()).date()
    if input_type == InputType.DATE:
        return (today if bound == TODAY else date.fromisoformat(bound)).isoformat()
    text = {THIS_YEAR: str(today.year), NEXT_YEAR: str(today.year + 1)}.get(bound, bound)
    if len(bound) > MAX_LENGTH or parse_decimal(text) is None:
        raise ValueError(bound)
    return text


def describe(field: FieldView) -> str:
    """Return the bounds of a number or date for its hint, for example "From 1950 to 2027"; empty without bounds."""
    least, most = _bounds(field)
    if not (least or most):
        return ""
    words = messages.FROM_TO if least and most else messages.FROM if least else messages.UP_TO
    return t(words, **_format(field, least, most))


def check(field: FieldView, text: str) -> None:
    """Check that a number or date, as `check_values` stores it, is within the bounds of its field.

    Raises:
        Invalid: it is not; the message names the bounds.
    """
    least, most = _bounds(field)
    if (least and is_less(field.input_type, text, least)) or (most and is_less(field.input_type, most, text)):
        message = messages.NOT_BETWEEN if least and most else messages.TOO_LITTLE if least else messages.TOO_MUCH
        raise Invalid(t(message, label=field.label, **_format(field, least, most)), field.id)


def _bounds(field: FieldView) -> tuple[str, str]:
    least, most = (resolve(field.input_type, bound) if bound else "" for bound in (field.least, field.most))
    return least, most


def _format(field: FieldView, least: str, most: str) -> dict[str, str]:
    return {
        "least": format_field(field.input_type, least, "" if most else field.unit),
        "most": format_field(field.input_type, most, field.unit),
    }


def is_less(input_type: str, one: str, other: str) -> bool:
    """Whether a number or date is less than another."""
    return one < other if input_type == InputType.DATE else (parse_decimal(one) or 0) < (parse_decimal(other) or 0)

"""Validation of dynamic field values against their definitions."""

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal

from marketplace.core.errors import Invalid
from marketplace.core.numbers import parse_decimal, parse_typed
from marketplace.core.text import clean_line
from marketplace.domain.catalog import bounds, messages
from marketplace.domain.catalog.schemas import CheckedValue, FieldView
from marketplace.i18n.texts import t
from marketplace.models import InputType

VALUE_MAX_LENGTH = 2_000


def check_values(fields: Iterable[FieldView], values: Mapping[str, str | float | int | None]) -> list[CheckedValue]:
    """Validate form values by field id; returns them in field order, without empty ones and unknown ids.

    Raises:
        Invalid: a required value is missing, or a value has the wrong type or is out of bounds. The caller must check that files exist and
            belong to the actor.
    """
    fields = list(fields)
    texts = {field.id: _text(values.get(field.id)) for field in fields}
    missing = [field for field in fields if field.required and not texts[field.id]]
    if missing:
        raise Invalid(
            t(messages.MISSING_FIELDS, labels=", ".join(field.label for field in missing)),
            errors=[
                {"field": field.id, "message": t(messages.MISSING_FIELDS, labels=field.label)} for field in missing
            ],
        )
    return [_check(field, texts[field.id]) for field in fields if texts[field.id]]


def _text(value: str | float | int | None) -> str:
    return "" if value is None else clean_line(str(value))


def _check(field: FieldView, text: str) -> CheckedValue:
    if len(text) > VALUE_MAX_LENGTH:
        raise Invalid(t(messages.VALUE_TOO_LONG, label=field.label, most=VALUE_MAX_LENGTH), field.id)
    if field.input_type in (InputType.NUMBER, InputType.DATE):
        number = _number(field, text) if field.input_type == InputType.NUMBER else None
        if number is None:
            text = _date(field, text)
        elif parse_decimal(text) is None:
            text = f"{number:f}"
        bounds.check(field, text)
        return CheckedValue(field=field, text=text, number=None if number is None else float(number))
    if field.input_type == InputType.SELECT and text not in field.options:
        raise Invalid(t(messages.NOT_AN_OPTION, label=field.label), field.id)
    return CheckedValue(field=field, text=text)


def _number(field: FieldView, text: str) -> Decimal:
    number = parse_typed(text, field.unit)
    if number is None:
        raise Invalid(t(messages.NOT_A_NUMBER, label=field.label), field.id)
    return number


def _date(field: FieldView, text: str) -> str:
    # A JavaScript Date arrives as a full ISO timestamp; only its date counts.
    day, _, rest = text.partition("T")
    try:
        if len(day) != 10 or (rest and not rest[0].isdigit()):
            raise ValueError
        return date.fromisoformat(day).isoformat()
    except ValueError:
        raise Invalid(t(messages.NOT_A_DATE, label=field.label), field.id) from None

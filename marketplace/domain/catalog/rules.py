"""What the values of dynamic fields must be like, by their definitions."""

import math
from collections.abc import Iterable, Mapping
from datetime import date

from marketplace.domain.catalog import messages
from marketplace.domain.catalog.schemas import CheckedValue, FieldView
from marketplace.domain.typed import clean
from marketplace.errors import Invalid
from marketplace.models import InputType
from marketplace.texts import t

VALUE_MAX_LENGTH = 2_000


def check_values(fields: Iterable[FieldView], values: Mapping[str, str | float | int | None]) -> list[CheckedValue]:
    """The values of a form, in the order of its fields; empty ones are left out.

    Args:
        fields: the subcategory's definitions.
        values: by field id; ids that no definition has are ignored.

    Raises:
        Invalid: required values are missing, or a value is not of its field's kind. Whether a file exists
            and whose it is, the caller must find out.
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
    return "" if value is None else clean(str(value))


def _check(field: FieldView, text: str) -> CheckedValue:
    if len(text) > VALUE_MAX_LENGTH:
        raise _wrong(field, t(messages.VALUE_TOO_LONG, label=field.label, most=VALUE_MAX_LENGTH))
    if field.input_type == InputType.NUMBER:
        return CheckedValue(field=field, text=text, number=_number(field, text))
    if field.input_type == InputType.DATE:
        return CheckedValue(field=field, text=_date(field, text))
    if field.input_type == InputType.SELECT and text not in field.options:
        raise _wrong(field, t(messages.NOT_AN_OPTION, label=field.label))
    return CheckedValue(field=field, text=text)


def _number(field: FieldView, text: str) -> float:
    try:
        # Python would take 1_000 too, which nobody means.
        number = math.nan if "_" in text else float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise _wrong(field, t(messages.NOT_A_NUMBER, label=field.label))
    return number


def _date(field: FieldView, text: str) -> str:
    # A browser's Date object arrives as a full ISO time; its day is what was meant.
    day, _, rest = text.partition("T")
    try:
        if len(day) != 10 or (rest and not rest[0].isdigit()):
            raise ValueError
        return date.fromisoformat(day).isoformat()
    except ValueError:
        raise _wrong(field, t(messages.NOT_A_DATE, label=field.label)) from None


def _wrong(field: FieldView, message: str) -> Invalid:
    return Invalid(message, errors=[{"field": field.id, "message": message}])

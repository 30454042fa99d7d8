"""Validation of the dynamic fields of an ad, and what a change of it keeps."""

from collections.abc import Callable, Mapping, Sequence

from marketplace.core.errors import Invalid
from marketplace.core.numbers import parse_typed
from marketplace.core.text import clean_line
from marketplace.domain import catalog
from marketplace.domain.ads import messages
from marketplace.domain.ads.versions import Value
from marketplace.domain.catalog.schemas import CheckedValue, FieldView
from marketplace.i18n.texts import t
from marketplace.models import InputType, Upload

FindUpload = Callable[[str], Upload | None]
Given = Mapping[str, str | float | int | None]


def check_values(
    fields: Sequence[FieldView], given: Given, before: Sequence[Value] | None, find_upload: FindUpload
) -> tuple[Value, ...]:
    """Validate the field values of an ad; returns them in field order, values of archived fields last.

    What an administrator changed meanwhile concerns only the fields that the seller touches: other values stay as they are, also
    those of archived fields, of options that were removed, and missing ones of fields that became required.

    Args:
        fields: the definitions that are asked.
        given: by field id; a field that is asked and left out is empty, an archived one is untouched.
        before: the values that are changed; None for a new ad, which is asked for everything.
        find_upload: returns the upload for an id or URL if the ad may show it.

    Raises:
        Invalid: a touched value is missing or not allowed.
    """
    old = {value.field_id: value for value in before or ()}
    kept = set[str]() if before is None else _find_untouched(fields, given, old, find_upload)
    checked = catalog.check_values([field for field in fields if field.id not in kept], given)
    missing = [each.field for each in checked if each.is_file and find_upload(each.text) is None]
    if missing:
        errors = [{"field": field.id, "message": t(messages.NOT_YOUR_FILE, label=field.label)} for field in missing]
        raise Invalid(errors[0]["message"], errors=errors)
    new = {each.field.id: _convert(each, find_upload) for each in checked}
    new |= {field_id: old[field_id] for field_id in kept & old.keys()}
    if new == old:
        # An administrator's new order of the fields is no change.
        return tuple(old.values())
    order = dict.fromkeys([*(field.id for field in fields), *old])
    return tuple(new[field_id] for field_id in order if field_id in new)


def _find_untouched(
    fields: Sequence[FieldView], given: Given, old: Mapping[str, Value], find_upload: FindUpload
) -> set[str]:
    asked = {field.id for field in fields}
    archived = old.keys() - asked
    kept = {each for each in asked | old.keys() if _is_same(old.get(each), given.get(each), find_upload)}
    kept |= archived - given.keys()
    for field_id in archived - kept:
        if _text(given[field_id]):
            raise Invalid(t(messages.FIELD_ARCHIVED, label=old[field_id].label), field_id)
    return kept


def _text(value: str | float | int | None) -> str:
    return "" if value is None else clean_line(str(value))


def _is_same(old: Value | None, value: str | float | int | None, find_upload: FindUpload) -> bool:
    text = _text(value)
    if old is None or not text:
        return old is None and not text
    if old.upload_id:
        upload = find_upload(text)
        return upload is not None and upload.id == old.upload_id
    if old.number is not None:
        number = parse_typed(text, old.unit)
        return number is not None and float(number) == old.number
    if old.input_type == InputType.DATE:
        # A JavaScript Date arrives as a full ISO timestamp.
        text = text.partition("T")[0]
    return text == old.text


def _convert(checked: CheckedValue, find_upload: FindUpload) -> Value:
    field = checked.field
    upload = find_upload(checked.text) if checked.is_file else None
    return Value(
        field_id=field.id,
        label=field.label,
        input_type=field.input_type,
        text="" if upload else checked.text,
        number=checked.number,
        unit=field.unit,
        upload_id=upload.id if upload else None,
    )

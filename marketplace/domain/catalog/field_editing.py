"""Editing of a subcategory's dynamic fields by admins. Every change is written to the audit log."""

from typing import Any

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.core.text import clean_line
from marketplace.domain import audit, effects
from marketplace.domain.catalog import bounds, messages, queries
from marketplace.domain.catalog.editing import NAME_MAX_LENGTH, check_name, get_active_subcategory, put_in_order
from marketplace.domain.catalog.reference import field_view
from marketplace.domain.catalog.schemas import FieldDraft, FieldView
from marketplace.domain.effects import Event, Occasion
from marketplace.domain.once import stores_once
from marketplace.i18n.texts import t
from marketplace.models import FieldDefinition, InputType

UNIT_MAX_LENGTH = 20


@stores_once
def create_field(db: Session, actor: Actor, subcategory_id: str, draft: FieldDraft) -> FieldView:
    """Create a field at the end of the form. Existing ads stay valid without it.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such subcategory.
        Invalid: invalid label, input type, options, unit or bounds.
    """
    actor.require_admin()
    subcategory = get_active_subcategory(db, subcategory_id)
    definition = _check(draft)
    last = max((row.position for row in queries.list_fields(db, [subcategory.id])), default=0)
    field = FieldDefinition(subcategory_id=subcategory.id, position=last + 1, **definition)
    db.add(field)
    db.flush()
    audit.write(db, actor, "field.create", "field", field.id, {}, _state(field))
    return field_view(field)


def update_field(db: Session, actor: Actor, field_id: str, draft: FieldDraft) -> FieldView:
    """Change a field's definition. Existing values keep their label, type and unit, and may be out of the new bounds.

    Raises:
        NotSignedIn, Forbidden, NotFound, Invalid: as for `create_field`.
    """
    actor.require_admin()
    field = _field(db, field_id)
    before, options_before = _state(field), field.options
    for name, value in _check(draft).items():
        setattr(field, name, value)
    db.flush()
    audit.write(db, actor, "field.update", "field", field.id, before, _state(field))
    if field.required and not before["required"]:
        effects.fire(db, Occasion(Event.FIELD_REQUIRED, field.id))
    for option in set(options_before) - set(field.options):
        effects.fire_later(db, Occasion(Event.OPTION_REMOVED, field.id, other_id=option))
    return field_view(field)


def reorder_fields(db: Session, actor: Actor, subcategory_id: str, field_ids: list[str]) -> None:
    """Set the order of a form's fields.

    Raises:
        NotSignedIn, Forbidden, NotFound: as for `create_field`.
        Invalid: the list must contain every field exactly once.
    """
    actor.require_admin()
    subcategory = get_active_subcategory(db, subcategory_id)
    put_in_order(queries.list_fields(db, [subcategory.id]), field_ids)
    db.flush()
    audit.write(db, actor, "field.reorder", "subcategory", subcategory.id, {}, {"order": field_ids})


def archive_field(db: Session, actor: Actor, field_id: str) -> None:
    """Archive a field; existing ads keep showing their values.

    Raises:
        NotSignedIn, Forbidden, NotFound: as for `create_field`.
    """
    actor.require_admin()
    field = _field(db, field_id)
    field.archived_at = clock.now()
    db.flush()
    audit.write(db, actor, "field.archive", "field", field.id, _state(field), {})
    effects.fire_later(db, Occasion(Event.FIELD_ARCHIVED, field.id))


def _field(db: Session, field_id: str) -> FieldDefinition:
    found = queries.find_field(db, field_id)
    if found is None:
        raise NotFound(t(messages.NO_FIELD))
    return found


def _check(draft: FieldDraft) -> dict[str, Any]:
    """Return the columns of a definition; those that its input type has no use for are empty."""
    label = check_name(draft.label, field="label")
    if draft.input_type not in list(InputType):
        raise Invalid(t(messages.UNKNOWN_INPUT), "inputType")
    input_type = InputType(draft.input_type)
    options = _check_options(draft.options) if input_type is InputType.SELECT else []
    unit = clean_line(draft.unit) if input_type is InputType.NUMBER else ""
    if len(unit) > UNIT_MAX_LENGTH:
        raise Invalid(t(messages.UNIT_TOO_LONG, most=UNIT_MAX_LENGTH), "unit")
    least, most = _check_bounds(input_type, clean_line(draft.least).lower(), clean_line(draft.most).lower())
    return {
        "label": label,
        "input_type": input_type,
        "required": draft.required,
        "options": options,
        "unit": unit,
        "least": least,
        "most": most,
        "is_public": draft.is_public and input_type is InputType.FILE,
    }


def _check_options(typed: list[str]) -> list[str]:
    options = list(dict.fromkeys(option for each in typed if (option := clean_line(each))))
    if not options:
        raise Invalid(t(messages.OPTIONS_REQUIRED), "options")
    if any(len(option) > NAME_MAX_LENGTH for option in options):
        raise Invalid(t(messages.OPTION_TOO_LONG, most=NAME_MAX_LENGTH), "options")
    return options


def _check_bounds(input_type: InputType, least: str, most: str) -> tuple[str, str]:
    if input_type not in (InputType.NUMBER, InputType.DATE):
        return "", ""
    resolved = []
    for name, bound in (("min", least), ("max", most)):
        try:
            resolved.append(bounds.resolve(input_type, bound) if bound else "")
        except ValueError:
            bad = messages.BAD_DATE_BOUND if input_type is InputType.DATE else messages.BAD_NUMBER_BOUND
            raise Invalid(t(bad), name) from None
    if all(resolved) and bounds.is_less(input_type, resolved[1], resolved[0]):
        raise Invalid(t(messages.BOUNDS_CROSSED), "max")
    return least, most


def _state(field: FieldDefinition) -> dict[str, object]:
    return {
        "label": field.label,
        "input_type": field.input_type.value,
        "required": field.required,
        "options": list(field.options),
        "unit": field.unit,
        "least": field.least,
        "most": field.most,
        "position": field.position,
        "is_public": field.is_public,
    }

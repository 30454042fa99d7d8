"""Editing of a subcategory's dynamic fields by admins. Every change is written to the audit log."""

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.core.text import clean_line
from marketplace.domain import audit
from marketplace.domain.catalog import messages, queries
from marketplace.domain.catalog.editing import NAME_MAX_LENGTH, check_name, get_active_subcategory, put_in_order
from marketplace.domain.catalog.reference import field_view
from marketplace.domain.catalog.schemas import FieldDraft, FieldView
from marketplace.i18n.texts import t
from marketplace.models import FieldDefinition, InputType


def create_field(db: Session, actor: Actor, subcategory_id: str, draft: FieldDraft) -> FieldView:
    """Create a field at the end of the form. Existing ads stay valid without it.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such subcategory.
        Invalid: invalid label, input type or options.
    """
    actor.require_admin()
    subcategory = get_active_subcategory(db, subcategory_id)
    label, input_type, options = _check(draft)
    last = max((row.position for row in queries.list_fields(db, [subcategory.id])), default=0)
    field = FieldDefinition(
        subcategory_id=subcategory.id,
        label=label,
        input_type=input_type,
        required=draft.required,
        options=options,
        position=last + 1,
        is_public=_is_public(draft),
    )
    db.add(field)
    db.flush()
    audit.write(db, actor, "field.create", "field", field.id, {}, _state(field))
    return field_view(field)


def update_field(db: Session, actor: Actor, field_id: str, draft: FieldDraft) -> FieldView:
    """Change a field's definition. Existing values keep their label and type.

    Raises:
        NotSignedIn, Forbidden, NotFound, Invalid: as for `create_field`.
    """
    actor.require_admin()
    field = _field(db, field_id)
    before = _state(field)
    field.label, field.input_type, field.options = _check(draft)
    field.required, field.is_public = draft.required, _is_public(draft)
    db.flush()
    audit.write(db, actor, "field.update", "field", field.id, before, _state(field))
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


def _field(db: Session, field_id: str) -> FieldDefinition:
    found = queries.find_field(db, field_id)
    if found is None:
        raise NotFound(t(messages.NO_FIELD))
    return found


def _check(draft: FieldDraft) -> tuple[str, InputType, list[str]]:
    label = check_name(draft.label, field="label")
    if draft.input_type not in list(InputType):
        raise Invalid(t(messages.UNKNOWN_INPUT), "inputType")
    input_type = InputType(draft.input_type)
    if input_type is not InputType.SELECT:
        return label, input_type, []
    options = list(dict.fromkeys(clean_line(option) for option in draft.options))
    options = [option for option in options if option]
    if not options:
        raise Invalid(t(messages.OPTIONS_REQUIRED), "options")
    if any(len(option) > NAME_MAX_LENGTH for option in options):
        raise Invalid(t(messages.OPTION_TOO_LONG, most=NAME_MAX_LENGTH), "options")
    return label, input_type, options


def _is_public(draft: FieldDraft) -> bool:
    return draft.is_public and draft.input_type == InputType.FILE


def _state(field: FieldDefinition) -> dict[str, object]:
    return {
        "label": field.label,
        "input_type": field.input_type.value,
        "required": field.required,
        "options": list(field.options),
        "position": field.position,
        "is_public": field.is_public,
    }

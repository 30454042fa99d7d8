"""Testimonials: public, edited by admins."""

from collections.abc import Sequence

from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.core.text import clean, clean_line
from marketplace.db.memo import memoized
from marketplace.domain import audit, media
from marketplace.domain.content import messages, queries
from marketplace.domain.content.schemas import TestimonialDraft, TestimonialView
from marketplace.domain.once import stores_once
from marketplace.i18n.texts import t
from marketplace.models import Testimonial, UploadKind

NAME_LENGTH = 80
DESCRIPTION_LENGTH = 600


def list_testimonials(db: Session) -> list[TestimonialView]:
    """List all testimonials in display order."""
    return list(_read_testimonials(db))


@memoized
def _read_testimonials(db: Session) -> Sequence[TestimonialView]:
    rows = queries.list_testimonials(db)
    photos = media.photos_of(db, [row.image_id for row in rows if row.image_id])
    return tuple(TestimonialView.of(row, image=photos.get(row.image_id or "")) for row in rows)


def list_editable_testimonials(db: Session, actor: Actor) -> list[TestimonialView]:
    """List all testimonials for their editor.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require_admin()
    return list_testimonials(db)


@stores_once
def create_testimonial(db: Session, actor: Actor, draft: TestimonialDraft) -> TestimonialView:
    """Create a testimonial at the end of the order.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        Invalid: a field is empty or too long, or the image is not the caller's upload.
    """
    actor.require_admin()
    _check(draft)
    last = max((row.position for row in queries.list_testimonials(db)), default=-1)
    made = Testimonial(
        name=clean_line(draft.name),
        description=clean(draft.description),
        image_id=_image_id(db, actor, draft.image),
        position=last + 1,
    )
    db.add(made)
    db.flush()
    audit.write(db, actor, "testimonial.create", "testimonial", made.id, after=_state(made))
    return _view(db, made)


def update_testimonial(db: Session, actor: Actor, testimonial_id: str, draft: TestimonialDraft) -> TestimonialView:
    """Replace a testimonial's content; the current image may be kept by naming it.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such testimonial.
        Invalid: as for `create_testimonial`.
    """
    actor.require_admin()
    row = _get(db, testimonial_id)
    _check(draft)
    before = _state(row)
    row.name, row.description = clean_line(draft.name), clean(draft.description)
    if not _is_present_image(db, row, draft.image):
        row.image_id = _image_id(db, actor, draft.image)
    db.flush()
    audit.write(db, actor, "testimonial.update", "testimonial", row.id, before, _state(row))
    return _view(db, row)


def delete_testimonial(db: Session, actor: Actor, testimonial_id: str) -> None:
    """Delete a testimonial.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such testimonial.
    """
    actor.require_admin()
    row = _get(db, testimonial_id)
    audit.write(db, actor, "testimonial.delete", "testimonial", row.id, before=_state(row))
    db.delete(row)
    db.flush()


def reorder_testimonials(db: Session, actor: Actor, testimonial_ids: list[str]) -> list[TestimonialView]:
    """Set the order of testimonials.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        Invalid: the list must contain every one exactly once.
    """
    actor.require_admin()
    rows = {row.id: row for row in queries.list_testimonials(db)}
    if sorted(testimonial_ids) != sorted(rows):
        raise Invalid(t(messages.ORDER_INCOMPLETE), "order")
    for position, testimonial_id in enumerate(testimonial_ids):
        rows[testimonial_id].position = position
    db.flush()
    audit.write(
        db,
        actor,
        "testimonial.reorder",
        "testimonial",
        "",
        {"order": list(rows)},
        {"order": testimonial_ids},
    )
    return list_testimonials(db)


def _get(db: Session, testimonial_id: str) -> Testimonial:
    row = db.get(Testimonial, testimonial_id) if ids.is_id(testimonial_id) else None
    if row is None:
        raise NotFound(t(messages.NO_TESTIMONIAL))
    return row


def _check(draft: TestimonialDraft) -> None:
    errors = []
    for field, text, most in (
        ("name", clean_line(draft.name), NAME_LENGTH),
        ("description", clean(draft.description), DESCRIPTION_LENGTH),
    ):
        if not text:
            errors.append({"field": field, "message": t("Please fill this in.")})
        elif len(text) > most:
            errors.append({"field": field, "message": t("At most {most} characters.", most=most)})
    if errors:
        raise Invalid(errors=errors)


def _image_id(db: Session, actor: Actor, image: str) -> str | None:
    if not image:
        return None
    found = media.find_uploads(db, actor.require(), [image])
    if not found or found[0].kind is not UploadKind.IMAGE:
        raise Invalid(t("Please upload the image first."), "image")
    return found[0].id


def _is_present_image(db: Session, row: Testimonial, image: str) -> bool:
    if not row.image_id or not image:
        return False
    photo = media.photos_of(db, [row.image_id]).get(row.image_id)
    return image == row.image_id or (photo is not None and image == photo.url)


def _state(row: Testimonial) -> dict[str, object]:
    return {"name": row.name, "description": row.description, "image_id": row.image_id, "position": row.position}


def _view(db: Session, row: Testimonial) -> TestimonialView:
    photos = media.photos_of(db, [row.image_id] if row.image_id else [])
    return TestimonialView.of(row, image=photos.get(row.image_id or ""))

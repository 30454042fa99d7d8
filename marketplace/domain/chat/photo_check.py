"""Checks the photos of a message in a job after it was sent: QR codes, and photos that are known from frauds.

The sender must not learn of it, so the job is enqueued for every message with photos, and only the recipient gets an event.
"""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sqlmodel import Session

from marketplace.core import events
from marketplace.core.errors import NotFound
from marketplace.db.database import read_only, unit_of_work
from marketplace.domain import jobs, media, trust
from marketplace.domain.chat import queries, warning_queries, warnings
from marketplace.models import Message

if TYPE_CHECKING:
    from PIL import Image

PHOTO_CHECK_JOB = "chat.check_photos"
# Copies of photos from confirmed reports with the first reason get the second one as a warning.
_REPORTED_AS, _KNOWN_PHOTO = "scam", "fake_payment_proof"
# Ids in one statement; databases allow some tens of thousands.
_BATCH = 500


class KnownFraud(NamedTuple):
    """Why a photo was called fraud; `confirmed` if a moderator did, else a recipient."""

    code: str
    confirmed: bool


def enqueue(db: Session, message: Message) -> None:
    """Enqueue the check of a new message."""
    jobs.enqueue(db, PHOTO_CHECK_JOB, {"message_id": message.id})


def check_photos(message_id: str) -> int:
    """Store what the photos of a message resemble, without an open transaction while they are read; idempotent.

    Returns:
        0, since all photos are checked in one step.

    Raises:
        Unavailable: the store is unavailable.
    """
    with read_only() as db:
        photo_ids = queries.list_photo_ids(db, [message_id]).get(message_id, ())
        photos = media.photos_of(db, photo_ids)
        images = [media.find_image(db, photo.id, photo.width) for photo in photos.values()]
    codes: list[str] = []
    made: list[media.Fingerprint] = []
    for image in images:
        if image is None or (photo := _open(image)) is None:
            continue
        codes += trust.read_codes(photo)
        if (one := media.fingerprint(photo)) is not None:
            made.append(one)
    findings = trust.check_codes(codes)
    with unit_of_work() as db:
        message = db.get(Message, message_id)
        if message is not None and warnings.note_photos(db, message, [*findings, *_find_known(db, made)]):
            _notify_recipient(db, message)
    return 0


def find_known_frauds(db: Session, upload_ids: Sequence[str]) -> dict[str, KnownFraud]:
    """Return those of the photos that were called fraud, the strongest reason first; for other domains."""
    found: dict[str, KnownFraud] = {}
    for start in range(0, len(upload_ids), _BATCH):
        batch = upload_ids[start : start + _BATCH]
        confirmed = warning_queries.list_confirmed(db, batch, _REPORTED_AS)
        for upload_id, code in warning_queries.list_called_fraud(db, batch):
            found.setdefault(upload_id, KnownFraud(code, upload_id in confirmed))
        for upload_id in confirmed:
            found.setdefault(upload_id, KnownFraud(_KNOWN_PHOTO, confirmed=True))
    return found


def _open(image: media.StoredImage) -> "Image.Image | None":
    try:
        data = media.read_image(image)
    except NotFound:
        # Erased meanwhile.
        return None
    # Pillow is loaded with the first picture: few processes ever decode one.
    from PIL import Image

    return Image.open(io.BytesIO(data))


def _find_known(db: Session, made: Sequence[media.Fingerprint]) -> list[trust.Finding]:
    """Find the strongest reason for which one of the photos, or a copy of it, was called fraud before."""
    for one in made:
        copies = [photo.upload_id for photo in media.list_copies(db, one, media.RESENT)]
        if known := find_known_frauds(db, copies):
            strongest = next(iter(known.values()))
            return [trust.Finding(strongest.code, ("KNOWN: a photo that was called fraud",), 1.0)]
    return []


def _notify_recipient(db: Session, message: Message) -> None:
    if message.withheld:
        return
    parties = queries.get_parties(db, message.conversation_id)
    events.record(db, "chat", *(parties.keys() - {message.sender_id}), subject=message.conversation_id)

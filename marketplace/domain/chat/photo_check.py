"""Checks the photos of a message in a job after it was sent: QR codes, and photos that are known from frauds.

The sender must not learn of it, so the job is enqueued for every message with photos, and only the recipient gets an event.
"""

import io
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from sqlmodel import Session

from marketplace.core import events
from marketplace.core.errors import NotFound
from marketplace.db.database import read_only, unit_of_work
from marketplace.domain import jobs, media, trust
from marketplace.domain.chat import queries, warning_queries, warnings
from marketplace.domain.chat.warning_queries import CalledFraud
from marketplace.models import Message

PHOTO_CHECK_JOB = "chat.check_photos"
# Copies of photos from confirmed reports with the first reason get the second one as a warning.
_REPORTED_AS, _KNOWN_PHOTO = "scam", "fake_payment_proof"
# Ids in one statement; databases allow some tens of thousands.
_BATCH = 500
# Recipients who must agree without a moderator.
_LEAST_RECIPIENTS = 2


class _Reading(NamedTuple):
    """The reasons that the QR codes of a photo give, and its perceptual hash; None for a photo without contrast."""

    findings: tuple[trust.Finding, ...]
    fingerprint: media.Fingerprint | None


class KnownFraud(NamedTuple):
    """Why a photo was called fraud; `confirmed` if a moderator did, else recipients."""

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
        Exception: a photo could not be read, e.g. since the store is unavailable; the others were checked.
    """
    with read_only() as db:
        photo_ids = queries.list_photo_ids(db, [message_id]).get(message_id, ())
        photos = media.photos_of(db, photo_ids)
        images = [media.find_image(db, photo.id, photo.width) for photo in photos.values()]
    readings: list[_Reading] = []
    failures: list[Exception] = []
    for image in filter(None, images):
        try:
            readings.append(_read(image))
        except NotFound:
            # Erased meanwhile.
            continue
        except Exception as error:
            # The sender must not hide a photo behind one that can't be read.
            failures.append(error)
    findings = [finding for reading in readings for finding in reading.findings]
    with unit_of_work() as db:
        message = db.get(Message, message_id)
        if message is not None:
            prints = [reading.fingerprint for reading in readings if reading.fingerprint]
            known = _find_known(db, prints, message.sender_id)
            if warnings.note_photos(db, message, [*findings, *known]):
                _notify_recipient(db, message)
    if failures:
        raise failures[0]
    return 0


def find_known_frauds(db: Session, copies: Mapping[str, Sequence[str]]) -> dict[str, KnownFraud]:
    """Return why photos were called fraud, by the keys of `copies`; for other domains.

    A moderator's decision is enough. Recipients count if there are two, from different conversations: one alone could mark the
    photo of an honest seller for everybody.

    Args:
        copies: the upload ids of all copies of each photo.
    """
    upload_ids = list({upload_id for each in copies.values() for upload_id in each})
    called: dict[str, list[CalledFraud]] = {}
    confirmed: set[str] = set()
    for start in range(0, len(upload_ids), _BATCH):
        batch = upload_ids[start : start + _BATCH]
        confirmed.update(warning_queries.list_confirmed(db, batch, _REPORTED_AS))
        for one in warning_queries.list_called_fraud(db, batch):
            called.setdefault(one.upload_id, []).append(one)
    found = {
        key: _judge([one for each in ids for one in called.get(each, ())], confirmed.intersection(ids))
        for key, ids in copies.items()
    }
    return {key: known for key, known in found.items() if known}


def _judge(called: Sequence[CalledFraud], confirmed: Collection[str]) -> KnownFraud | None:
    """Decide on the copies of one photo by what recipients said of them and by the ids of those that a moderator confirmed."""
    recipients, conversations = {one.recipient_id for one in called}, {one.conversation_id for one in called}
    if min(len(recipients), len(conversations)) < _LEAST_RECIPIENTS:
        called = [one for one in called if one.upload_id in confirmed]
    if not called and not confirmed:
        return None
    strongest = min(called, key=lambda one: (-one.weight, one.code), default=None)
    return KnownFraud(strongest.code if strongest else _KNOWN_PHOTO, bool(confirmed))


# Senders may send a photo again and again: reading it takes up to seconds.
@lru_cache(maxsize=256)
def _read(image: media.StoredBytes) -> _Reading:
    data = media.read_image(image)
    # Pillow is loaded with the first picture: few processes ever decode one.
    from PIL import Image

    with Image.open(io.BytesIO(data)) as photo:
        return _Reading(tuple(trust.check_codes(trust.read_codes(photo))), media.fingerprint(photo))


def _find_known(db: Session, made: Sequence[media.Fingerprint], sender_id: str) -> list[trust.Finding]:
    """Find the strongest reason for which one of the photos, or a copy of it, was called fraud before.

    Recipients can't mark a photo for a sender who had it in an approved ad before: strangers could send it to each other.
    """
    for one in made:
        copies = [photo.upload_id for photo in media.list_copies(db, one, media.RESENT)]
        known = find_known_frauds(db, {"": copies}).get("")
        if known and (known.confirmed or not _had_before(db, copies, sender_id)):
            return [trust.Finding(known.code, ("KNOWN: a photo that was called fraud",), 1.0)]
    return []


def _had_before(db: Session, copies: Sequence[str], sender_id: str) -> bool:
    """Whether an approved ad of the sender has a copy that was uploaded before the first one that recipients called fraud."""
    first = min(one.upload_id for one in warning_queries.list_called_fraud(db, copies))
    earlier = [each for each in copies if each < first]
    return bool(earlier) and warning_queries.is_in_approved_ad(db, earlier, sender_id)


def _notify_recipient(db: Session, message: Message) -> None:
    if message.withheld:
        return
    parties = queries.get_parties(db, message.conversation_id)
    events.record(db, "chat", *(parties.keys() - {message.sender_id}), subject=message.conversation_id)

"""The condition record of a rental: photos of both parties, and what each says of them, as entries of one chain."""

from collections.abc import Sequence

from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Invalid, NotFound
from marketplace.core.text import check_length
from marketplace.domain import addressed_texts, media, rentals
from marketplace.domain.addressed_texts import AddressedText
from marketplace.domain.handovers import chain, messages, notifications, parts, queries, rules, service, views
from marketplace.domain.handovers.schemas import RecordView
from marketplace.domain.once import stores_once
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import ConditionEntry, DealSide, Enquiry, EntryKind, RentalStage, Upload, UploadKind
from marketplace.settings import get_settings

_MAX_NUMBER = 1_000_000


@stores_once
def add_photo(
    db: Session, actor: Actor, enquiry_id: str, stage: str, *, part: str, photo: str, note: str = ""
) -> RecordView:
    """Add a photo to the record of a stage. It takes back what both parties have said of the record.

    Args:
        stage: pickup or return.
        part: what the photo shows, one of the parts of the ad's category.
        photo: an upload of the caller, by id or URL.

    Raises:
        NotSignedIn, NotFound: no such enquiry, or not a party.
        Invalid: unknown stage or part, not a photo of the caller, or too long a note.
        Conflict: not booked, not begun, closed, full, or the other party has left.
        TooMany: too many entries this hour.
    """
    enquiry, side, chosen, entries = _lock_open(db, actor, enquiry_id, stage)
    if part not in parts.list_parts(*queries.list_category_names(db, enquiry.ad_id)):
        raise Invalid(t(messages.BAD_PART), "part")
    words = addressed_texts.write(db, actor, enquiry, note)
    check_length("note", words.text, rules.NOTE_LENGTH)
    found = media.find_uploads(db, actor.require(), [photo], hidden=True)
    if not found or found[0].kind is not UploadKind.IMAGE:
        raise Invalid(t(messages.NO_PHOTO), "photo")
    _append(db, actor, enquiry, entries, chosen, EntryKind.PHOTO, words, part, found[0])
    media.hide(db, [found[0].id])
    notifications.notify_other(db, rentals.get_enquiry(db, actor, enquiry.id), side, "condition_added")
    return views.make_record(db, actor, enquiry)


@stores_once
def confirm_record(
    db: Session, actor: Actor, enquiry_id: str, stage: str, *, disagreement: str | None = None
) -> RecordView:
    """Confirm the record of a stage, or say why not. It is closed once both parties have confirmed.

    Args:
        stage: pickup or return.
        disagreement: why the caller does not agree; None or empty to confirm.

    Raises:
        NotSignedIn, NotFound: no such enquiry, or not a party.
        Invalid: unknown stage, or too long a text.
        Conflict: as for `add_photo`, nothing to confirm, or confirmed already.
        TooMany: too many entries this hour.
    """
    enquiry, side, chosen, entries = _lock_open(db, actor, enquiry_id, stage)
    words = addressed_texts.write(db, actor, enquiry, disagreement or "")
    note = check_length("disagreement", words.text, rules.NOTE_LENGTH)
    if not rules.has_photo(entries, chosen):
        raise Conflict(t(messages.NOTHING_YET))
    if not note and rules.find_stance(entries, chosen, actor.require()) is EntryKind.CONFIRMATION:
        raise Conflict(t(messages.CONFIRMED_ALREADY))
    kind = EntryKind.DISAGREEMENT if note else EntryKind.CONFIRMATION
    entry = _append(db, actor, enquiry, entries, chosen, kind, words)
    rental = rentals.get_enquiry(db, actor, enquiry.id)
    if rules.is_closed(enquiry, [*entries, entry], chosen):
        notifications.notify_both(db, rental, "condition_closed", number=entry.number, fingerprint=entry.hash)
    else:
        notifications.notify_other(db, rental, side, "condition_disagreed" if note else "condition_confirmed")
    return views.make_record(db, actor, enquiry)


def get_photo(db: Session, actor: Actor, enquiry_id: str, number: int, width: int) -> media.StoredBytes:
    """Return the location of one size of the photo of an entry, for `media.read_image` to read outside the transaction.

    Raises:
        NotSignedIn, NotFound: not a party, no such photo, or not in this size.
    """
    enquiry, _ = service.find_enquiry(db, actor, enquiry_id)
    entry = queries.find_entry(db, enquiry.id, number) if 0 < number < _MAX_NUMBER else None
    image = media.find_image(db, entry.upload_id, width) if entry and entry.upload_id else None
    if image is None:
        raise NotFound()
    return image


def _lock_open(
    db: Session, actor: Actor, enquiry_id: str, stage: str
) -> tuple[Enquiry, DealSide, RentalStage, list[ConditionEntry]]:
    enquiry, side = service.lock_enquiry(db, actor, enquiry_id)
    chosen = rules.read_stage(stage)
    entries = queries.list_entries(db, enquiry.id)
    rules.check(rules.find_record_problem(enquiry, entries, chosen, clock.now()))
    if queries.list_deleted(db, enquiry.buyer_id, enquiry.seller_id):
        raise Conflict(t(messages.ACCOUNT_CLOSED))
    most = get_settings().condition_entries_max
    if len(entries) >= most:
        raise Conflict(t(messages.FULL, most=most))
    limits.hit(get_settings().limit_condition_entries, "condition_entries", actor.require())
    return enquiry, side, chosen, entries


def _append(
    db: Session,
    actor: Actor,
    enquiry: Enquiry,
    entries: Sequence[ConditionEntry],
    stage: RentalStage,
    kind: EntryKind,
    words: AddressedText,
    part: str = "",
    upload: Upload | None = None,
) -> ConditionEntry:
    """Add an entry to the end of the chain. The lock of the ad makes that safe; the primary key would refuse a second end."""
    salt = ids.new_token()
    entry = ConditionEntry(
        enquiry_id=enquiry.id,
        number=len(entries) + 1,
        stage=stage,
        kind=kind,
        author_id=actor.require(),
        part=part,
        upload_id=upload.id if upload else None,
        photo_digest=upload.digest if upload else "",
        note=words.text,
        withheld_from=words.withheld_from,
        note_salt=salt,
        note_hash=chain.hash_note(salt, words.text),
        hash="",
        created_at=clock.now(),
    )
    entry.hash = chain.hash_entry(entries[-1].hash if entries else "", entry)
    db.add(entry)
    db.flush()
    return entry

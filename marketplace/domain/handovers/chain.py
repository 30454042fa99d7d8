"""The hash chain of a condition record: each entry holds a hash over the one before it and its own content.

A row that is changed, moved or deleted in the middle makes the next check name it. Only somebody who writes all later rows anew
could hide a change; the fingerprints that both parties have by mail would show it.
"""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence

from marketplace.core.dates import timestamp
from marketplace.domain import media
from marketplace.models import ConditionEntry, EntryKind, Upload


def hash_note(salt: str, note: str) -> str:
    """Return the hash that stands for a note, so that the note can be erased and the chain still be checked.

    The salt is erased with the note: without it, nobody can find a short note by trying.
    """
    return _sha256(f"{salt}\n{note}")


def hash_entry(previous: str, entry: ConditionEntry) -> str:
    """Return the hash of an entry.

    Args:
        previous: the hash of the entry before it; empty for the first.
    """
    return _sha256(f"{previous}\n{describe(entry)}")


def describe(entry: ConditionEntry) -> str:
    """Return the content of an entry as canonical JSON: sorted keys, no spaces, UTF-8, the time as the API sends it."""
    content = {
        "at": timestamp(entry.created_at),
        "author": entry.author_id,
        "enquiry": entry.enquiry_id,
        "kind": entry.kind.value,
        "note": entry.note_hash,
        "number": entry.number,
        "part": entry.part,
        "photo": entry.photo_digest,
        "stage": entry.stage.value,
    }
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def is_erased(entry: ConditionEntry) -> bool:
    """Whether the note of an entry was erased with its author's account. Every entry has a salt before."""
    return not entry.note_salt


def find_changed(
    entries: Sequence[ConditionEntry], uploads: Mapping[str, Upload], deleted_ids: Collection[str]
) -> int | None:
    """Return the number of the first entry that does not fit; None if all do.

    Args:
        entries: all entries of a record, by number.
        uploads: their photos, by id.
        deleted_ids: accounts that were deleted; only their notes may be erased.
    """
    previous = ""
    for number, entry in enumerate(entries, start=1):
        note_fits = (
            not entry.note and entry.author_id in deleted_ids
            if is_erased(entry)
            else entry.note_hash == hash_note(entry.note_salt, entry.note)
        )
        fits = entry.number == number and entry.hash == hash_entry(previous, entry) and note_fits
        if not fits or not _has_its_photo(entry, uploads):
            return entry.number
        previous = entry.hash
    return None


def _has_its_photo(entry: ConditionEntry, uploads: Mapping[str, Upload]) -> bool:
    if entry.kind is not EntryKind.PHOTO:
        return entry.upload_id is None
    upload = uploads.get(entry.upload_id or "")
    return upload is not None and media.was_stored_as(upload, entry.photo_digest)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()

"""Read views of the handovers of a rental and its condition record."""

from datetime import datetime

from marketplace.domain.rentals import EnquiryView
from marketplace.domain.trust import WarningView
from marketplace.domain.views import Photo, View


class EntryView(View):
    """An entry of a condition record.

    Attributes:
        stage: pickup or return.
        kind: photo, confirmation or disagreement.
        part: what the photo shows, as it is stored; `part_text` is for display; both are empty without a photo.
        side: of the author: buyer or seller.
        mine: whether the reader wrote it.
        at_text: for display, in the time zone of the ad.
        note: empty, like `note_salt`, for a party from which it is withheld.
        warnings: what the note resembles, the strongest first, if the other party wrote it.
        erased: the note was erased with the account of its author.
        photo_digest, note_salt, note_hash, hash: of the chain, see `chain.py`.
    """

    number: int
    stage: str
    kind: str
    part: str = ""
    part_text: str = ""
    note: str = ""
    warnings: tuple[WarningView, ...] = ()
    erased: bool = False
    photo: Photo | None = None
    side: str
    author_id: str
    author_name: str
    mine: bool = False
    at: datetime
    at_text: str
    photo_digest: str = ""
    note_salt: str = ""
    note_hash: str
    hash: str


class StageView(View):
    """The record of one stage.

    Attributes:
        stage: pickup or return.
        rows: the entries: photos with their notes, and what the parties said of them.
        buyer_says, seller_says: confirmation, disagreement, or empty.
        own_says: likewise, of the reader.
        confirmed_at_text: when the code was typed, for display; empty if it was not.
        closed: both have confirmed.
        can_add: photos can be added now.
        can_confirm: the reader can confirm or disagree now.
    """

    stage: str
    rows: tuple[EntryView, ...] = ()
    buyer_says: str = ""
    seller_says: str = ""
    own_says: str = ""
    confirmed_at_text: str = ""
    closed: bool = False
    can_add: bool = False
    can_confirm: bool = False


class RecordView(View):
    """The handovers of a rental and its condition record, as one of its parties sees them.

    Attributes:
        mine: whether the reader is the buyer.
        other_name: the other party.
        free_from: when the days begin that an early return made bookable again; None if there are none. `free_from_text` is the
            day for display, in the time zone of the ad.
        code_stage: the stage whose code can be typed now: pickup, return, or empty.
        code: the handover code, for the buyer only; empty if there is none now.
        alone: the account of the other party is deleted, so that the reader confirms the return without a code.
        attempts_left: how often the seller may still try it.
        stages: those that have begun.
        parts: what photos can show, for display and as it is stored.
        unchanged: every entry fits the chain.
        changed_number: the first entry that does not fit; 0 if all do.
        chain_text: what the check of the chain found, for display.
        fingerprint: the hash of the newest entry; empty without one.
    """

    rental: EnquiryView
    mine: bool = False
    other_name: str
    picked_up_at: datetime | None = None
    returned_at: datetime | None = None
    free_from: datetime | None = None
    free_from_text: str = ""
    code_stage: str = ""
    code: str = ""
    alone: bool = False
    attempts_left: int = 0
    stages: tuple[StageView, ...] = ()
    parts: tuple[str, ...] = ()
    unchanged: bool = True
    changed_number: int = 0
    chain_text: str = ""
    fingerprint: str = ""

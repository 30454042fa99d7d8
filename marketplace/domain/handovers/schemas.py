"""Read views of the handovers of a rental and its condition record."""

from datetime import date, datetime

from marketplace.domain.meetups import MeetupHelp, MeetupView, NextStep
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


class DepositView(View):
    """What one party said of the deposit at a stage.

    Attributes:
        stage: pickup (given) or return (given back).
        number: of what was said; confirming names it, so that nobody confirms what they have not seen.
        recorded_by: buyer or seller.
        mine: whether the reader said it.
        can_confirm: the reader can confirm it now.
        kept_text: that less was given back than was given, for display; empty otherwise.
    """

    stage: str
    number: int
    amount_paise: int
    amount_text: str
    paid_on: date
    paid_on_text: str
    recorded_by: str
    mine: bool = False
    confirmed: bool = False
    can_confirm: bool = False
    kept_text: str = ""


class DepositForm(View):
    """The first values of the form for a deposit; dates are like 2026-12-04.

    Attributes:
        stage: that comes next: pickup, return; empty if nothing can be recorded.
        replaces: something is recorded for it already.
        amount: rupees, for the field: 2000.
    """

    stage: str = ""
    replaces: bool = False
    amount: str = ""
    day: str = ""
    earliest: str = ""


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
        meetup_stage: the stage for which the two meet next: pickup, return, or empty.
        meetup: the newest proposal for it, without one whose place is withheld from the reader.
        moves: what the reader may do about it now: meetup, confirm_meetup, late, here.
        next_step: what happens next; None when the rental is over.
        help: places and times for a proposal.
        deposits: what was said of the deposit, by stage.
        deposit_form: for what can be said of it next.
        terms: the terms of the ad when the enquiry was sent.
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
    meetup_stage: str = ""
    meetup: MeetupView | None = None
    moves: tuple[str, ...] = ()
    next_step: NextStep | None = None
    help: MeetupHelp = MeetupHelp()
    deposits: tuple[DepositView, ...] = ()
    deposit_form: DepositForm = DepositForm()
    terms: str = ""
    parts: tuple[str, ...] = ()
    unchanged: bool = True
    changed_number: int = 0
    chain_text: str = ""
    fingerprint: str = ""

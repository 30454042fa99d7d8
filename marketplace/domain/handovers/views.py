"""Builds the view of a rental's handovers and condition record from rows."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.dates import format_date, format_moment
from marketplace.domain import handover_codes, media, rentals
from marketplace.domain.addressed_texts import Reader
from marketplace.domain.handovers import chain, messages, parts, queries, rules
from marketplace.domain.handovers.schemas import EntryView, RecordView, StageView
from marketplace.domain.rentals import EnquiryView
from marketplace.i18n.texts import t
from marketplace.models import ConditionEntry, DealSide, Enquiry, EntryKind, RentalStage, Upload

PHOTO_BASE = "/api/enquiry/{enquiry_id}/condition/photos/{number}"


def derive_code(enquiry: Enquiry, stage: RentalStage) -> str:
    """The current code of a stage."""
    return handover_codes.derive(enquiry, enquiry.id, stage.value)


def make_record(db: Session, actor: Actor, enquiry: Enquiry) -> RecordView:
    """Build the view for a party of the enquiry."""
    # The record shows names alone.
    rental = rentals.get_enquiry(db, actor, enquiry.id).model_copy(update={"buyer_email": ""})
    now = clock.now()
    entries = queries.list_entries(db, enquiry.id)
    uploads = queries.map_uploads(db, [entry.upload_id for entry in entries if entry.upload_id])
    deleted_ids = queries.list_deleted(db, enquiry.buyer_id, enquiry.seller_id)
    changed = chain.find_changed(entries, uploads, deleted_ids)
    code_stage = rules.find_code_stage(enquiry, now)
    mine, alone = actor.owns(enquiry.buyer_id), code_stage is RentalStage.RETURN and bool(deleted_ids)
    free_from = rentals.find_free_from(db, enquiry)
    reader = Reader(db, actor)
    shown = [
        _make_entry(entry, enquiry, rental, uploads, reader, mine=actor.owns(entry.author_id)) for entry in entries
    ]
    return RecordView(
        rental=rental,
        mine=mine,
        other_name=rental.seller_name if mine else rental.buyer_name,
        picked_up_at=enquiry.picked_up_at,
        returned_at=enquiry.returned_at,
        free_from=free_from,
        free_from_text=format_date(free_from.astimezone(ZoneInfo(rental.timezone))) if free_from else "",
        code_stage=code_stage.value if code_stage else "",
        code=derive_code(enquiry, code_stage) if code_stage and mine and not alone else "",
        alone=alone,
        attempts_left=handover_codes.count_attempts_left(enquiry) if code_stage else 0,
        stages=_make_stages(actor, enquiry, entries, shown, rental, now, left=bool(deleted_ids)),
        parts=parts.list_parts(*queries.list_category_names(db, enquiry.ad_id)),
        unchanged=changed is None,
        changed_number=changed or 0,
        chain_text=_describe_chain(entries, changed),
        fingerprint=entries[-1].hash if entries else "",
    )


def _make_stages(
    actor: Actor,
    enquiry: Enquiry,
    entries: Sequence[ConditionEntry],
    shown: Sequence[EntryView],
    rental: EnquiryView,
    now: datetime,
    *,
    left: bool,
) -> tuple[StageView, ...]:
    made = []
    for stage, at in zip(RentalStage, (enquiry.picked_up_at, enquiry.returned_at), strict=True):
        own_entries = tuple(view for view in shown if view.stage == stage)
        can_add = not left and rules.find_record_problem(enquiry, entries, stage, now) is None
        if not can_add and not own_entries and at is None:
            continue
        buyer, seller = (
            rules.find_stance(entries, stage, party) or "" for party in (enquiry.buyer_id, enquiry.seller_id)
        )
        own = buyer if actor.owns(enquiry.buyer_id) else seller
        made.append(
            StageView(
                stage=stage.value,
                rows=own_entries,
                buyer_says=buyer,
                seller_says=seller,
                own_says=own,
                confirmed_at_text=format_moment(at, ZoneInfo(rental.timezone)) if at else "",
                closed=rules.is_closed(enquiry, entries, stage),
                can_add=can_add,
                can_confirm=can_add and rules.has_photo(entries, stage) and own != EntryKind.CONFIRMATION,
            )
        )
    return tuple(made)


def _make_entry(
    entry: ConditionEntry,
    enquiry: Enquiry,
    rental: EnquiryView,
    uploads: dict[str, Upload],
    reader: Reader,
    *,
    mine: bool,
) -> EntryView:
    is_buyer = entry.author_id == rental.buyer_id
    upload = uploads.get(entry.upload_id or "")
    base = PHOTO_BASE.format(enquiry_id=entry.enquiry_id, number=entry.number)
    return EntryView(
        number=entry.number,
        stage=entry.stage.value,
        kind=entry.kind.value,
        part=entry.part,
        part_text=t(entry.part) if entry.part else "",
        note=reader.text(entry),
        warnings=reader.warnings(entry, entry.author_id, enquiry),
        erased=chain.is_erased(entry),
        photo=media.make_private(media.to_photo(upload), base) if upload else None,
        side=(DealSide.BUYER if is_buyer else DealSide.SELLER).value,
        author_id=entry.author_id,
        author_name=rental.buyer_name if is_buyer else rental.seller_name,
        mine=mine,
        at=entry.created_at,
        at_text=format_moment(entry.created_at, ZoneInfo(rental.timezone)),
        photo_digest=entry.photo_digest,
        # Whoever knows the salt can try short notes until the hash fits.
        note_salt="" if reader.is_withheld(entry) else entry.note_salt,
        note_hash=entry.note_hash,
        hash=entry.hash,
    )


def _describe_chain(entries: Sequence[ConditionEntry], changed: int | None) -> str:
    if not entries:
        return ""
    if changed is not None:
        return t(messages.CHANGED, number=changed)
    return t(messages.ERASED if any(chain.is_erased(entry) for entry in entries) else messages.UNCHANGED)

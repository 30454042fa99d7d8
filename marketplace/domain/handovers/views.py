"""Builds the view of a rental's handovers and condition record from rows."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.dates import format_date, format_moment
from marketplace.core.money import format_rupees, to_rupees
from marketplace.domain import accounts, handover_codes, media, meetups, rentals
from marketplace.domain.addressed_texts import Reader
from marketplace.domain.handovers import chain, messages, parts, queries, rules
from marketplace.domain.handovers.schemas import DepositForm, DepositView, EntryView, RecordView, StageView
from marketplace.domain.meetups import Meeting, MeetupHelp, Step
from marketplace.domain.meetups.messages import BY_MEETUP
from marketplace.domain.rentals import EnquiryView
from marketplace.i18n.texts import t
from marketplace.models import AdVersion, ConditionEntry, DealSide, Deposit, Enquiry, EntryKind, RentalStage, Upload

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
    zone = ZoneInfo(rental.timezone)
    code_stage = rules.find_code_stage(enquiry, now, zone)
    mine, alone = actor.owns(enquiry.buyer_id), code_stage is RentalStage.RETURN and bool(deleted_ids)
    free_from = rentals.find_free_from(db, enquiry)
    reader = Reader(db, actor)
    shown = [
        _make_entry(entry, enquiry, rental, uploads, reader, mine=actor.owns(entry.author_id)) for entry in entries
    ]
    version = queries.find_version(db, enquiry)
    deposits = queries.map_deposits(db, enquiry.id)
    record = RecordView(
        rental=rental,
        mine=mine,
        other_name=rental.seller_name if mine else rental.buyer_name,
        picked_up_at=enquiry.picked_up_at,
        returned_at=enquiry.returned_at,
        free_from=free_from,
        free_from_text=format_date(free_from.astimezone(zone)) if free_from else "",
        code_stage=code_stage.value if code_stage else "",
        code=derive_code(enquiry, code_stage) if code_stage and mine and not alone else "",
        alone=alone,
        attempts_left=handover_codes.count_attempts_left(enquiry) if code_stage else 0,
        stages=_make_stages(actor, enquiry, entries, shown, rental, now, left=bool(deleted_ids)),
        deposits=tuple(
            _make_deposit(actor, enquiry, deposits, deposits[stage]) for stage in RentalStage if stage in deposits
        ),
        deposit_form=_make_deposit_form(enquiry, deposits, now, zone, is_alone=bool(deleted_ids)),
        terms=version.terms,
        parts=parts.list_parts(*queries.list_category_names(db, enquiry.ad_id)),
        unchanged=changed is None,
        changed_number=changed or 0,
        chain_text=_describe_chain(entries, changed),
        fingerprint=entries[-1].hash if entries else "",
    )
    stage = rentals.next_stage(enquiry, now)
    if stage is None or deleted_ids:
        return record
    return record.model_copy(
        update=_make_meetup(db, enquiry, record, rentals.describe_meeting(db, enquiry, stage), reader, version)
    )


def _make_meetup(
    db: Session, enquiry: Enquiry, record: RecordView, meeting: Meeting, reader: Reader, version: AdVersion
) -> dict[str, object]:
    """The meetup of the stage that comes next, and what happens next."""
    now, side = clock.now(), DealSide.BUYER if record.mine else DealSide.SELLER
    meetup = meetups.find_meetup(db, enquiry, meeting.stage)
    # A proposal without its place is none.
    if meetup is not None and (reader.is_withheld(meetup) or not meetup.place):
        meetup = None
    step = meetups.find_step(meetup, side, now)
    until = ""
    if step is Step.ANSWER and meetup is not None:
        until = t(BY_MEETUP, until=format_moment(meetup.at, meeting.zone))
    elif not record.code_stage:
        until = t(messages.NEXT_EARLY, opens=format_moment(meeting.earliest, meeting.zone))
    is_pickup = meeting.stage is RentalStage.PICKUP
    return {
        "meetup_stage": meeting.stage.value if meeting.stage else "",
        "meetup": meetups.make_view(meeting, meetup, side, record.other_name, reader) if meetup else None,
        "moves": meetups.list_moves(meetup, side, now),
        "next_step": meetups.describe_step(step, messages.HANDOVERS[is_pickup, side], record.other_name, until),
        "help": MeetupHelp(
            places=meetups.suggest_places(version, accounts.get_account(db, enquiry.buyer_id)),
            earliest=_format_input(max(meeting.earliest, now), meeting.zone),
            latest=_format_input(meeting.latest, meeting.zone),
            suggested=_format_input(max(enquiry.pickup_at if is_pickup else enquiry.drop_at, now), meeting.zone),
        ),
    }


def _format_input(moment: datetime, zone: ZoneInfo) -> str:
    return f"{moment.astimezone(zone):%Y-%m-%dT%H:%M}"


def _make_deposit(
    actor: Actor, enquiry: Enquiry, deposits: Mapping[RentalStage, Deposit], said: Deposit
) -> DepositView:
    mine = said.recorded_by is rules.side_of(enquiry, actor.account_id)
    given = deposits.get(RentalStage.PICKUP)
    kept = given.amount_paise - said.amount_paise if given and said.stage is RentalStage.RETURN else 0
    values = {"amount": format_rupees(kept), "given": format_rupees(given.amount_paise if given else 0)}
    return DepositView.of(
        said,
        stage=said.stage.value,
        amount_text=format_rupees(said.amount_paise),
        paid_on_text=format_date(said.paid_on),
        recorded_by=said.recorded_by.value,
        mine=mine,
        confirmed=said.confirmed_at is not None,
        can_confirm=not mine and said.confirmed_at is None,
        kept_text=t(messages.DEPOSIT_KEPT, **values) if kept > 0 else "",
    )


def _make_deposit_form(
    enquiry: Enquiry, deposits: Mapping[RentalStage, Deposit], now: datetime, zone: ZoneInfo, *, is_alone: bool
) -> DepositForm:
    for stage in RentalStage:
        if rules.find_deposit_problem(enquiry, deposits, stage, now, zone, is_alone=is_alone):
            continue
        given = deposits.get(RentalStage.PICKUP) if stage is RentalStage.RETURN else None
        if stage is RentalStage.PICKUP and is_alone and stage in deposits:
            # Nobody will confirm it any more; what comes next is giving it back.
            continue
        paise = given.amount_paise if given else enquiry.deposit_paise
        return DepositForm(
            stage=stage.value,
            replaces=stage in deposits,
            amount=f"{to_rupees(paise):.2f}".removesuffix(".00") if paise else "",
            day=now.astimezone(zone).date().isoformat(),
            earliest=rules.first_deposit_day(enquiry, given, zone).isoformat(),
        )
    return DepositForm()


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
        can_add = not left and not rules.find_record_problem(enquiry, entries, stage, now)
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

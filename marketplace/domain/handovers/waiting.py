"""Pickups, returns and condition records that wait for a party of a rental."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.money import format_rupees
from marketplace.domain import addressed_texts, meetups, rentals
from marketplace.domain.handovers import notifications, queries, rules
from marketplace.domain.meetups import Step
from marketplace.domain.waiting_rows import WaitingRow
from marketplace.models import ConditionEntry, DealSide, Deposit, Enquiry, Meetup, RentalStage
from marketplace.settings import get_settings

# The two agree on where to meet from so long before on.
_AHEAD = timedelta(days=3)


def list_waiting(db: Session, actor: Actor) -> list[WaitingRow]:
    """List the caller's rentals with a meetup to propose or answer, or a pickup, a return, a record or a deposit to confirm.

    A return, or a record, that nobody confirms waits as long as reviews can be written. If the account of the other party is
    deleted, the return alone waits.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    account_id, now = actor.require(), clock.now()
    since = now - timedelta(days=get_settings().review_days)
    current = queries.list_current(db, account_id, now + _AHEAD, since)
    entries: dict[str, list[ConditionEntry]] = defaultdict(list)
    for entry in queries.list_entries_of(db, [rental.id for rental in current]):
        entries[entry.enquiry_id].append(entry)
    rows = []
    rental_ids = [rental.id for rental in current]
    zones, proposals = rentals.zones(db, {rental.ad_id for rental in current}), meetups.map_by_enquiry(db, rental_ids)
    deposits: dict[str, list[Deposit]] = defaultdict(list)
    for deposit in queries.list_deposits(db, rental_ids):
        deposits[deposit.enquiry_id].append(deposit)
    parties = {account_id for rental in current for account_id in (rental.buyer_id, rental.seller_id)}
    deleted_ids = queries.list_deleted(db, *parties)
    for rental in current:
        mine = actor.owns(rental.buyer_id)
        stage = rules.find_code_stage(rental, now, ZoneInfo(zones.get(rental.ad_id) or get_settings().ad_timezone))
        if not deleted_ids.isdisjoint((rental.buyer_id, rental.seller_id)):
            if stage is RentalStage.RETURN:
                deadline = rental.drop_at if rental.drop_at > now else None
                rows.append(_row("return_alone", rental, rental.picked_up_at or now, mine=mine, deadline=deadline))
            continue
        if stage is not None:
            times = (rental.pickup_at, rental.drop_at) if stage is RentalStage.PICKUP else (rental.drop_at,)
            deadline = next((moment for moment in times if moment > now), None)
            since = rental.picked_up_at or rental.decided_at or rental.created_at
            rows.append(_row(f"{stage}_{'show' if mine else 'confirm'}", rental, since, mine=mine, deadline=deadline))
        rows += _list_meetup(actor, rental, proposals, now)
        rows += [
            _row(f"deposit_{deposit.stage}", rental, deposit.recorded_at, mine=mine, amount=deposit.amount_paise)
            for deposit in deposits[rental.id]
            if deposit.confirmed_at is None and deposit.recorded_by is not rules.side_of(rental, account_id)
        ]
        rows += [
            _row(f"condition_{stage}", rental, entries[rental.id][-1].created_at, mine=mine)
            for stage in RentalStage
            if not rules.find_record_problem(rental, entries[rental.id], stage, now)
            and rules.has_photo(entries[rental.id], stage)
            and rules.find_stance(entries[rental.id], stage, account_id) is None
        ]
    return rows


def _list_meetup(
    actor: Actor, rental: Enquiry, proposals: Mapping[tuple[str, RentalStage], Meetup], now: datetime
) -> list[WaitingRow]:
    """The meetup that the caller has to propose or answer, from some days before the stage on."""
    stage, mine = rentals.next_stage(rental, now), actor.owns(rental.buyer_id)
    if stage is None:
        return []
    ends_at = rental.drop_at if stage is RentalStage.RETURN else rental.pickup_at
    meetup = proposals.get((rental.id, stage))
    if meetup is not None and (addressed_texts.is_withheld(actor.account_id, meetup) or not meetup.place):
        meetup = None
    step = meetups.find_step(meetup, DealSide.BUYER if mine else DealSide.SELLER, now)
    since = meetup.updated_at if meetup else rental.picked_up_at or rental.decided_at or rental.created_at
    if step is Step.ANSWER and meetup is not None:
        return [_row(f"{stage}_meetup_answer", rental, since, mine=mine, deadline=meetup.at)]
    if step in (Step.AGREE, Step.OVERDUE) and now < ends_at <= now + _AHEAD:
        return [_row(f"{stage}_meetup_propose", rental, since, mine=mine, deadline=ends_at)]
    return []


def _row(
    kind: str, rental: Enquiry, since: datetime, *, mine: bool, deadline: datetime | None = None, amount: int = 0
) -> WaitingRow:
    return WaitingRow(
        kind=kind,
        subject_id=rental.id,
        link=notifications.link_of(rental.id),
        since=since,
        deadline=deadline,
        ad_id=rental.ad_id,
        other_id=rental.seller_id if mine else rental.buyer_id,
        values={"amount": format_rupees(amount)} if amount else {},
    )

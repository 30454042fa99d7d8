"""Pickups, returns and condition records that wait for a party of a rental."""

from collections import defaultdict
from datetime import datetime, timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.domain.handovers import notifications, queries, rules
from marketplace.domain.waiting_rows import WaitingRow
from marketplace.models import ConditionEntry, Enquiry, RentalStage
from marketplace.settings import get_settings

# A pickup waits from so long before its time on.
_AHEAD = timedelta(days=1)


def list_waiting(db: Session, actor: Actor) -> list[WaitingRow]:
    """List the caller's rentals with a pickup or a return to confirm, or with a record of the condition to confirm.

    A return, or a record, that nobody confirms waits as long as reviews can be written. If the account of the other party is
    deleted, the return alone waits.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    account_id, now = actor.require(), clock.now()
    rentals = queries.list_current(db, account_id, now + _AHEAD, now - timedelta(days=get_settings().review_days))
    entries: dict[str, list[ConditionEntry]] = defaultdict(list)
    for entry in queries.list_entries_of(db, [rental.id for rental in rentals]):
        entries[entry.enquiry_id].append(entry)
    rows = []
    parties = {account_id for rental in rentals for account_id in (rental.buyer_id, rental.seller_id)}
    deleted_ids = queries.list_deleted(db, *parties)
    for rental in rentals:
        mine = actor.owns(rental.buyer_id)
        stage = rules.find_code_stage(rental, now)
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
        rows += [
            _row(f"condition_{stage}", rental, entries[rental.id][-1].created_at, mine=mine)
            for stage in RentalStage
            if rules.find_record_problem(rental, entries[rental.id], stage, now) is None
            and rules.has_photo(entries[rental.id], stage)
            and rules.find_stance(entries[rental.id], stage, account_id) is None
        ]
    return rows


def _row(kind: str, rental: Enquiry, since: datetime, *, mine: bool, deadline: datetime | None = None) -> WaitingRow:
    return WaitingRow(
        kind=kind,
        subject_id=rental.id,
        link=notifications.link_of(rental.id),
        since=since,
        deadline=deadline,
        ad_id=rental.ad_id,
        other_id=rental.seller_id if mine else rental.buyer_id,
    )

"""Enquiries that wait for their seller, and what is open between two people."""

from collections.abc import Collection
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.dates import format_moment
from marketplace.domain.rentals import messages, notifications, queries
from marketplace.domain.rentals.lifecycle import PENDING
from marketplace.domain.waiting_rows import OpenTrade, WaitingRow
from marketplace.i18n.texts import t
from marketplace.models import Enquiry
from marketplace.settings import get_settings


def list_waiting_enquiries(db: Session, actor: Actor) -> list[WaitingRow]:
    """List the enquiries that the caller has to answer before their pickup time.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    enquiries = queries.list_to_answer(db, actor.require(), clock.now())
    zones = queries.zones(db, {row.ad_id for row in enquiries})
    return [
        WaitingRow(
            kind="enquiry",
            subject_id=row.id,
            link=f"{notifications.SELLER_PAGE}?status={PENDING}",
            since=row.created_at,
            deadline=row.pickup_at,
            ad_id=row.ad_id,
            other_id=row.buyer_id,
            values={"pickup": format_moment(row.pickup_at, _zone(row, zones))},
        )
        for row in enquiries
    ]


def list_open_trades(db: Session, actor: Actor, other_ids: Collection[str]) -> list[OpenTrade]:
    """List the waiting enquiries and the bookings of the caller with these people that are not over.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    rows = queries.list_open_with(db, actor.require(), other_ids, clock.now())
    zones = queries.zones(db, {row.ad_id for row in rows})
    trades = []
    for row in rows:
        mine, pending = actor.owns(row.buyer_id), row.status is PENDING
        words = messages.TRADE_BOOKED
        if pending:
            words = messages.TRADE_SENT if mine else messages.TRADE_WAITS
        other_id = row.seller_id if mine else row.buyer_id
        pickup = row.pickup_at.astimezone(_zone(row, zones))
        said = t(words, pickup=f"{pickup.day} {pickup:%b}")
        trades.append(OpenTrade(other_id, row.ad_id, row.updated_at, pending and not mine, said))
    return trades


def _zone(row: Enquiry, zones: dict[str, str]) -> ZoneInfo:
    return ZoneInfo(zones.get(row.ad_id) or get_settings().ad_timezone)

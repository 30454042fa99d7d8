"""Queries on meetups."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from sqlmodel import Session, col, select

from marketplace.core import clock
from marketplace.models import Deal, Enquiry, Meetup, RentalStage
from marketplace.settings import get_settings


def find_meetup(db: Session, trade: Deal | Enquiry, stage: RentalStage | None = None) -> Meetup | None:
    """Load the meetup of a deal, or of a stage of a rental, in its current state."""
    whose = Meetup.deal_id == trade.id if isinstance(trade, Deal) else Meetup.enquiry_id == trade.id
    wanted = select(Meetup).where(whose, Meetup.stage == stage)
    return db.exec(wanted.execution_options(populate_existing=True)).one_or_none()


def map_by_deal(db: Session, deal_ids: Iterable[str]) -> dict[str, Meetup]:
    """Meetups by deal."""
    rows = db.exec(select(Meetup).where(col(Meetup.deal_id).in_(list(deal_ids))))
    return {row.deal_id: row for row in rows if row.deal_id}


def map_by_enquiry(db: Session, enquiry_ids: Iterable[str]) -> dict[tuple[str, RentalStage], Meetup]:
    """Meetups by rental and stage."""
    rows = db.exec(select(Meetup).where(col(Meetup.enquiry_id).in_(list(enquiry_ids))))
    return {(row.enquiry_id, row.stage): row for row in rows if row.enquiry_id and row.stage}


def list_agreed(db: Session, enquiry: Enquiry) -> list[Meetup]:
    """List the agreed meetups of a rental."""
    return list(db.exec(select(Meetup).where(Meetup.enquiry_id == enquiry.id, col(Meetup.confirmed_at).is_not(None))))


def list_due(
    db: Session, table: type[Deal] | type[Enquiry], active: Any, *, limit: int
) -> Sequence[tuple[str, str, RentalStage | None]]:
    """List agreed meetups that begin soon and of which nobody was reminded: id of the ad, of the deal or rental, and stage.

    Args:
        active: condition that the deal or rental is not over.
    """
    key = Meetup.deal_id if table is Deal else Meetup.enquiry_id
    due = (col(Meetup.confirmed_at).is_not(None), col(Meetup.reminded_at).is_(None), *_is_soon())
    wanted: Any = select(table.ad_id, table.id, Meetup.stage).join(Meetup, col(key) == table.id).where(active, *due)
    return db.exec(wanted.order_by(col(table.ad_id)).limit(limit)).all()


def _is_soon() -> tuple[Any, ...]:
    now = clock.now()
    return Meetup.at > now, Meetup.at <= now + timedelta(hours=get_settings().meetup_reminder_hours)

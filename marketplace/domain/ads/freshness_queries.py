"""Queries for the jobs that keep lists free of ads that are no longer available."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import ColumnElement, exists, func
from sqlalchemy.orm import aliased
from sqlmodel import Session, and_, col, or_, select

from marketplace.models import ACTIVE_DEALS, Account, AccountStatus, Ad, AdStatus, Deal, QuietStage

_live = col(Ad.status) == AdStatus.APPROVED


def list_sellers_to_ask(
    db: Session, quiet_since: datetime, asked_since: datetime, now: datetime, limit: int
) -> list[str]:
    """List active sellers with ads that `lock_ads_to_ask` returns, except those asked about other ads after `asked_since`."""
    other = aliased(Ad)
    asked = exists().where(and_(other.seller_id == Ad.seller_id, col(other.asked_at) > asked_since))
    return list(
        db.exec(
            select(Ad.seller_id)
            .join(Account, col(Account.id) == Ad.seller_id)
            .where(*_quiet(quiet_since, now), Account.status == AccountStatus.ACTIVE, ~asked)
            .group_by(col(Ad.seller_id))
            .order_by(func.min(Ad.quiet_since))
            .limit(limit)
        )
    )


def lock_ads_to_ask(db: Session, seller_ids: Iterable[str], quiet_since: datetime, now: datetime) -> list[Ad]:
    """Load and lock the sellers' live ads that have been quiet since a time and are not reserved, the oldest first."""
    return list(
        db.exec(
            select(Ad)
            .where(col(Ad.seller_id).in_(list(seller_ids)), *_quiet(quiet_since, now))
            .order_by(col(Ad.id))
            .with_for_update()
            .execution_options(populate_existing=True)
        )
    )


def list_unanswered(db: Session, stage: QuietStage, asked_before: datetime, limit: int) -> list[str]:
    """List live ads in this stage whose seller was asked before a time."""
    wanted = select(Ad.id).where(_live, Ad.quiet_stage == stage, col(Ad.asked_at) <= asked_before)
    return list(db.exec(wanted.order_by(col(Ad.quiet_since)).limit(limit)))


def list_ended_pauses(db: Session, now: datetime, limit: int) -> list[str]:
    """List paused ads whose pause has ended."""
    wanted = select(Ad.id).where(Ad.status == AdStatus.PAUSED, col(Ad.paused_until) <= now)
    return list(db.exec(wanted.order_by(col(Ad.paused_until)).limit(limit)))


def list_ended_reservations(db: Session, now: datetime, limit: int) -> list[str]:
    """List ads whose reservation has ended and that have no active deal; `deals.expire_deals` ends reservations of deals."""
    held = exists().where(and_(col(Deal.ad_id) == Ad.id, col(Deal.status).in_(ACTIVE_DEALS)))
    wanted = select(Ad.id).where(col(Ad.reserved_until) <= now, ~held)
    return list(db.exec(wanted.order_by(col(Ad.reserved_until)).limit(limit)))


def list_to_pause(db: Session, seller_id: str) -> list[str]:
    """List a seller's live ads, and those paused for the holiday, in the order of their ids."""
    wanted = select(Ad.id).where(Ad.seller_id == seller_id, or_(_live, col(Ad.on_holiday)))
    return list(db.exec(wanted.order_by(col(Ad.id))))


def list_on_holiday(db: Session, seller_id: str) -> list[str]:
    """List a seller's ads that are paused for the holiday, in the order of their ids."""
    return list(db.exec(select(Ad.id).where(Ad.seller_id == seller_id, col(Ad.on_holiday)).order_by(col(Ad.id))))


def lock_seller(db: Session, seller_id: str) -> Account:
    """Load a seller's account in its current state, and lock it until the unit of work ends."""
    wanted = select(Account).where(Account.id == seller_id).with_for_update(key_share=True)
    return db.exec(wanted.execution_options(populate_existing=True)).one()


def _quiet(since: datetime, now: datetime) -> tuple[ColumnElement[bool], ...]:
    return (
        _live,
        col(Ad.quiet_stage) == QuietStage.CONFIRMED,
        col(Ad.quiet_since) <= since,
        or_(col(Ad.reserved_until).is_(None), col(Ad.reserved_until) <= now),
    )

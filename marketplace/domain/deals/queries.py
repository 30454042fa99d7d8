"""Queries on offers and deals."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, case, exists, func
from sqlmodel import Session, and_, col, or_, select

from marketplace.domain import chat
from marketplace.domain.deals.lifecycle import ACTIVE_DEALS, LIVE_OFFERS
from marketplace.domain.paging import Window
from marketplace.domain.waiting_rows import MOST
from marketplace.models import (
    Account,
    AccountStatus,
    Ad,
    AdVersion,
    Category,
    Deal,
    DealSide,
    Offer,
    OfferStatus,
    OfferStep,
    Subcategory,
)

_Row = TypeVar("_Row", Offer, Deal)
_ACTIVE = {Offer: LIVE_OFFERS, Deal: ACTIVE_DEALS}
_answered = exists().where(col(OfferStep.offer_id) == Offer.id, col(OfferStep.side) == DealSide.SELLER)
# Offers that the seller does not see: open ones, and those that ended without the seller's answer, while either party has
# blocked the other.
_HIDDEN = and_(
    or_(col(Offer.status) == OfferStatus.OPEN, ~_answered),
    chat.are_apart(Offer.seller_id, Offer.buyer_id),
)


def lock_ad(db: Session, ad_id: str) -> Ad:
    """Lock the ad until the transaction ends; serialises changes to its offers and deals."""
    return db.exec(select(Ad).where(Ad.id == ad_id).with_for_update().execution_options(populate_existing=True)).one()


def find_offer(db: Session, offer_id: str) -> Offer | None:
    """Load an offer in its current state; the caller checks ownership."""
    return db.exec(select(Offer).where(Offer.id == offer_id).execution_options(populate_existing=True)).one_or_none()


def find_live_offer(db: Session, buyer_id: str, ad_id: str) -> Offer | None:
    """Return the buyer's live offer for the ad, which may be past its time."""
    return db.exec(
        select(Offer)
        .where(Offer.buyer_id == buyer_id, Offer.ad_id == ad_id, col(Offer.status).in_(LIVE_OFFERS))
        .execution_options(populate_existing=True)
    ).one_or_none()


def list_active(
    db: Session, subject_id: str, limit: int | None = None, *, table: type[_Row], seen_by: str = ""
) -> list[_Row]:
    """List the live offers or active deals of an ad, or of an account on either side, by ad in the order they came.

    They are in their current state; some may be past their time.

    Args:
        seen_by: leave out the offers that this seller does not see.
    """
    wanted = or_(table.ad_id == subject_id, table.buyer_id == subject_id, table.seller_id == subject_id)
    rows = select(table).where(wanted, col(table.status).in_(_ACTIVE[table]))
    if seen_by and table is Offer:
        rows = rows.where(or_(Offer.seller_id != seen_by, ~_HIDDEN))
    ordered = rows.order_by(col(table.ad_id), col(table.id)).limit(limit)
    return list(db.exec(ordered.execution_options(populate_existing=True)))


def list_offers(
    db: Session, *, seller_id: str = "", buyer_id: str = "", hide_silenced: bool, window: Window
) -> tuple[list[Offer], int]:
    """List the offers of one party or between two, newest first, and their number.

    Args:
        hide_silenced: leave out what the seller does not see.
    """
    conditions = [~_HIDDEN] if hide_silenced else []
    if seller_id:
        conditions.append(col(Offer.seller_id) == seller_id)
    if buyer_id:
        conditions.append(col(Offer.buyer_id) == buyer_id)
    total = db.exec(select(func.count()).select_from(Offer).where(*conditions)).one()
    newest = select(Offer).where(*conditions).order_by(col(Offer.id).desc())
    return list(db.exec(newest.offset(window.offset).limit(window.limit))), total


def is_hidden(db: Session, offer: Offer) -> bool:
    """Return whether the seller does not see the offer."""
    return db.exec(select(Offer.id).where(Offer.id == offer.id, _HIDDEN)).first() is not None


def list_steps(db: Session, offer_ids: Iterable[str]) -> list[OfferStep]:
    """List the steps of offers in their order."""
    return list(
        db.exec(
            select(OfferStep)
            .where(col(OfferStep.offer_id).in_(list(offer_ids)))
            .order_by(col(OfferStep.offer_id), col(OfferStep.number))
        )
    )


def list_due_offers(db: Session, now: datetime, limit: int) -> list[tuple[str, str]]:
    """List live offers whose time is over, as ad id and offer id."""
    return list(
        db.exec(
            select(Offer.ad_id, Offer.id)
            .where(col(Offer.status).in_(LIVE_OFFERS), Offer.expires_at <= now)
            .order_by(col(Offer.ad_id), col(Offer.id))
            .limit(limit)
        )
    )


def _live_of(account_id: str) -> tuple[ColumnElement[bool], ...]:
    return or_(col(Offer.buyer_id) == account_id, Offer.seller_id == account_id), col(Offer.status).in_(LIVE_OFFERS)


def _active_of(account_id: str) -> tuple[ColumnElement[bool], ...]:
    return or_(col(Deal.buyer_id) == account_id, Deal.seller_id == account_id), col(Deal.status).in_(ACTIVE_DEALS)


def find_deal(db: Session, deal_id: str) -> Deal | None:
    """Load a deal in its current state; the caller checks ownership."""
    return db.exec(select(Deal).where(Deal.id == deal_id).execution_options(populate_existing=True)).one_or_none()


def find_active_deal(db: Session, ad_id: str) -> Deal | None:
    """Return the active deal of an ad, which may be past its time."""
    return db.exec(
        select(Deal)
        .where(Deal.ad_id == ad_id, col(Deal.status).in_(ACTIVE_DEALS))
        .execution_options(populate_existing=True)
    ).one_or_none()


def list_deals(db: Session, *, seller_id: str = "", buyer_id: str = "", window: Window) -> tuple[list[Deal], int]:
    """List one party's deals, newest first, and their number."""
    conditions = []
    if seller_id:
        conditions.append(Deal.seller_id == seller_id)
    if buyer_id:
        conditions.append(Deal.buyer_id == buyer_id)
    total = db.exec(select(func.count()).select_from(Deal).where(*conditions)).one()
    newest = select(Deal).where(*conditions).order_by(col(Deal.id).desc())
    return list(db.exec(newest.offset(window.offset).limit(window.limit))), total


def list_deals_of_offers(db: Session, offer_ids: Iterable[str]) -> dict[str, str]:
    """Ids of the deals that offers became, by offer."""
    return dict(db.exec(select(Deal.offer_id, Deal.id).where(col(Deal.offer_id).in_(list(offer_ids)))).all())


def list_due_deals(db: Session, now: datetime, limit: int) -> list[tuple[str, str]]:
    """List active deals whose time is over, as ad id and deal id."""
    return list(
        db.exec(
            select(Deal.ad_id, Deal.id)
            .where(col(Deal.status).in_(ACTIVE_DEALS), Deal.reserved_until <= now)
            .order_by(col(Deal.ad_id))
            .limit(limit)
        )
    )


def list_reserved(db: Session, ad_ids: Iterable[str], now: datetime) -> dict[str, str]:
    """Buyers of the active deals by ad."""
    return dict(
        db.exec(
            select(Deal.ad_id, Deal.buyer_id).where(
                col(Deal.ad_id).in_(list(ad_ids)), col(Deal.status).in_(ACTIVE_DEALS), Deal.reserved_until > now
            )
        ).all()
    )


def list_versions_shown(db: Session, ad_ids: Iterable[str]) -> dict[str, AdVersion]:
    """The public versions of ads in any state, by ad."""
    shown = func.coalesce(Ad.live_version_id, Ad.submitted_version_id)
    rows = db.exec(
        select(Ad.id, AdVersion).join(AdVersion, col(AdVersion.id) == shown).where(col(Ad.id).in_(list(ad_ids)))
    )
    return dict(rows.all())


def list_category_names(db: Session, version: AdVersion) -> tuple[str, ...]:
    """Names of the category and, if there is one, the subcategory of an ad's version."""
    names = db.exec(select(Category.name).where(Category.id == version.category_id)).all()
    return (*names, *db.exec(select(Subcategory.name).where(Subcategory.id == version.subcategory_id)).all())


def count_active_accounts(db: Session, *account_ids: str) -> int:
    """Count those of the accounts that are active."""
    return db.exec(
        select(func.count())
        .select_from(Account)
        .where(col(Account.id).in_(account_ids), Account.status == AccountStatus.ACTIVE)
    ).one()


def list_offers_to_answer(db: Session, account_id: str, now: datetime) -> list[Offer]:
    """List the open offers that wait for an account's answer, the first to expire first.

    Without those that wait in line for a reserved ad, and those of people who can't take part any more.
    """
    reserved = exists().where(
        col(Deal.ad_id) == Offer.ad_id, col(Deal.status).in_(ACTIVE_DEALS), col(Deal.reserved_until) > now
    )
    answers = or_(
        and_(Offer.seller_id == account_id, Offer.status == OfferStatus.OPEN),
        and_(Offer.buyer_id == account_id, Offer.status == OfferStatus.COUNTERED),
    )
    wanted = select(Offer).where(*_open_offers(account_id, now), answers, ~reserved, _is_active(Offer, account_id))
    return list(db.exec(wanted.order_by(col(Offer.expires_at), col(Offer.id)).limit(MOST)))


def list_deals_in_progress(db: Session, account_id: str, now: datetime) -> list[Deal]:
    """List an account's active deals with people who can take part, the first to expire first."""
    wanted = select(Deal).where(*_active_of(account_id), Deal.reserved_until > now, _is_active(Deal, account_id))
    return list(db.exec(wanted.order_by(col(Deal.reserved_until), col(Deal.id)).limit(MOST)))


def list_open_offers(db: Session, account_id: str, other_ids: Collection[str], now: datetime) -> list[Offer]:
    """List the open offers of an account with these people, as far as it sees them."""
    wanted = select(Offer).where(*_open_offers(account_id, now), _other_id(Offer, account_id).in_(other_ids))
    return list(db.exec(wanted))


def list_deals_with(db: Session, account_id: str, other_ids: Collection[str], now: datetime) -> list[Deal]:
    """List the active deals of an account with these people."""
    active = (*_active_of(account_id), Deal.reserved_until > now)
    return list(db.exec(select(Deal).where(*active, _other_id(Deal, account_id).in_(other_ids))))


def select_trades(account_id: str, now: datetime) -> tuple[Any, ...]:
    """Statements for the people with whom an account has an open offer or an active deal, and when it last changed."""
    return (
        select(_other_id(Offer, account_id), Offer.updated_at).where(*_open_offers(account_id, now)),
        select(_other_id(Deal, account_id), Deal.updated_at).where(*_active_of(account_id), Deal.reserved_until > now),
    )


def _open_offers(account_id: str, now: datetime) -> tuple[ColumnElement[bool], ...]:
    return (*_live_of(account_id), col(Offer.expires_at) > now, or_(Offer.buyer_id == account_id, ~_HIDDEN))


def _other_id(table: type[Offer] | type[Deal], account_id: str) -> ColumnElement[str]:
    return case((col(table.seller_id) == account_id, col(table.buyer_id)), else_=col(table.seller_id))


def _is_active(table: type[Offer] | type[Deal], account_id: str) -> ColumnElement[bool]:
    """Condition that the account of the other party is active."""
    return exists().where(col(Account.id) == _other_id(table, account_id), col(Account.status) == AccountStatus.ACTIVE)

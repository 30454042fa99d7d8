"""Queries on enquiries, bookings and calendars."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, bindparam, case, delete, exists, func, literal, true, union_all
from sqlalchemy import select as columns
from sqlmodel import Session, and_, col, or_, select

from marketplace.core import clock
from marketplace.db import tags
from marketplace.db.rows import read_rows
from marketplace.domain import chat
from marketplace.domain.paging import Window
from marketplace.domain.waiting_rows import MOST
from marketplace.models import (
    Account,
    AccountStatus,
    Ad,
    AdCalendar,
    Booking,
    CalendarBlock,
    CalendarFeed,
    Enquiry,
    EnquiryStatus,
)
from marketplace.settings import get_settings

# Longest useful list of choices.
_MAX_ENQUIRED_ADS = 200
# Built once: every rental page runs these, and building a statement takes longer than running it.
_CALENDAR = select(AdCalendar).where(AdCalendar.ad_id == bindparam("ad_id"))
_is_active = col(Booking.cancelled_at).is_(None)
_BOOKINGS = (
    select(Booking)
    .where(
        Booking.ad_id == bindparam("ad_id"),
        _is_active,
        Booking.ends_at > bindparam("after"),
    )
    .order_by(col(Booking.starts_at))
)
_BLOCKS = (
    select(CalendarBlock)
    .where(CalendarBlock.ad_id == bindparam("ad_id"), CalendarBlock.ends_at > bindparam("after"))
    .order_by(col(CalendarBlock.starts_at))
)
_busy = union_all(
    *(
        columns(literal(is_closed).label("is_closed"), col(table.starts_at), col(table.ends_at)).where(
            col(table.ad_id) == bindparam("ad_id"), col(table.ends_at) > bindparam("after"), *conditions
        )
        for table, is_closed, conditions in ((CalendarBlock, True, ()), (Booking, False, (_is_active,)))
    )
)
_BUSY = _busy.order_by("starts_at")
_periods = _busy.subquery()
_CALENDAR_AND_BUSY = (
    columns(
        *AdCalendar.__table__.c,  # pyright: ignore[reportAttributeAccessIssue]
        *_periods.c,
    )
    .select_from(Ad)
    .outerjoin(AdCalendar, col(AdCalendar.ad_id) == Ad.id)
    .outerjoin(_periods, true())
    .where(col(Ad.id) == bindparam("ad_id"))
    .order_by(_periods.c.starts_at)
)

# Enquiries that the seller does not see: those that the seller has not answered, while either party has blocked the other.
_HIDDEN = and_(
    col(Enquiry.status) != EnquiryStatus.ACCEPTED,
    func.coalesce(col(Enquiry.answered_by), "") != col(Enquiry.seller_id),
    ~exists().where(col(Booking.enquiry_id) == Enquiry.id),
    chat.are_apart(Enquiry.seller_id, Enquiry.buyer_id),
)


class BusyPeriod(NamedTuple):
    """A period that is booked, or that the seller closed."""

    is_closed: bool
    starts_at: datetime
    ends_at: datetime


def lock_ad(db: Session, ad_id: str) -> Ad:
    """Lock the ad until the transaction ends; serialises changes to its enquiries and bookings."""
    return db.exec(select(Ad).where(Ad.id == ad_id).with_for_update().execution_options(populate_existing=True)).one()


def find_enquiry(db: Session, enquiry_id: str) -> Enquiry | None:
    """Load an enquiry in its current state; the caller checks ownership."""
    return db.exec(
        select(Enquiry).where(Enquiry.id == enquiry_id).execution_options(populate_existing=True)
    ).one_or_none()


def find_duplicate(db: Session, buyer_id: str, ad_id: str, pickup: datetime, drop: datetime) -> Enquiry | None:
    """Return the buyer's waiting enquiry for the same dates, if any."""
    return db.exec(
        select(Enquiry).where(
            Enquiry.buyer_id == buyer_id,
            Enquiry.ad_id == ad_id,
            Enquiry.pickup_at == pickup,
            Enquiry.drop_at == drop,
            Enquiry.status == EnquiryStatus.PENDING,
        )
    ).first()


def list_overlapping(db: Session, enquiry: Enquiry) -> list[Enquiry]:
    """List waiting enquiries for the same ad with overlapping dates."""
    return list(
        db.exec(
            select(Enquiry)
            .where(
                Enquiry.ad_id == enquiry.ad_id,
                Enquiry.id != enquiry.id,
                Enquiry.status == EnquiryStatus.PENDING,
                Enquiry.pickup_at < enquiry.drop_at,
                Enquiry.drop_at > enquiry.pickup_at,
            )
            .order_by(col(Enquiry.id))
            .execution_options(populate_existing=True)
        )
    )


def list_enquiries(
    db: Session, *, seller_id: str = "", buyer_id: str = "", status: str = "", ad_id: str = "", window: Window
) -> tuple[list[Enquiry], int]:
    """List one party's enquiries, newest first, and their number.

    While either party has blocked the other, the seller does not see enquiries that the seller has not answered.
    """
    conditions = _filters(seller_id=seller_id, buyer_id=buyer_id, ad_id=ad_id)
    if status:
        conditions.append(Enquiry.status == status)
    total = db.exec(select(func.count()).select_from(Enquiry).where(*conditions)).one()
    newest = select(Enquiry).where(*conditions).order_by(col(Enquiry.id).desc())
    return list(db.exec(newest.offset(window.offset).limit(window.limit))), total


def _filters(*, seller_id: str = "", buyer_id: str = "", ad_id: str = "") -> list:
    conditions = []
    if seller_id:
        conditions += [Enquiry.seller_id == seller_id, ~_HIDDEN]
    if buyer_id:
        conditions.append(Enquiry.buyer_id == buyer_id)
    if ad_id:
        conditions.append(Enquiry.ad_id == ad_id)
    return conditions


def is_hidden(db: Session, enquiry: Enquiry) -> bool:
    """Return whether the seller does not see the enquiry."""
    return db.exec(select(Enquiry.id).where(Enquiry.id == enquiry.id, _HIDDEN)).first() is not None


def count_enquiries(db: Session, *, seller_id: str = "", buyer_id: str = "", ad_id: str = "") -> dict[str, int]:
    """Count one party's enquiries by status, as `list_enquiries` shows them."""
    conditions = _filters(seller_id=seller_id, buyer_id=buyer_id, ad_id=ad_id)
    return dict(db.exec(select(Enquiry.status, func.count()).where(*conditions).group_by(Enquiry.status)).all())


def list_enquired_ads(db: Session, account_id: str) -> list[str]:
    """List ids of ads in the account's enquiries, latest enquiry first."""
    return list(
        db.exec(
            select(Enquiry.ad_id)
            .where(or_(Enquiry.seller_id == account_id, Enquiry.buyer_id == account_id))
            .group_by(col(Enquiry.ad_id))
            .order_by(func.max(Enquiry.id).desc())
            .limit(_MAX_ENQUIRED_ADS)
        )
    )


def zones(db: Session, ad_ids: Iterable[str]) -> dict[str, str]:
    """Time zones of ads that have a calendar."""
    rows = db.exec(select(AdCalendar.ad_id, AdCalendar.timezone).where(col(AdCalendar.ad_id).in_(list(ad_ids))))
    return dict(rows.all())


def emails(db: Session, account_ids: Iterable[str]) -> dict[str, str]:
    """Addresses of accounts that are not deleted."""
    rows = db.exec(
        select(Account.id, Account.email).where(
            col(Account.id).in_(list(account_ids)), Account.status != AccountStatus.DELETED
        )
    )
    return dict(rows.all())


def find_calendar(db: Session, ad_id: str) -> AdCalendar | None:
    """Return the stored calendar of an ad."""
    return db.exec(_CALENDAR, params={"ad_id": ad_id}).one_or_none()


def list_bookings(db: Session, ad_id: str, after: datetime, before: datetime | None = None) -> list[Booking]:
    """List active bookings that end after one moment and start before another, by start."""
    statement = _BOOKINGS if before is None else _BOOKINGS.where(Booking.starts_at < before)
    return list(db.exec(statement, params={"ad_id": ad_id, "after": after}))


def list_blocks(db: Session, ad_id: str, after: datetime, before: datetime | None = None) -> list[CalendarBlock]:
    """List closed periods, as for bookings."""
    statement = _BLOCKS if before is None else _BLOCKS.where(CalendarBlock.starts_at < before)
    return list(db.exec(statement, params={"ad_id": ad_id, "after": after}))


def list_busy(db: Session, ad_id: str, after: datetime) -> Sequence[BusyPeriod]:
    """List closed and booked periods that end after a moment, by start."""
    return read_rows(db, _BUSY, {"ad_id": ad_id, "after": after}).all()


def list_busy_with_calendar(db: Session, ad_id: str, after: datetime) -> tuple[AdCalendar | None, Sequence[BusyPeriod]]:
    """Like `list_busy`, with a row of the columns of the stored calendar; None without one."""
    rows = read_rows(db, _CALENDAR_AND_BUSY, {"ad_id": ad_id, "after": after}).all()
    # Without a period there is one row, whose `starts_at` is None.
    return rows[0] if rows[0].timezone else None, [row for row in rows if row.starts_at]


def delete_blocks(db: Session, ad_id: str) -> None:
    """Delete all closed periods of an ad."""
    tags.note_rows(db.connection(), "calendar_blocks", [{"ad_id": ad_id}])
    db.exec(delete(CalendarBlock).where(col(CalendarBlock.ad_id) == ad_id), execution_options=tags.ROWS_NOTED)


def find_booking(db: Session, enquiry_id: str) -> Booking | None:
    """Return the booking of an enquiry."""
    return db.exec(select(Booking).where(Booking.enquiry_id == enquiry_id)).one_or_none()


def list_due_enquiries(db: Session, now: datetime, limit: int) -> list[tuple[str, str]]:
    """List waiting enquiries whose pickup time has passed, as ad id and enquiry id."""
    return list(
        db.exec(
            select(Enquiry.ad_id, Enquiry.id)
            .where(Enquiry.status == EnquiryStatus.PENDING, Enquiry.pickup_at <= now)
            .order_by(col(Enquiry.ad_id), col(Enquiry.id))
            .limit(limit)
        )
    )


def list_to_answer(db: Session, seller_id: str, now: datetime) -> list[Enquiry]:
    """List the waiting enquiries that a seller sees, of buyers whose accounts are active, the earliest pickup first."""
    is_active = exists().where(col(Account.id) == Enquiry.buyer_id, col(Account.status) == AccountStatus.ACTIVE)
    waiting = (Enquiry.seller_id == seller_id, Enquiry.status == EnquiryStatus.PENDING, Enquiry.pickup_at > now)
    wanted = select(Enquiry).where(*waiting, ~_HIDDEN, is_active)
    return list(db.exec(wanted.order_by(col(Enquiry.pickup_at), col(Enquiry.id)).limit(MOST)))


def list_open_with(db: Session, account_id: str, other_ids: Collection[str], now: datetime) -> list[Enquiry]:
    """List the waiting enquiries and bookings of an account with these people that are not over, as far as it sees them."""
    wanted = select(Enquiry).where(*_open_trades(account_id, now), _other_id(account_id).in_(other_ids))
    return list(db.exec(wanted))


def select_trades(account_id: str, now: datetime) -> tuple[Any, ...]:
    """Statements for the people with whom an account has an open enquiry or a booking, and when it last changed."""
    return (select(_other_id(account_id), Enquiry.updated_at).where(*_open_trades(account_id, now)),)


def _open_trades(account_id: str, now: datetime) -> tuple[ColumnElement[bool], ...]:
    booked = Enquiry.status == EnquiryStatus.ACCEPTED
    waits = or_(booked, and_(Enquiry.status == EnquiryStatus.PENDING, Enquiry.pickup_at > now))
    # A return that nobody confirms is not waited for any longer (see `handovers.list_waiting`).
    latest = now - timedelta(days=get_settings().review_days)
    is_outside = (
        booked,
        col(Enquiry.picked_up_at).is_not(None),
        col(Enquiry.returned_at).is_(None),
        col(Enquiry.drop_at) > latest,
    )
    mine = or_(Enquiry.buyer_id == account_id, and_(Enquiry.seller_id == account_id, ~_HIDDEN))
    return mine, or_(and_(waits, *_can_end(now)), and_(*is_outside))


def _other_id(account_id: str) -> ColumnElement[str]:
    return case((col(Enquiry.seller_id) == account_id, col(Enquiry.buyer_id)), else_=col(Enquiry.seller_id))


def list_endable(
    db: Session, subject_id: str, limit: int | None = None, *, status: EnquiryStatus, seen_by: str = ""
) -> list[Enquiry]:
    """List the enquiries in a status of an ad, or of an account on either side, that can still end, by ad.

    They are in their current state, were not picked up, and their dates are not over.

    Args:
        seen_by: leave out those that this seller does not see.
    """
    seen = or_(Enquiry.seller_id != seen_by, ~_HIDDEN) if seen_by else true()
    wanted = or_(Enquiry.ad_id == subject_id, Enquiry.buyer_id == subject_id, Enquiry.seller_id == subject_id)
    return list(
        db.exec(
            select(Enquiry)
            .where(wanted, seen, Enquiry.status == status, *_can_end(clock.now()))
            .order_by(col(Enquiry.ad_id), col(Enquiry.id))
            .limit(limit)
            .execution_options(populate_existing=True)
        )
    )


def _can_end(now: datetime) -> tuple[ColumnElement[bool], ...]:
    return col(Enquiry.drop_at) > now, col(Enquiry.picked_up_at).is_(None)


def list_booked(db: Session, account_id: str, after: datetime) -> list[tuple[Enquiry, Booking]]:
    """List active bookings of either side that end after a moment, with their enquiries, by start."""
    return list(
        db.exec(
            select(Enquiry, Booking)
            .join(Booking, col(Booking.enquiry_id) == Enquiry.id)
            .where(
                or_(Enquiry.buyer_id == account_id, Enquiry.seller_id == account_id),
                _is_active,
                Booking.ends_at > after,
            )
            .order_by(col(Booking.starts_at))
        )
    )


def list_feeds(db: Session, account_id: str) -> list[CalendarFeed]:
    """List an account's active feed URLs."""
    return list(
        db.exec(
            select(CalendarFeed).where(CalendarFeed.account_id == account_id, col(CalendarFeed.revoked_at).is_(None))
        )
    )


def find_feed(db: Session, token_hash: str) -> CalendarFeed | None:
    """Return the active feed with this token hash."""
    return db.exec(
        select(CalendarFeed).where(CalendarFeed.token_hash == token_hash, col(CalendarFeed.revoked_at).is_(None))
    ).one_or_none()

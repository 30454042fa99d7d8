"""Queries on reviews, and on the deals and rentals that they are about."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, case, exists, func
from sqlalchemy import select as select_columns
from sqlmodel import Session, col, or_, select

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.db import tags
from marketplace.db.rows import read_rows
from marketplace.db.upsert import insert_or_update
from marketplace.domain.paging import Window
from marketplace.domain.waiting_rows import MOST
from marketplace.models import (
    Account,
    AccountStatus,
    Ad,
    AdVersion,
    Deal,
    DealSide,
    DealStatus,
    Enquiry,
    EnquiryStatus,
    PersonReview,
    TradeTotal,
)

_shown = (col(PersonReview.revealed_at).is_not(None), col(PersonReview.removed_at).is_(None))
# Built once, since building a statement takes longer than running it.
_SHOWN_ABOUT = (
    select_columns(
        *PersonReview.__table__.c,  # pyright: ignore[reportAttributeAccessIssue]
        *(col(getattr(Account, name)) for name in ("name", "shop_name", "kind", "status")),
    )
    .join(Account, col(Account.id) == PersonReview.writer_id)
    .where(col(PersonReview.about_id) == bindparam("account_id"), *_shown)
    .order_by(col(PersonReview.revealed_at).desc(), col(PersonReview.id).desc())
)
_TOTAL = select_columns(TradeTotal.__table__).where(  # pyright: ignore[reportAttributeAccessIssue]
    col(TradeTotal.account_id) == bindparam("account_id")
)


@dataclass(frozen=True, slots=True)
class Subject:
    """A deal or a rental; `ended_at` is None until it is finished."""

    id: str
    is_deal: bool
    ad_id: str
    buyer_id: str
    seller_id: str
    ended_at: datetime | None

    @property
    def key(self) -> dict[str, str]:
        """The column of a review that names it, with its id."""
        return {"deal_id" if self.is_deal else "enquiry_id": self.id}

    @property
    def topic(self) -> str:
        """Topic of events about it."""
        return "deals" if self.is_deal else "enquiries"

    def side_of(self, actor: Actor) -> DealSide | None:
        """The actor's side; None if not a party."""
        if actor.owns(self.buyer_id):
            return DealSide.BUYER
        return DealSide.SELLER if actor.owns(self.seller_id) else None

    def party(self, side: DealSide) -> str:
        """The account of a side."""
        return self.buyer_id if side is DealSide.BUYER else self.seller_id


def find_subject(db: Session, *, deal_id: str | None = "", enquiry_id: str | None = "") -> Subject | None:
    """Return a deal or a rental in its current state; the caller checks who is a party."""
    current = {"populate_existing": True}
    if deal_id and ids.is_id(deal_id):
        deal = db.exec(select(Deal).where(Deal.id == deal_id).execution_options(**current)).one_or_none()
        if deal is not None:
            return _make_subject(deal)
    if enquiry_id and ids.is_id(enquiry_id):
        row = db.exec(select(Enquiry).where(Enquiry.id == enquiry_id).execution_options(**current)).one_or_none()
        if row is not None:
            return _make_subject(row)
    return None


def list_unreviewed(db: Session, account_id: str, since: datetime, now: datetime) -> list[Subject]:
    """List an account's deals and rentals that ended since then, without a review by it, whose other party has not left."""
    ends = {
        Deal: (Deal.status == DealStatus.DONE, col(Deal.ended_at) > since),
        Enquiry: (
            Enquiry.status == EnquiryStatus.ACCEPTED,
            Enquiry.drop_at > since,
            or_(Enquiry.drop_at <= now, col(Enquiry.returned_at) <= now),
        ),
    }
    found: list[Subject] = []
    for table, ended in ends.items():
        other_id = case((col(table.seller_id) == account_id, col(table.buyer_id)), else_=col(table.seller_id))
        subject_id = col(PersonReview.deal_id if table is Deal else PersonReview.enquiry_id)
        wanted = select(table).where(
            or_(table.buyer_id == account_id, table.seller_id == account_id),
            *ended,
            ~exists().where(subject_id == table.id, col(PersonReview.writer_id) == account_id),
            exists().where(col(Account.id) == other_id, col(Account.status) != AccountStatus.DELETED),
        )
        found += [_make_subject(row) for row in db.exec(wanted.order_by(col(table.id).desc()).limit(MOST))]
    # A rental that was returned early may have ended before.
    return [subject for subject in found if subject.ended_at and subject.ended_at > since]


def _make_subject(row: Deal | Enquiry) -> Subject:
    if isinstance(row, Deal):
        ended_at = row.ended_at if row.status is DealStatus.DONE else None
        return Subject(row.id, True, row.ad_id, row.buyer_id, row.seller_id, ended_at)
    # A rental that was returned before its dates are over is finished then.
    ends_at = min(row.returned_at or row.drop_at, row.drop_at)
    is_over = row.status is EnquiryStatus.ACCEPTED and ends_at <= clock.now()
    return Subject(row.id, False, row.ad_id, row.buyer_id, row.seller_id, ends_at if is_over else None)


def lock_ad(db: Session, ad_id: str) -> None:
    """Lock the ad until the transaction ends; serialises the reviews of its deals and rentals."""
    db.exec(select(Ad.id).where(Ad.id == ad_id).with_for_update()).one()


def find_ad_name(db: Session, ad_id: str) -> str:
    """The public name of an ad in any state."""
    shown = func.coalesce(Ad.live_version_id, Ad.submitted_version_id)
    named = select(AdVersion.name).join(Ad, col(AdVersion.id) == shown).where(Ad.id == ad_id)
    return db.exec(named).one_or_none() or ""


def list_of(db: Session, subject: Subject) -> dict[DealSide, PersonReview]:
    """The reviews of a deal or rental by the side of their writer, sealed ones too, in their current state."""
    rows = db.exec(select(PersonReview).filter_by(**subject.key).execution_options(populate_existing=True))
    return {row.side: row for row in rows}


def find_shown(db: Session, review_id: str, *, lock: bool = False) -> PersonReview | None:
    """Return a review that everyone may see; `lock` locks it until the transaction ends."""
    return _find(db, lock, PersonReview.id == review_id, *_shown) if ids.is_id(review_id) else None


def find_revealed(db: Session, review_id: str, *, lock: bool = False) -> PersonReview | None:
    """Like `find_shown`, but also a review that has been removed since."""
    return _find(db, lock, PersonReview.id == review_id, _shown[0]) if ids.is_id(review_id) else None


def _find(db: Session, lock: bool, *conditions: Any) -> PersonReview | None:
    statement = select(PersonReview).where(*conditions).execution_options(populate_existing=True)
    return db.exec(statement.with_for_update() if lock else statement).one_or_none()


def lock_sealed(db: Session, *conditions: Any, limit: int) -> list[PersonReview]:
    """Lock sealed reviews until the transaction ends, in a fixed order."""
    return list(
        db.exec(
            select(PersonReview)
            .where(col(PersonReview.revealed_at).is_(None), *conditions)
            .order_by(col(PersonReview.id))
            .limit(limit)
            .with_for_update()
            .execution_options(populate_existing=True)
        )
    )


def list_shown(db: Session, account_id: str, window: Window) -> Sequence[Any]:
    """List the reviews about an account that everyone may see, newest first: the columns of each, with name, shop name, kind
    and status of its writer.
    """
    with tags.about(seller=account_id) as scope:
        statement = _SHOWN_ABOUT.offset(window.offset).limit(window.limit)
        found = read_rows(db, statement, {"account_id": account_id}).all()
        # The writers' names are shown too.
        scope.add("seller", *(row.writer_id for row in found))
    return found


def find_total(db: Session, account_id: str) -> TradeTotal | None:
    """Return a row with the columns of the totals of an account's deals and reviews; None without any."""
    with tags.about(seller=account_id):
        return read_rows(db, _TOTAL, {"account_id": account_id}).one_or_none()


def add_to_totals(db: Session, changes: Iterable[tuple[str, dict[str, int]]]) -> None:
    """Add to the totals of accounts. The database adds, so that concurrent transactions lose nothing.

    Args:
        changes: accounts with what is added to `deals`, `reviews` and `stars`.
    """
    # A fixed order prevents deadlocks.
    for account_id, added in sorted(changes, key=lambda change: change[0]):
        tags.note_rows(db.connection(), "trade_totals", [{"account_id": account_id}])
        values = {"deals": 0, "reviews": 0, "stars": 0} | added
        insert = insert_or_update(db, TradeTotal).values(account_id=account_id, **values)
        db.execute(
            insert.on_conflict_do_update(
                index_elements=["account_id"],
                set_={name: getattr(TradeTotal, name) + value for name, value in values.items()},
            ),
            execution_options=tags.ROWS_NOTED,
        )

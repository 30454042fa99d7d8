"""Queries on reports and their targets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import aliased
from sqlmodel import Session, and_, case, col, func, or_, select

from marketplace.domain.paging import Window, fetch
from marketplace.models import (
    Account,
    AccountStatus,
    Ad,
    AdVersion,
    Conversation,
    Message,
    PersonReview,
    Report,
    ReportStatus,
    ReportTarget,
)

ReportRow = tuple[Report, str | None, str | None]
_reporter, _resolver = aliased(Account), aliased(Account)


def _rows():
    return (
        select(Report, _reporter.username, _resolver.username)
        .outerjoin(_reporter, col(_reporter.id) == col(Report.reporter_id))
        .outerjoin(_resolver, col(_resolver.id) == col(Report.resolved_by))
    )


@dataclass(frozen=True, slots=True)
class Record:
    """How a reporter's closed reports ended."""

    upheld: int = 0
    decided: int = 0


def list_records(db: Session, reporter_ids: Iterable[str]) -> dict[str, Record]:
    """Return the records of reporters that have closed reports, by account id."""
    past = _past_reports()
    rows = db.exec(
        select(past.c.reporter_id, past.c.upheld, past.c.decided).where(past.c.reporter_id.in_(reporter_ids))
    )
    return {reporter_id: Record(upheld, decided) for reporter_id, upheld, decided in rows}


def _past_reports():
    upheld = func.sum(case((col(Report.status) == ReportStatus.RESOLVED, 1), else_=0))
    return (
        select(Report.reporter_id, upheld.label("upheld"), func.count().label("decided"))
        .where(col(Report.reporter_id).is_not(None), Report.status != ReportStatus.OPEN)
        .group_by(col(Report.reporter_id))
        .subquery()
    )


def _by_trust(statement: Any) -> Any:
    """Sort reports by the most trusted reporter of their target; reports on one target stand together, oldest first."""
    past = _past_reports()
    # Laplace's rule of succession: a reporter without closed reports counts as right half of the time.
    upheld, decided = func.coalesce(past.c.upheld, 0), func.coalesce(past.c.decided, 0)
    trust = (upheld + 1.0) / (decided + 2.0)
    target = (col(Report.target), col(Report.target_id))
    return statement.outerjoin(past, past.c.reporter_id == col(Report.reporter_id)).order_by(
        func.max(trust).over(partition_by=target).desc(),
        func.min(Report.id).over(partition_by=target),
        col(Report.id),
    )


def count_open_on(db: Session, target_ids: Iterable[str]) -> dict[str, int]:
    """Count the open reports on each target."""
    wanted = (col(Report.target_id).in_(target_ids), Report.status == ReportStatus.OPEN)
    counted = select(Report.target_id, func.count()).where(*wanted).group_by(col(Report.target_id))
    return dict(db.exec(counted).all())


def list_reports(
    db: Session, filters: dict[str, str], window: Window, conditions: Sequence[Any], *, by_trust: bool
) -> tuple[list[ReportRow], int]:
    """List reports that match the filters and conditions, each with the usernames of reporter and admin, and the total.

    The newest stand first; with `by_trust`, those of trusted reporters do, and all on one target together.
    """
    wanted = [*(getattr(Report, name) == value for name, value in filters.items() if value), *conditions]
    found = _rows().where(*wanted)
    found = _by_trust(found) if by_trust else found.order_by(col(Report.id).desc())
    return fetch(db, found, window, select(Report.id).where(*wanted))


def find_row(db: Session, report_id: str) -> ReportRow | None:
    """Return one report with its usernames."""
    rows = db.exec(_rows().where(Report.id == report_id))
    return next(((report, reporter, admin) for report, reporter, admin in rows), None)


def find_open_of(db: Session, reporter_id: str, target: ReportTarget, target_id: str) -> Report | None:
    """Return this reporter's open report on the target, if any."""
    return db.exec(
        select(Report).where(
            Report.reporter_id == reporter_id,
            Report.target == target,
            Report.target_id == target_id,
            Report.status == ReportStatus.OPEN,
        )
    ).first()


def lock(db: Session, report_id: str) -> Report | None:
    """Load one report and lock it until the transaction ends."""
    return db.exec(select(Report).where(Report.id == report_id).with_for_update()).one_or_none()


def lock_open_on(db: Session, target: ReportTarget, target_id: str) -> list[Report]:
    """Load and lock the open reports on a target until the transaction ends."""
    about = (Report.target == target, Report.target_id == target_id, Report.status == ReportStatus.OPEN)
    return list(db.exec(select(Report).where(*about).order_by(col(Report.id)).with_for_update()))


def list_from_deleted(db: Session, reporter_ids: Iterable[str]) -> set[str]:
    """Return those of the reporters whose accounts are deleted."""
    gone = (col(Account.id).in_(reporter_ids), Account.status == AccountStatus.DELETED)
    return set(db.exec(select(Account.id).where(*gone)))


def count_open(db: Session) -> int:
    """Count the targets with open reports: many reports on one count once."""
    counted = select(func.count(func.distinct(Report.target_id))).where(Report.status == ReportStatus.OPEN)
    return db.exec(counted).one()


def find_conversation(db: Session, party_id: str, key: str) -> Conversation | None:
    """Return a conversation of this party, by its id or the other party's account id."""
    as_buyer = and_(
        col(Conversation.buyer_id) == party_id, or_(col(Conversation.id) == key, col(Conversation.seller_id) == key)
    )
    as_seller = and_(
        col(Conversation.seller_id) == party_id, or_(col(Conversation.id) == key, col(Conversation.buyer_id) == key)
    )
    return db.exec(select(Conversation).where(or_(as_buyer, as_seller))).first()


def names_of(db: Session, targets: Iterable[tuple[ReportTarget, str]]) -> dict[str, str]:
    """Return the names of reported targets by id, with one query for each kind."""
    by_kind: dict[ReportTarget, set[str]] = {}
    for target, target_id in targets:
        by_kind.setdefault(target, set()).add(target_id)
    names: dict[str, str] = {}
    if target_ids := by_kind.get(ReportTarget.AD):
        names |= dict(
            db.exec(
                select(Ad.id, AdVersion.name)
                .join(AdVersion, col(AdVersion.id) == Ad.submitted_version_id)
                .where(col(Ad.id).in_(target_ids))
            ).all()
        )
    if target_ids := by_kind.get(ReportTarget.ACCOUNT):
        names |= dict(db.exec(select(Account.id, Account.username).where(col(Account.id).in_(target_ids))).all())
    if target_ids := by_kind.get(ReportTarget.REVIEW):
        writer, about = aliased(Account), aliased(Account)
        rows = db.exec(
            select(PersonReview.id, writer.username, about.username)
            .join(writer, col(writer.id) == col(PersonReview.writer_id))
            .join(about, col(about.id) == col(PersonReview.about_id))
            .where(col(PersonReview.id).in_(target_ids))
        )
        names |= {review_id: f"{one} → {other}" for review_id, one, other in rows}
    if target_ids := by_kind.get(ReportTarget.CONVERSATION):
        buyer, seller = aliased(Account), aliased(Account)
        rows = db.exec(
            select(Conversation.id, buyer.username, seller.username)
            .join(buyer, col(buyer.id) == col(Conversation.buyer_id))
            .join(seller, col(seller.id) == col(Conversation.seller_id))
            .where(col(Conversation.id).in_(target_ids))
        )
        names |= {conversation_id: f"{one} – {other}" for conversation_id, one, other in rows}
    return names


def list_last_messages(db: Session, conversation_id: str, limit: int) -> list[tuple[Message, str]]:
    """List the newest messages of a conversation, oldest first, with their senders' usernames."""
    rows = db.exec(
        select(Message, Account.username)
        .join(Account, col(Account.id) == Message.sender_id)
        .where(Message.conversation_id == conversation_id)
        .order_by(col(Message.seq).desc())
        .limit(limit)
    ).all()
    return [(message, name) for message, name in reversed(rows)]

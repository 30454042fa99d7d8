"""Statements on reports and on what they are about."""

from collections.abc import Iterable

from sqlalchemy import and_, or_
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, func, select

from marketplace.domain.paging import Window
from marketplace.models import Account, Ad, AdVersion, Conversation, Message, Report, ReportStatus, ReportTarget

ReportRow = tuple[Report, str | None, str | None]
_reporter, _resolver = aliased(Account), aliased(Account)


def _rows():
    return (
        select(Report, _reporter.username, _resolver.username)
        .outerjoin(_reporter, _reporter.id == col(Report.reporter_id))
        .outerjoin(_resolver, _resolver.id == col(Report.resolved_by))
    )


def list_reports(
    db: Session, filters: dict[str, str], window: Window, most: int, *, oldest_first: bool
) -> tuple[list[ReportRow], int]:
    """Reports whose columns hold the non-empty filter values, each with the usernames of reporter and admin.

    Returns:
        The rows of the window, and how many there are in all, counted up to `most`.
    """
    wanted = [getattr(Report, name) == value for name, value in filters.items() if value]
    total = db.exec(select(func.count()).select_from(select(Report.id).where(*wanted).limit(most).subquery())).one()
    order = col(Report.id) if oldest_first else col(Report.id).desc()
    rows = db.exec(_rows().where(*wanted).order_by(order).offset(window.offset).limit(window.limit))
    return [(report, reporter, admin) for report, reporter, admin in rows], total


def find_row(db: Session, report_id: str) -> ReportRow | None:
    """One report with its names."""
    found = db.exec(_rows().where(Report.id == report_id))
    return next(((report, reporter, admin) for report, reporter, admin in found), None)


def find_open_of(db: Session, reporter_id: str, target: ReportTarget, target_id: str) -> Report | None:
    """This reporter's report on this thing, while it is open."""
    return db.exec(
        select(Report).where(
            Report.reporter_id == reporter_id,
            Report.target == target,
            Report.target_id == target_id,
            Report.status == ReportStatus.OPEN,
        )
    ).first()


def lock(db: Session, report_id: str) -> Report | None:
    """One report, locked until the end of the transaction."""
    return db.exec(select(Report).where(Report.id == report_id).with_for_update()).one_or_none()


def lock_open_on(db: Session, target: ReportTarget, target_id: str) -> list[Report]:
    """The open reports on one thing, locked until the end of the transaction."""
    about = (Report.target == target, Report.target_id == target_id, Report.status == ReportStatus.OPEN)
    return list(db.exec(select(Report).where(*about).order_by(col(Report.id)).with_for_update()))


def count_open(db: Session) -> int:
    """How many reports are open."""
    return db.exec(select(func.count()).select_from(Report).where(Report.status == ReportStatus.OPEN)).one()


def find_conversation(db: Session, party_id: str, key: str) -> Conversation | None:
    """A conversation of this party, by its own id or by the other party's account id."""
    as_buyer = and_(
        col(Conversation.buyer_id) == party_id, or_(col(Conversation.id) == key, col(Conversation.seller_id) == key)
    )
    as_seller = and_(
        col(Conversation.seller_id) == party_id, or_(col(Conversation.id) == key, col(Conversation.buyer_id) == key)
    )
    return db.exec(select(Conversation).where(or_(as_buyer, as_seller))).first()


def names_of(db: Session, targets: Iterable[tuple[ReportTarget, str]]) -> dict[str, str]:
    """What reported things are called, by their ids, in one statement for each kind."""
    by_kind: dict[ReportTarget, set[str]] = {}
    for target, target_id in targets:
        by_kind.setdefault(target, set()).add(target_id)
    names: dict[str, str] = {}
    if found := by_kind.get(ReportTarget.AD):
        names |= dict(
            db.exec(
                select(Ad.id, AdVersion.name)
                .join(AdVersion, col(AdVersion.id) == Ad.submitted_version_id)
                .where(col(Ad.id).in_(found))
            ).all()
        )
    if found := by_kind.get(ReportTarget.ACCOUNT):
        names |= dict(db.exec(select(Account.id, Account.username).where(col(Account.id).in_(found))).all())
    if found := by_kind.get(ReportTarget.CONVERSATION):
        buyer, seller = aliased(Account), aliased(Account)
        rows = db.exec(
            select(Conversation.id, buyer.username, seller.username)
            .join(buyer, buyer.id == col(Conversation.buyer_id))
            .join(seller, seller.id == col(Conversation.seller_id))
            .where(col(Conversation.id).in_(found))
        )
        names |= {conversation_id: f"{one} – {other}" for conversation_id, one, other in rows}
    return names


def list_last_messages(db: Session, conversation_id: str, most: int) -> list[tuple[Message, str]]:
    """The newest messages of a conversation, oldest first, with their senders' usernames."""
    rows = db.exec(
        select(Message, Account.username)
        .join(Account, col(Account.id) == Message.sender_id)
        .where(Message.conversation_id == conversation_id)
        .order_by(col(Message.seq).desc())
        .limit(most)
    ).all()
    return [(message, name) for message, name in reversed(rows)]

"""Queries on breaches and the accounts that they affect."""

from datetime import UTC, datetime, time, timedelta

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, func, select

from marketplace.domain import site_time
from marketplace.domain.breaches.schemas import BreachDraft
from marketplace.models import Account, AccountSession, AccountStatus, Breach


def affected(draft: BreachDraft) -> list[ColumnElement[bool]]:
    """Conditions of the accounts that the draft names. Deleted accounts have no address to tell."""
    conditions = [col(Account.status) != AccountStatus.DELETED]
    if draft.everybody:
        return conditions
    named = col(Account.id).in_(draft.accounts)
    if draft.active is None:
        return [*conditions, named]
    start, end = (
        datetime.combine(day, time(), site_time.zone()).astimezone(UTC)
        for day in (draft.active.first, draft.active.last + timedelta(days=1))
    )
    used = (AccountSession.created_at < end, AccountSession.last_seen_at >= start)
    return [*conditions, named | col(Account.id).in_(select(AccountSession.account_id).where(*used))]


def count(db: Session, conditions: list[ColumnElement[bool]]) -> int:
    """Count the accounts."""
    return db.exec(select(func.count()).select_from(Account).where(*conditions)).one()


def list_known(db: Session, account_ids: list[str]) -> set[str]:
    """Return those of the ids that are accounts."""
    return set(db.exec(select(Account.id).where(col(Account.id).in_(account_ids))))


def list_next(db: Session, conditions: list[ColumnElement[bool]], after: str, limit: int) -> list[Account]:
    """List the next accounts by their ids."""
    following = select(Account).where(*conditions, Account.id > after)
    return list(db.exec(following.order_by(col(Account.id)).limit(limit)))


def find(db: Session, digest: str) -> Breach | None:
    """Return the breach with this description."""
    return db.exec(select(Breach).where(Breach.digest == digest)).one_or_none()


def lock(db: Session, breach_id: str) -> Breach | None:
    """Load a breach and lock it until the transaction ends."""
    statement = select(Breach).where(Breach.id == breach_id).with_for_update()
    return db.exec(statement.execution_options(populate_existing=True)).one_or_none()

"""Queries on appeals."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.orm import aliased
from sqlmodel import Session, col, func, select

from marketplace.domain.paging import Window, fetch
from marketplace.models import Account, AccountKind, AccountStatus, Appeal, AppealStatus

AppealRow = tuple[Appeal, str, str | None, str | None]
_owner, _decider, _closer = aliased(Account), aliased(Account), aliased(Account)


def _rows():
    return (
        select(Appeal, _owner.username, _decider.username, _closer.username)
        .join(_owner, col(_owner.id) == col(Appeal.account_id))
        .outerjoin(_decider, col(_decider.id) == col(Appeal.decided_by))
        .outerjoin(_closer, col(_closer.id) == col(Appeal.closed_by))
    )


def list_appeals(
    db: Session,
    filters: dict[str, str],
    window: Window,
    conditions: Sequence[Any],
    *,
    oldest_first: bool,
) -> tuple[list[AppealRow], int]:
    """List appeals that match the filters and conditions, each with the usernames of owner, deciding and closing admin, and the total."""
    wanted = [*(getattr(Appeal, name) == value for name, value in filters.items() if value), *conditions]
    order = col(Appeal.id) if oldest_first else col(Appeal.id).desc()
    return fetch(db, _rows().where(*wanted).order_by(order), window, select(Appeal.id).where(*wanted))


def find_row(db: Session, appeal_id: str) -> AppealRow | None:
    """Return one appeal with its usernames."""
    rows = db.exec(_rows().where(Appeal.id == appeal_id))
    return next(((appeal, owner, decider, closer) for appeal, owner, decider, closer in rows), None)


def find_of(db: Session, target_id: str, decided_at: datetime) -> Appeal | None:
    """Return the appeal against one decision, if there is one."""
    return db.exec(select(Appeal).where(Appeal.target_id == target_id, Appeal.decided_at == decided_at)).first()


def find_last_of(db: Session, account_id: str, target_id: str) -> Appeal | None:
    """Return the owner's last appeal about an ad or account, if there is one."""
    mine = select(Appeal).where(Appeal.account_id == account_id, Appeal.target_id == target_id)
    return db.exec(mine.order_by(col(Appeal.id).desc())).first()


def lock(db: Session, appeal_id: str) -> Appeal:
    """Load an appeal that exists, and lock it until the transaction ends."""
    statement = select(Appeal).where(Appeal.id == appeal_id).with_for_update()
    return db.exec(statement.execution_options(populate_existing=True)).one()


def lock_open_of(db: Session, target_id: str) -> list[Appeal]:
    """Load and lock the open appeals about an ad or account."""
    found = select(Appeal).where(Appeal.target_id == target_id, Appeal.status == AppealStatus.OPEN).with_for_update()
    return list(db.exec(found.execution_options(populate_existing=True)))


def list_suspension_times(db: Session, account_ids: Collection[str]) -> dict[str, datetime]:
    """Return when the suspended ones of these accounts were suspended, by id."""
    suspended = (col(Account.id).in_(account_ids), Account.status == AccountStatus.SUSPENDED)
    rows = db.exec(select(Account.id, Account.suspended_at).where(*suspended)) if account_ids else ()
    return {account_id: when for account_id, when in rows if when is not None}


def count_open(db: Session) -> int:
    """Count the open appeals."""
    return db.exec(select(func.count()).select_from(Appeal).where(Appeal.status == AppealStatus.OPEN)).one()


def has_other_admin(db: Session, account_id: str) -> bool:
    """Whether there is another active moderator or administrator."""
    others = select(Account.id).where(
        Account.kind == AccountKind.ADMIN, Account.status == AccountStatus.ACTIVE, Account.id != account_id
    )
    return db.exec(others.limit(1)).first() is not None

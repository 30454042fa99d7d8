"""Queries on the changes of rules."""

from sqlmodel import Session, col, func, select

from marketplace.models import Account, RuleVersion


def list_live(db: Session) -> list[RuleVersion]:
    """List the newest version of each changed rule."""
    newest = select(RuleVersion.rule, func.max(RuleVersion.number).label("number")).group_by(col(RuleVersion.rule))
    last = newest.subquery()
    statement = select(RuleVersion).join(
        last, (col(RuleVersion.rule) == last.c.rule) & (col(RuleVersion.number) == last.c.number)
    )
    return list(db.exec(statement.order_by(col(RuleVersion.rule))))


def list_versions(db: Session) -> list[tuple[RuleVersion, str | None]]:
    """List all versions, the newest of each rule first, with the usernames of the admins."""
    rows = db.exec(
        select(RuleVersion, Account.username)
        .outerjoin(Account, col(Account.id) == col(RuleVersion.created_by))
        .order_by(col(RuleVersion.rule), col(RuleVersion.number).desc())
    )
    return [(version, name) for version, name in rows]

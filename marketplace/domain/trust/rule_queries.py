"""Queries on the changes of rules."""

from sqlmodel import Session, col, func, select

from marketplace.models import Account, RuleVersion

# Built once: every message runs it.
_newest = (
    select(RuleVersion.rule, func.max(RuleVersion.number).label("number")).group_by(col(RuleVersion.rule)).subquery()
)
_LIVE = (
    select(RuleVersion)
    .join(_newest, (col(RuleVersion.rule) == _newest.c.rule) & (col(RuleVersion.number) == _newest.c.number))
    .order_by(col(RuleVersion.rule))
)


def list_live(db: Session) -> list[RuleVersion]:
    """List the newest version of each changed rule."""
    return list(db.exec(_LIVE))


def list_versions(db: Session) -> list[tuple[RuleVersion, str | None]]:
    """List all versions, the newest of each rule first, with the usernames of the admins."""
    rows = db.exec(
        select(RuleVersion, Account.username)
        .outerjoin(Account, col(Account.id) == col(RuleVersion.created_by))
        .order_by(col(RuleVersion.rule), col(RuleVersion.number).desc())
    )
    return [(version, name) for version, name in rows]

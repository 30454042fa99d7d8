"""Queries on the audit log, for admins only."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, and_, col, or_, select

from marketplace.domain.paging import Window, fetch
from marketplace.models import (
    Account,
    Ad,
    AdVersion,
    Appeal,
    AuditEntry,
    CannedReply,
    Category,
    FieldDefinition,
    Grievance,
    Report,
    Subcategory,
    Testimonial,
    WantedAd,
)

# Ids and names of what entries mention, a statement for each table.
_NAMES: tuple[tuple[Any, Any], ...] = (
    (Account.id, select(Account.id, Account.username)),
    (Ad.id, select(Ad.id, AdVersion.name).join(AdVersion, col(AdVersion.id) == Ad.submitted_version_id)),
    (Category.id, select(Category.id, Category.name)),
    (Subcategory.id, select(Subcategory.id, Subcategory.name)),
    (FieldDefinition.id, select(FieldDefinition.id, FieldDefinition.label)),
    (Testimonial.id, select(Testimonial.id, Testimonial.name)),
    (CannedReply.id, select(CannedReply.id, CannedReply.title)),
    (Grievance.id, select(Grievance.id, Grievance.reference)),
    (WantedAd.id, select(WantedAd.id, WantedAd.title)),
)


def find_last_actor(db: Session, action: str, target: str, target_id: str) -> str | None:
    """Return the account that took this action on the target last."""
    entries = select(AuditEntry.actor_id).where(
        AuditEntry.target == target, AuditEntry.target_id == target_id, AuditEntry.action == action
    )
    return db.exec(entries.order_by(col(AuditEntry.id).desc()).limit(1)).first()


def is_of_person(text: str) -> ColumnElement[bool]:
    """Condition on the entries that a person made, or that are about them or their ads.

    Args:
        text: part of the username or name, or the whole email or id.
    """
    people = select(Account.id).where(
        or_(
            col(Account.username).icontains(text, autoescape=True),
            col(Account.name).icontains(text, autoescape=True),
            col(Account.email) == text.lower(),
            col(Account.id) == text,
        )
    )
    return or_(col(AuditEntry.actor_id).in_(people), _is_on(people))


def is_about(account_id: str) -> ColumnElement[bool]:
    """Condition on entries: others decided on this account or its ads."""
    return and_(_is_on([account_id]), col(AuditEntry.actor_id).is_distinct_from(account_id))


def _is_on(account_ids: Any) -> ColumnElement[bool]:
    own_ads = select(Ad.id).where(col(Ad.seller_id).in_(account_ids))
    return or_(
        and_(col(AuditEntry.target) == "account", col(AuditEntry.target_id).in_(account_ids)),
        and_(col(AuditEntry.target) == "ad", col(AuditEntry.target_id).in_(own_ads)),
    )


def list_rows(
    db: Session, conditions: Sequence[ColumnElement[bool]], window: Window
) -> tuple[list[tuple[AuditEntry, str | None]], int]:
    """List entries that match the conditions, newest first, each with its actor's username, and their number as from `paging.count`."""
    found = (
        select(AuditEntry, Account.username)
        .outerjoin(Account, col(Account.id) == AuditEntry.actor_id)
        .where(*conditions)
        .order_by(col(AuditEntry.id).desc())
    )
    return fetch(db, found, window, select(AuditEntry.id).where(*conditions))


def find_names(db: Session, ids: Iterable[str]) -> dict[str, str]:
    """Return the names of accounts, ads and other rows by id; a report or appeal has the name of what it is about."""
    wanted = set(ids)
    if not wanted:
        return {}
    about = dict(db.exec(select(Report.id, Report.target_id).where(col(Report.id).in_(wanted))).all())
    about |= dict(db.exec(select(Appeal.id, Appeal.target_id).where(col(Appeal.id).in_(wanted))).all())
    every = wanted | set(about.values())
    names: dict[str, str] = {}
    for key, statement in _NAMES:
        names |= dict(db.exec(statement.where(col(key).in_(every))).all())
    return names | {own: names[target] for own, target in about.items() if target in names}

"""Queries on grievances, for admins only."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.orm import aliased
from sqlmodel import Session, col, delete, or_, select, update

from marketplace.domain.grievances import rules
from marketplace.domain.locks import lock_account
from marketplace.domain.paging import Window, fetch
from marketplace.models import (
    Account,
    AccountStatus,
    Ad,
    AdDraftSave,
    AdVersion,
    AdVersionImage,
    AdVersionValue,
    Grievance,
    GrievanceStatus,
    HeldPhoto,
    Hold,
)

GrievanceRow = tuple[Grievance, str | None, str | None]
_complainant, _resolver = aliased(Account), aliased(Account)


def _rows():
    return (
        select(Grievance, _complainant.username, _resolver.username)
        .outerjoin(_complainant, col(_complainant.id) == col(Grievance.account_id))
        .outerjoin(_resolver, col(_resolver.id) == col(Grievance.resolved_by))
    )


def list_grievances(
    db: Session, status: str, window: Window, conditions: Sequence[Any]
) -> tuple[list[GrievanceRow], int]:
    """List grievances with the usernames of complainant and admin: open ones by deadline, others newest first.

    Args:
        conditions: further ones on grievances.

    Returns:
        The rows of the window, and the number of all, as `paging.count` counts them.
    """
    wanted = [*([Grievance.status == status] if status else []), *conditions]
    by_deadline = (col(Grievance.resolve_by), col(Grievance.id))
    order = by_deadline if status == GrievanceStatus.OPEN else (col(Grievance.id).desc(),)
    return fetch(db, _rows().where(*wanted).order_by(*order), window, select(Grievance.id).where(*wanted))


def find_same(db: Session, account_id: str, values: Mapping[str, Any]) -> Grievance | None:
    """Lock the account and return its open grievance with these values. Without the lock, two equal requests would find none."""
    lock_account(db, account_id)
    same = select(Grievance).where(Grievance.account_id == account_id, Grievance.status == GrievanceStatus.OPEN)
    return db.exec(same.filter_by(**values).order_by(col(Grievance.id))).first()


def get_row(db: Session, grievance_id: str) -> GrievanceRow:
    """Return one grievance, which exists, with its usernames."""
    row, complainant, admin = db.exec(_rows().where(Grievance.id == grievance_id)).one()
    return row, complainant, admin


def lock(db: Session, grievance_id: str) -> Grievance | None:
    """Load one grievance and lock it until the transaction ends."""
    statement = select(Grievance).where(Grievance.id == grievance_id).with_for_update()
    return db.exec(statement.execution_options(populate_existing=True)).one_or_none()


def is_from_deleted(db: Session, grievance: Grievance) -> bool:
    """Whether the complainant's account is deleted."""
    gone = select(Account.id).where(Account.id == grievance.account_id, Account.status == AccountStatus.DELETED)
    return db.exec(gone).first() is not None


def list_names(db: Session, target_ids: Collection[str]) -> dict[str, tuple[str, str]]:
    """Return the kind (ad or account) and the name of each of these ads and accounts, by id."""
    if not target_ids:
        return {}
    ads = (
        select(Ad.id, AdVersion.name)
        .join(AdVersion, col(AdVersion.id) == Ad.submitted_version_id)
        .where(col(Ad.id).in_(target_ids))
    )
    accounts = select(Account.id, Account.username).where(col(Account.id).in_(target_ids))
    named = {ad_id: ("ad", name) for ad_id, name in db.exec(ads)}
    return named | {account_id: ("account", name) for account_id, name in db.exec(accounts)}


def list_late(db: Session, now: datetime, limit: int) -> list[str]:
    """Return ids of open grievances half of whose time is over and that staff was not reminded of, the nearest deadline first."""
    half = or_(
        *(
            (col(Grievance.kind) == kind) & (col(Grievance.created_at) <= now - deadline.duration / 2)
            for kind, (deadline, _) in rules.KINDS.items()
        )
    )
    late = select(Grievance.id).where(
        Grievance.status == GrievanceStatus.OPEN, col(Grievance.escalated_at).is_(None), half
    )
    return list(db.exec(late.order_by(col(Grievance.resolve_by)).limit(limit)))


def erase_addresses(db: Session, now: datetime) -> int:
    """Erase the answer addresses of resolved grievances of deleted accounts whose deadline is over; returns their number."""
    gone = select(Account.id).where(Account.status == AccountStatus.DELETED)
    over = (
        col(Grievance.email) != "",
        col(Grievance.status) != GrievanceStatus.OPEN,
        col(Grievance.resolve_by) < now,
        col(Grievance.account_id).in_(gone),
    )
    return db.exec(update(Grievance).where(*over).values(email="")).rowcount


def list_held(db: Session, grievance_ids: Collection[str]) -> dict[tuple[str, str], datetime]:
    """Return until when a copy is kept, by the id of the grievance and of the ad."""
    rows = select(Hold.grievance_id, Hold.ad_id, Hold.until).where(col(Hold.grievance_id).in_(grievance_ids))
    return {(grievance_id, ad_id): until for grievance_id, ad_id, until in db.exec(rows)}


def find_ad(db: Session, ad_id: str) -> tuple[Ad, Account] | None:
    """Return an ad and its seller."""
    found = select(Ad, Account).join(Account, col(Account.id) == Ad.seller_id).where(Ad.id == ad_id)
    return next(((ad, seller) for ad, seller in db.exec(found)), None)


def list_contents(db: Session, ad_id: str) -> tuple[list[AdVersion], list[AdVersionValue], list[AdVersionImage]]:
    """Return the versions of an ad, oldest first, and their values and photos."""
    versions = list(db.exec(select(AdVersion).where(AdVersion.ad_id == ad_id).order_by(col(AdVersion.number))))
    version_ids = [version.id for version in versions]
    values = db.exec(select(AdVersionValue).where(col(AdVersionValue.version_id).in_(version_ids)))
    photos = db.exec(select(AdVersionImage).where(col(AdVersionImage.version_id).in_(version_ids)))
    return versions, list(values), list(photos)


def detach_photos(db: Session, ad_id: str) -> None:
    """Take the photos off all versions and drafts of an ad."""
    versions = select(AdVersion.id).where(AdVersion.ad_id == ad_id)
    db.exec(delete(AdVersionImage).where(col(AdVersionImage.version_id).in_(versions)))
    db.exec(delete(AdDraftSave).where(col(AdDraftSave.ad_key) == ad_id))


def delete_holds(db: Session, now: datetime, limit: int) -> int:
    """Delete holds whose time is over; returns their number. Their photos have no use then, and the job for orphans deletes them."""
    over = list(db.exec(select(Hold.id).where(col(Hold.until) < now).order_by(col(Hold.until)).limit(limit)))
    db.exec(delete(HeldPhoto).where(col(HeldPhoto.hold_id).in_(over)))
    db.exec(delete(Hold).where(col(Hold.id).in_(over)))
    return len(over)

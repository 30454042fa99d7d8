"""Queries on consents."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, or_, select, update

from marketplace.models import Account, Consent, ConsentPurpose

# Each press of a switch is a row.
_MOST = 50


def belonging_to(account: Account) -> ColumnElement[bool]:
    """Consents of an account, and of its address."""
    return or_(col(Consent.account_id) == account.id, col(Consent.address) == account.email)


def withdraw(
    db: Session, account_id: str | None, address: str, purposes: Sequence[ConsentPurpose], now: datetime
) -> None:
    """End the consents for these purposes that were not withdrawn."""
    whose = col(Consent.account_id) == account_id if account_id else col(Consent.address) == address
    open_ones = whose & col(Consent.purpose).in_(purposes) & col(Consent.withdrawn_at).is_(None)
    db.exec(update(Consent).where(open_ones).values(withdrawn_at=now))


def has(db: Session, account_id: str | None, address: str, purpose: ConsentPurpose) -> bool:
    """Whether there is a consent that was not withdrawn."""
    whose = col(Consent.account_id) == account_id if account_id else col(Consent.address) == address
    found = select(Consent.id).where(whose, Consent.purpose == purpose, col(Consent.withdrawn_at).is_(None))
    return db.exec(found).first() is not None


def list_of(db: Session, account: Account) -> list[Consent]:
    """List the newest consents of an account and of its address, those that hold first."""
    held_first = col(Consent.withdrawn_at).is_not(None), col(Consent.id).desc()
    return list(db.exec(select(Consent).where(belonging_to(account)).order_by(*held_first).limit(_MOST)))

"""Queries on subscriptions."""

from datetime import datetime
from typing import NamedTuple

from sqlmodel import Session, col, delete, or_, select

from marketplace.models import Account, AccountSession, AccountStatus, PushSubscription


class Target(NamedTuple):
    """Where a push goes to, and the keys that it is encrypted with."""

    endpoint: str
    p256dh: str
    auth: str


def list_ids(db: Session, account_id: str) -> list[str]:
    """List the ids of the account's subscriptions."""
    own = select(PushSubscription.id).where(PushSubscription.account_id == account_id)
    return list(db.exec(own.order_by(col(PushSubscription.id))))


def find_running(db: Session, subscription_id: str, now: datetime) -> Target | None:
    """Return the target of a subscription, if its account is active and its session running."""
    found = db.exec(
        select(PushSubscription.endpoint, PushSubscription.p256dh, PushSubscription.auth)
        .join(Account, col(Account.id) == PushSubscription.account_id)
        .join(AccountSession, col(AccountSession.id) == PushSubscription.session_id)
        .where(
            PushSubscription.id == subscription_id,
            Account.status == AccountStatus.ACTIVE,
            col(AccountSession.ended_at).is_(None),
            AccountSession.expires_at > now,
        )
    ).one_or_none()
    return Target(*found) if found else None


def find_by_endpoint(db: Session, endpoint: str) -> PushSubscription | None:
    """Return the subscription of an endpoint, of any account."""
    return db.exec(
        select(PushSubscription).where(PushSubscription.endpoint == endpoint).with_for_update()
    ).one_or_none()


def is_subscribed(db: Session, session_id: str) -> bool:
    """Whether the session has a subscription."""
    return db.exec(select(PushSubscription.id).where(PushSubscription.session_id == session_id)).first() is not None


def delete_same(db: Session, endpoint: str, session_id: str) -> None:
    """Delete the subscriptions of an endpoint and of a session."""
    same = or_(col(PushSubscription.endpoint) == endpoint, col(PushSubscription.session_id) == session_id)
    db.exec(delete(PushSubscription).where(same))


def delete_own(db: Session, account_id: str, endpoint: str) -> None:
    """Delete the subscription of an endpoint, if it is the account's."""
    own = col(PushSubscription.account_id) == account_id
    db.exec(delete(PushSubscription).where(own, col(PushSubscription.endpoint) == endpoint))


def delete_oldest(db: Session, account_id: str, *, keep: int) -> None:
    """Delete the account's subscriptions except the `keep` newest."""
    own = col(PushSubscription.account_id) == account_id
    newest = select(PushSubscription.id).where(own).order_by(col(PushSubscription.id).desc()).limit(keep)
    oldest = delete(PushSubscription).where(own, col(PushSubscription.id).not_in(newest))
    db.exec(oldest.execution_options(synchronize_session=False))


def delete_one(db: Session, subscription_id: str) -> None:
    """Delete a subscription."""
    db.exec(delete(PushSubscription).where(col(PushSubscription.id) == subscription_id))

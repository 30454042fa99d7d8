"""Queries on testimonials, notifications of one account, and newsletter subscribers."""

from datetime import datetime

from sqlalchemy import update
from sqlmodel import Session, col, func, or_, select

from marketplace.domain.paging import Window
from marketplace.models import Account, AccountKind, AccountStatus, NewsletterSubscriber, Notification, Testimonial


def list_testimonials(db: Session) -> list[Testimonial]:
    """List all testimonials in display order."""
    return list(db.exec(select(Testimonial).order_by(col(Testimonial.position), col(Testimonial.id))))


def list_notifications(db: Session, account_id: str, window: Window) -> tuple[list[Notification], int]:
    """List a window of the account's notifications, newest first, and their total."""
    own = Notification.account_id == account_id
    total = db.exec(select(func.count()).select_from(Notification).where(own)).one()
    newest = select(Notification).where(own).order_by(col(Notification.id).desc())
    return list(db.exec(newest.offset(window.offset).limit(window.limit))), total


def count_unread(db: Session, account_id: str) -> int:
    """Count the account's unread notifications."""
    unread = (Notification.account_id == account_id, col(Notification.read_at).is_(None))
    return db.exec(select(func.count()).select_from(Notification).where(*unread)).one()


def has_unread(db: Session, account_id: str, kind: str, link: str) -> bool:
    """Whether the account has an unread notification of this kind with this link."""
    found = select(Notification.id).where(
        Notification.account_id == account_id,
        col(Notification.read_at).is_(None),
        Notification.kind == kind,
        Notification.link == link,
    )
    return db.exec(found).first() is not None


def has_heard(db: Session, account_id: str, occasion: str) -> bool:
    """Whether the account was notified of an occasion."""
    found = select(Notification.id).where(Notification.account_id == account_id, Notification.occasion == occasion)
    return db.exec(found).first() is not None


def mark_read(db: Session, account_id: str, now: datetime) -> int:
    """Mark the account's notifications as read; returns the number that was unread."""
    unread = (col(Notification.account_id) == account_id, col(Notification.read_at).is_(None))
    return db.exec(update(Notification).where(*unread).values(read_at=now)).rowcount


def find_subscriber(db: Session, email: str) -> NewsletterSubscriber | None:
    """Return the row of an address in any state."""
    return db.exec(
        select(NewsletterSubscriber).where(NewsletterSubscriber.email == email).with_for_update()
    ).one_or_none()


def find_subscriber_by_token(db: Session, token_hash: str) -> NewsletterSubscriber | None:
    """Return the row with this token hash."""
    return db.exec(
        select(NewsletterSubscriber).where(NewsletterSubscriber.token_hash == token_hash).with_for_update()
    ).one_or_none()


def lock_unreminded(db: Session, since: datetime, limit: int) -> list[Account]:
    """Lock active accounts of before a moment that were not reminded of the rules since."""
    unreminded = or_(col(Account.rules_reminded_at).is_(None), col(Account.rules_reminded_at) < since)
    due = select(Account).where(
        Account.status == AccountStatus.ACTIVE,
        col(Account.kind).in_((AccountKind.BUYER, AccountKind.SELLER)),
        Account.created_at < since,
        unreminded,
    )
    return list(db.exec(due.order_by(col(Account.id)).limit(limit).with_for_update(skip_locked=True, key_share=True)))

"""Statements on testimonials, notices and newsletter subscribers; those on notices name whose they are."""

from datetime import datetime

from sqlalchemy import update
from sqlmodel import Session, col, func, select

from marketplace.domain.paging import Window
from marketplace.models import NewsletterSubscriber, Notice, Testimonial


def list_testimonials(db: Session) -> list[Testimonial]:
    """All testimonials in display order."""
    return list(db.exec(select(Testimonial).order_by(col(Testimonial.position), col(Testimonial.id))))


def list_notices(db: Session, account_id: str, window: Window) -> tuple[list[Notice], int]:
    """The account's notices of the window, newest first, and how many it has."""
    own = Notice.account_id == account_id
    total = db.exec(select(func.count()).select_from(Notice).where(own)).one()
    newest = select(Notice).where(own).order_by(col(Notice.id).desc())
    return list(db.exec(newest.offset(window.offset).limit(window.limit))), total


def count_unread(db: Session, account_id: str) -> int:
    """How many of the account's notices are unread."""
    unread = (Notice.account_id == account_id, col(Notice.read_at).is_(None))
    return db.exec(select(func.count()).select_from(Notice).where(*unread)).one()


def mark_read(db: Session, account_id: str, now: datetime) -> int:
    """Mark the account's notices read; how many were not."""
    unread = (col(Notice.account_id) == account_id, col(Notice.read_at).is_(None))
    return db.exec(update(Notice).where(*unread).values(read_at=now)).rowcount


def find_subscriber(db: Session, email: str) -> NewsletterSubscriber | None:
    """The row of an address, whatever its state."""
    return db.exec(
        select(NewsletterSubscriber).where(NewsletterSubscriber.email == email).with_for_update()
    ).one_or_none()


def find_subscriber_by_token(db: Session, token_hash: str) -> NewsletterSubscriber | None:
    """The row whose link token has this hash."""
    return db.exec(
        select(NewsletterSubscriber).where(NewsletterSubscriber.token_hash == token_hash).with_for_update()
    ).one_or_none()

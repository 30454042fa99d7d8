"""Wanted ads that their owner has to renew."""

from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.domain.waiting_rows import MOST, WaitingRow
from marketplace.domain.wanted import queries
from marketplace.settings import get_settings


def list_waiting(db: Session, actor: Actor) -> list[WaitingRow]:
    """List the caller's wanted ads that expire within EXPIRY_REMINDER_DAYS.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    account_id, now = actor.require(), clock.now()
    until = now + timedelta(days=get_settings().expiry_reminder_days)
    return [
        WaitingRow(
            kind="wanted_expiring",
            subject_id=row.id,
            link=f"/user/wanted?renew={row.id}",
            since=row.expiry_reminded_at or row.created_at,
            deadline=row.expires_at,
            values={"title": row.title},
        )
        for row in queries.list_expiring_of(db, account_id, now, until, MOST)
    ]

"""The reminder that a wanted ad expires; called by a scheduled job only."""

from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain import accounts, expiry_notices
from marketplace.domain.wanted import queries
from marketplace.settings import get_settings


def remind_expiring(db: Session, *, limit: int = 100) -> int:
    """Remind owners once of wanted ads that expire within EXPIRY_REMINDER_DAYS, or have expired meanwhile.

    Returns:
        The number of wanted ads.
    """
    now = clock.now()
    until = now + timedelta(days=get_settings().expiry_reminder_days)
    count = 0
    for wanted_id in queries.list_expiring(db, until, limit):
        row = queries.lock(db, wanted_id)
        # It was renewed, ended or handled while this worker waited for the lock.
        if row is None or row.ended_at is not None or row.expiry_reminded_at is not None or row.expires_at > until:
            continue
        row.expiry_reminded_at = now
        db.add(row)
        expiry_notices.send(
            db,
            accounts.get_account(db, row.owner_id),
            "wanted_expired" if row.expires_at <= now else "wanted_expiring",
            name=row.title,
            expires_at=row.expires_at,
            renewal=f"/user/wanted?renew={row.id}",
            purpose="wanted",
        )
        count += 1
    return count

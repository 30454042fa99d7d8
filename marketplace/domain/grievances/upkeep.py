"""Scheduled jobs: reminders of deadlines, and erasure of what is no longer needed."""

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain.grievances import mails, queries
from marketplace.models import GrievanceStatus

_AT_ONCE = 50


def escalate(db: Session) -> int:
    """Remind the officer of open grievances half of whose time is over, each once; returns their number. A scheduled job."""
    now = clock.now()
    due = queries.list_late(db, now, _AT_ONCE)
    for grievance_id in due:
        grievance = queries.lock(db, grievance_id)
        if grievance and grievance.status is GrievanceStatus.OPEN:
            mails.mail_late(db, grievance)
            grievance.escalated_at = now
            db.flush()
    return len(due)


def forget_expired(db: Session) -> int:
    """Erase what is kept no longer: copies of removed ads, and the addresses of deleted complainants. A scheduled job.

    An address stays until its grievance is resolved and the deadline is over.

    Returns:
        The number of erased copies and addresses.
    """
    now = clock.now()
    return queries.erase_addresses(db, now) + queries.delete_holds(db, now, _AT_ONCE)

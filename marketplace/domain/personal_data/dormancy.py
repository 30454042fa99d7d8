"""Erases accounts that nobody has used for long (DORMANT_MONTHS), after a notice by mail."""

from datetime import datetime, timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain import law
from marketplace.domain.accounts import account_mails, queries, rules
from marketplace.domain.personal_data import service

_NOTICES = 50
# Others wait for the transaction of an erasure.
_ERASURES = 1


def erase_dormant(db: Session) -> int:
    """Mail notices to unused accounts, and erase those whose notice has passed unused; returns the number. A scheduled job."""
    period = rules.find_dormant_period()
    if not period:
        return 0
    now = clock.now()
    return _send_notices(db, now, period) + _erase_noticed(db, now)


def _send_notices(db: Session, now: datetime, period: timedelta) -> int:
    due = queries.lock_unused(db, now - period, _NOTICES)
    for account in due:
        account.dormant_notice_at = now
        account_mails.mail_dormant(db, account, now + law.DORMANT.duration)
    db.flush()
    return len(due)


def _erase_noticed(db: Session, now: datetime) -> int:
    before = now - law.DORMANT.duration
    due = queries.lock_noticed(db, before, _ERASURES)
    for account in due:
        if account.dormant_notice_at and queries.was_used_since(db, account.id, account.dormant_notice_at):
            account.dormant_notice_at = None
        else:
            service.erase_dormant_account(db, account)
    db.flush()
    return len(due)

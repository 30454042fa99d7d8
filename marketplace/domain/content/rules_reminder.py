"""Reminds every account of the rules once a quarter (IT Rules 2021, rule 3(1)(c); `law.REMIND`)."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain import law
from marketplace.domain.content import messages, notifications, queries
from marketplace.settings import get_settings

_AT_ONCE = 100


def remind_of_rules(db: Session) -> int:
    """Remind accounts that were not reminded this quarter, by notification, and by mail if they take any mails. A scheduled job.

    Accounts of this quarter have just read the rules when they registered.

    Returns:
        The number of accounts, at most one batch; call again until it is 0.
    """
    now = clock.now()
    start = _start_of_quarter(now)
    due = queries.lock_unreminded(db, start, _AT_ONCE)
    settings = get_settings()
    pages = {"terms": f"{settings.url}/terms", "privacy": f"{settings.url}/privacy"}
    words = {"site": settings.site_name, "url": settings.url, **pages}
    mail = notifications.Mail((messages.RULES_SUBJECT, messages.RULES_TEXT), "rules", words)
    for account in due:
        account.rules_reminded_at = now
        takes_mails = account.wants_digest or account.wants_wishlist_mail or account.wants_wanted_mail
        notifications.tell(db, account, "rules_reminder", mail if takes_mails else None, link="/terms")
    db.flush()
    return len(due)


def _start_of_quarter(now: datetime) -> datetime:
    local = now.astimezone(ZoneInfo(get_settings().ad_timezone))
    # A month of the law counts as 30 days.
    month = local.month - (local.month - 1) % (law.REMIND.duration.days // 30)
    return local.replace(month=month, day=1, hour=0, minute=0, second=0, microsecond=0).astimezone(UTC)

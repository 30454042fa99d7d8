"""Reminds every account of the rules once a quarter (IT Rules 2021, rule 3(1)(c); `law.REMIND`)."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock
from marketplace.domain import law, outbox
from marketplace.domain.content import messages, notifications, queries
from marketplace.i18n.texts import t
from marketplace.models import Account
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
    for account in due:
        account.rules_reminded_at = now
        notifications.notify(db, account.id, "rules_reminder", link="/terms")
        if account.wants_digest or account.wants_wishlist_mail or account.wants_wanted_mail:
            _mail(db, account, start)
    db.flush()
    return len(due)


def _start_of_quarter(now: datetime) -> datetime:
    local = now.astimezone(ZoneInfo(get_settings().ad_timezone))
    # A month of the law counts as 30 days.
    month = local.month - (local.month - 1) % (law.REMIND.duration.days // 30)
    return local.replace(month=month, day=1, hour=0, minute=0, second=0, microsecond=0).astimezone(UTC)


def _mail(db: Session, account: Account, start: datetime) -> None:
    settings = get_settings()
    values = {
        "site": settings.site_name,
        "url": settings.url,
        "terms": f"{settings.url}/terms",
        "privacy": f"{settings.url}/privacy",
    }
    outbox.mail(
        db,
        account.email,
        t(messages.RULES_SUBJECT, **values),
        t(messages.RULES_TEXT, **values),
        purpose="rules",
        account_id=account.id,
        dedupe_key=f"rules:{start:%Y-%m-%d}:{account.id}",
    )

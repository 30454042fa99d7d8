"""The site keeps an administrator who can sign in: whatever makes one stop being one asks here first."""

from sqlmodel import Session

from marketplace.core.errors import RuleBroken
from marketplace.domain.accounts import messages, queries
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, AccountStatus


def keep_an_admin(db: Session, account_id: str) -> None:
    """Check that another active administrator remains without this account; any other account passes.

    Called before the account is locked. Of those who are unmade at once, the second one waits here and is counted as it is then.

    Raises:
        RuleBroken: the account is the last administrator.
    """
    if queries.find_kind(db, account_id) is not AccountKind.ADMIN:
        return
    admins = {row.id: row for row in queries.lock_staff(db) if not row.moderates_only}
    account = admins.pop(account_id, None)
    if account and not any(row.status is AccountStatus.ACTIVE for row in admins.values()):
        raise RuleBroken(t(messages.LAST_ADMIN))

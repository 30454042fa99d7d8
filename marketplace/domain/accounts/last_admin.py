"""Keeps at least one administrator who can sign in; called before anything that could remove the last one."""

from sqlmodel import Session

from marketplace.core.errors import RuleBroken
from marketplace.domain.accounts import messages, queries
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, AccountStatus


def keep_an_admin(db: Session, account_id: str) -> None:
    """Check that an active administrator is left if this account stops being one. Other accounts always pass.

    Call it before the account is locked. If two administrators are removed at the same time, the second call waits for the first
    and no longer counts the one that was removed.

    Raises:
        RuleBroken: the account is the last administrator.
    """
    if queries.find_kind(db, account_id) is not AccountKind.ADMIN:
        return
    admins = {row.id: row for row in queries.lock_staff(db) if not row.moderates_only}
    account = admins.pop(account_id, None)
    if account and not any(row.status is AccountStatus.ACTIVE for row in admins.values()):
        raise RuleBroken(t(messages.LAST_ADMIN))

"""Account list for admins, and suspension of accounts."""

from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.core.text import clean_line
from marketplace.domain import accounts
from marketplace.domain.accounts import ADMIN, MODERATOR
from marketplace.domain.moderation import messages, queries
from marketplace.domain.moderation.schemas import AccountRow
from marketplace.domain.paging import EVERYTHING, Page, Window, make_page
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountKind, AccountStatus


def list_accounts(
    db: Session, actor: Actor, *, kind: str = "", status: str = "", q: str = "", window: Window = EVERYTHING
) -> Page[AccountRow]:
    """List accounts of every kind with `q` in username, name, email, phone number or id, newest first; empty filters are ignored.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        Invalid: no such kind or status.
    """
    actor.require(AccountKind.ADMIN)
    for field, value, known in (("kind", kind, AccountKind), ("status", status, AccountStatus)):
        if value and value not in list(known):
            raise Invalid(t(messages.UNKNOWN_KIND) if field == "kind" else t(messages.UNKNOWN_STATUS), field)
    rows, total = queries.list_accounts(db, {"kind": kind, "status": status}, clean_line(q), window)
    items = tuple(_row(account, number) for account, number in rows)
    return make_page(items, total, window)


def get_account(db: Session, actor: Actor, account_id: str) -> AccountRow:
    """Return one account.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such account.
    """
    actor.require(AccountKind.ADMIN)
    known = ids.is_id(account_id)
    rows = queries.list_accounts(db, {"id": account_id}, "", Window(limit=1))[0] if known else []
    if not rows:
        raise NotFound(t(messages.NO_ACCOUNT))
    return _row(*rows[0])


def suspend_account(db: Session, actor: Actor, account_id: str, reason: str, *, days: int | None = None) -> AccountRow:
    """Suspend an account for 1, 7 or 30 days, or without an end: its sessions end and its ads leave the lists.

    Raises:
        NotSignedIn, Forbidden, NotFound, Invalid, RuleBroken, Conflict: as for `accounts.suspend`.
    """
    accounts.suspend(db, actor, account_id, reason, days=days)
    return get_account(db, actor, account_id)


def restore_account(db: Session, actor: Actor, account_id: str, *, note: str = "") -> AccountRow:
    """End the suspension of an account, with a note for its owner.

    Raises:
        NotSignedIn, Forbidden, NotFound, Conflict: as for `accounts.restore`.
    """
    accounts.restore(db, actor, account_id, note=note)
    return get_account(db, actor, account_id)


def end_sessions(db: Session, actor: Actor, account_id: str) -> int:
    """Sign an account out everywhere; returns the number of sessions that ended.

    Raises:
        NotSignedIn, Forbidden, NotFound, RuleBroken: as for `accounts.end_sessions_of`.
    """
    return accounts.end_sessions_of(db, actor, account_id)


def change_role(db: Session, actor: Actor, account_id: str, role: str) -> AccountRow:
    """Make an administrator a moderator, or a moderator an administrator.

    Raises:
        NotSignedIn, Forbidden, NotFound, Invalid, RuleBroken: as for `accounts.change_role`.
    """
    accounts.change_role(db, actor, account_id, role)
    return get_account(db, actor, account_id)


def _row(account: Account, number_of_ads: int) -> AccountRow:
    return AccountRow.of(
        account,
        phone=account.phone,
        suspended_reason=account.suspended_reason,
        suspended_at=account.suspended_at,
        suspended_until=account.suspended_until,
        ads=number_of_ads,
        role=(MODERATOR if account.moderates_only else ADMIN) if account.kind is AccountKind.ADMIN else "",
    )

"""Accounts as admins see them, and taking part or not."""

from sqlmodel import Session

from marketplace import ids
from marketplace.actor import Actor
from marketplace.domain import accounts
from marketplace.domain.moderation import messages, queries
from marketplace.domain.moderation.schemas import AccountRow
from marketplace.domain.paging import EVERYTHING, Page, Window
from marketplace.domain.typed import clean
from marketplace.errors import Invalid, NotFound
from marketplace.models import Account, AccountKind, AccountStatus
from marketplace.settings import get_settings
from marketplace.texts import t


def list_accounts(
    db: Session, actor: Actor, *, kind: str = "", status: str = "", q: str = "", window: Window = EVERYTHING
) -> Page[AccountRow]:
    """Accounts of every kind, newest first; an empty filter counts as absent.

    Args:
        q: part of a username, name, email or phone number, or an id.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        Invalid: no such kind or status.
    """
    actor.require(AccountKind.ADMIN)
    for field, value, known in (("kind", kind, AccountKind), ("status", status, AccountStatus)):
        if value and value not in list(known):
            message = t(messages.UNKNOWN_KIND) if field == "kind" else t(messages.UNKNOWN_STATUS)
            raise Invalid(message, errors=[{"field": field, "message": message}])
    most = get_settings().exact_total_limit
    rows, total = queries.list_accounts(db, {"kind": kind, "status": status}, clean(q), window, most + 1)
    items = tuple(_row(account, number) for account, number in rows)
    return Page(items, min(total, most), window.page, window.limit, exact=total <= most)


def get_account(db: Session, actor: Actor, account_id: str) -> AccountRow:
    """One account.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such account.
    """
    actor.require(AccountKind.ADMIN)
    known = ids.is_id(account_id)
    rows = queries.list_accounts(db, {"id": account_id}, "", Window(limit=1), 1)[0] if known else []
    if not rows:
        raise NotFound(t(messages.NO_ACCOUNT))
    return _row(*rows[0])


def suspend_account(db: Session, actor: Actor, account_id: str, reason: str) -> AccountRow:
    """Shut an account out: its sessions end and its ads leave the lists.

    Raises:
        NotSignedIn, Forbidden, NotFound, Invalid, RuleBroken, Conflict: as for `accounts.suspend`.
    """
    accounts.suspend(db, actor, account_id, reason)
    return get_account(db, actor, account_id)


def restore_account(db: Session, actor: Actor, account_id: str) -> AccountRow:
    """Let a suspended account take part again.

    Raises:
        NotSignedIn, Forbidden, NotFound, Conflict: as for `accounts.restore`.
    """
    accounts.restore(db, actor, account_id)
    return get_account(db, actor, account_id)


def _row(account: Account, number_of_ads: int) -> AccountRow:
    return AccountRow(
        id=account.id,
        kind=account.kind,
        username=account.username,
        name=account.name,
        email=account.email,
        phone=account.phone,
        status=account.status,
        suspended_reason=account.suspended_reason,
        suspended_at=account.suspended_at,
        created_at=account.created_at,
        ads=number_of_ads,
    )

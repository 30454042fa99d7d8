"""Erases deleted accounts: small ones in the transaction of the deletion, the rest of large ones in steps by a job.

Others wait for the write lock on SQLite, and for locked ads on PostgreSQL, so no transaction may grow with the account.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.db.database import unit_of_work
from marketplace.domain import ads, effects, jobs
from marketplace.domain.accounts import queries
from marketplace.domain.effects import Event, Occasion
from marketplace.domain.personal_data import rows
from marketplace.models import Account, AccountKind, AccountStatus

ERASE_JOB = "accounts.erase_rest"
# Ads, offers, deals and enquiries that are ended one by one in one transaction; each takes milliseconds.
STEP = effects.STEP
# Requests that found the session of the account before its deletion was committed are over by then.
_LATE = timedelta(minutes=5)


def erase_or_enqueue(db: Session, account: Account) -> None:
    """Erase the account's data, or for a large account what concerns it alone. A job erases the rest.

    The job also runs for small accounts, later, because requests under way may still write rows of the account.
    """
    # With many ads, all of it is left to the job: hiding them at once takes long enough.
    is_small = rows.has_few_ads(db, account, STEP) and withdraw(db, account) < STEP
    if is_small and rows.are_few(db, account):
        rows.erase(db, account)
    else:
        rows.erase_own(db, account)
        jobs.enqueue(db, ERASE_JOB, {"account_id": account.id})
    jobs.enqueue(db, ERASE_JOB, {"account_id": account.id}, due_at=clock.now() + _LATE)


def withdraw(db: Session, account: Account) -> int:
    """End or delete up to STEP of the account's enquiries, bookings, offers, deals and ads.

    Returns:
        Their number; 0 if nothing is left.
    """
    is_seller = account.kind is AccountKind.SELLER
    own_ads = ads.list_ids_of(db, account.id, limit=STEP) if is_seller else []
    event = Event.SELLER_DELETED if is_seller else Event.BUYER_DELETED
    ended = effects.end_some(db, Occasion(event, account.id, account.id), also_lock=own_ads)
    if is_seller:
        ads.delete_all_of(db, Actor(account.id, account.kind), account.id, own_ads[: max(0, STEP - ended)])
    return max(ended, len(own_ads))


def erase_rest(payload: Mapping[str, Any]) -> int:
    """Erase what is left of a deleted account, in several transactions: a job to repeat until it returns 0, the number of what it ended."""
    with unit_of_work() as db:
        account = queries.lock(db, payload["account_id"])
        if account is None or account.status is not AccountStatus.DELETED:
            return 0
        if ended := withdraw(db, account):
            return ended
    for erase_part in rows.PARTS:
        with unit_of_work() as db:
            erase_part(db, account)
    return 0

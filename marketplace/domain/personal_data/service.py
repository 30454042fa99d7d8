"""Export of an account's data, and account deletion."""

from typing import Any

from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.dates import timestamp
from marketplace.domain import audit, listings
from marketplace.domain.accounts import account_mails, attempts, last_admin, messages, passwords
from marketplace.domain.personal_data import archive, erasing
from marketplace.domain.phases import Finish, two_phase
from marketplace.integrations import limits
from marketplace.models import Account, AccountKind, AccountStatus, SellerType
from marketplace.settings import get_settings

_EMPTY = (
    "phone",
    "whatsapp",
    "address",
    "place",
    "city",
    "state",
    "shop_name",
    "business_id",
    "upi",
    "suspended_reason",
)


@two_phase
def export_archive(actor: Actor, password: str) -> Finish[dict[str, Any]]:
    """Return everything stored about the caller as JSON values, without secrets.

    Raises:
        NotSignedIn: the caller is anonymous.
        RuleBroken: wrong password.
        TooMany: too many wrong passwords, or too many archives this hour.
    """
    proof = attempts.confirm(actor, attempts.find_own(actor), password)
    limits.hit(get_settings().limit_archives, "archive", actor.require())
    # Before the transaction, which others wait for: an archive may take seconds.
    collected = archive.collect(actor.require())

    def finish(db: Session, actor: Actor) -> dict[str, Any]:
        proof.use(attempts.lock_own(db, actor))
        return {"exportedAt": timestamp(clock.now()), **collected}

    return finish


@two_phase
def delete_account(actor: Actor, password: str) -> Finish[None]:
    """Delete the caller's account: its ads are deleted, its messages stay for the other party, its row becomes a
    tombstone.

    Raises:
        NotSignedIn: the caller is anonymous.
        RuleBroken: wrong password, or the last administrator.
        TooMany: too many wrong passwords.
    """
    proof = attempts.confirm(actor, attempts.find_own(actor), password)

    def finish(db: Session, actor: Actor) -> None:
        last_admin.keep_an_admin(db, actor.require())
        account = attempts.lock_own(db, actor)
        proof.use(account)
        _delete(db, account)

    return finish


def erase_dormant_account(db: Session, account: Account) -> None:
    """Delete an account that nobody has used, as its owner would; for the job, which has sent a notice."""
    audit.write(db, ANONYMOUS, "account.erase_dormant", "account", account.id)
    _delete(db, account, at_own_request=False)


def _delete(db: Session, account: Account, *, at_own_request: bool = True) -> None:
    erasing.erase_or_enqueue(db, account)
    account.status, account.deleted_at = AccountStatus.DELETED, clock.now()
    if account.kind is AccountKind.SELLER:
        # Ads that are left for the job.
        listings.refresh_seller(db, account.id)
    account_mails.mail_deleted(db, account.email, account.name, at_own_request=at_own_request)
    # Last, because changing the email blocks transactions that hold an ad and notify this account.
    _erase_columns(account)
    db.flush()
    events.record(db, "account", account.id)


def _erase_columns(account: Account) -> None:
    # Unique, and frees the username for a new account.
    account.email = f"{account.id.lower()}@deleted.invalid"
    account.username = account.username_key = f"deleted-{account.id.lower()}"
    account.username_skeleton = None
    account.name = messages.DELETED_NAME
    for name in _EMPTY:
        setattr(account, name, "")
    account.latitude = account.longitude = None
    account.seller_type = SellerType.PERSON
    account.password_hash, account.totp_seed, account.totp_enabled_at = passwords.UNUSABLE, "", None
    account.generation += 1
    account.updated_at = clock.now()

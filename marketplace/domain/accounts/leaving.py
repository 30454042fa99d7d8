"""Taking one's data along, and leaving for good."""

from typing import Any

from sqlmodel import Session

from marketplace import clock, events
from marketplace.actor import Actor
from marketplace.domain.accounts import attempts, letters, messages, passwords, private, queries
from marketplace.errors import NotFound, RuleBroken
from marketplace.models import Account, AccountKind, AccountStatus, SellerType
from marketplace.texts import t

_EMPTY = ("phone", "whatsapp", "address", "place", "city", "state", "shop_name", "business_id", "suspended_reason")


def export_archive(db: Session, actor: Actor, password: str) -> dict[str, Any]:
    """All that the site keeps about the caller, JSON values only, without secrets.

    Raises:
        NotSignedIn: nobody is signed in.
        RuleBroken: the password is wrong.
        TooMany: too many wrong ones.
    """
    account = _own(db, actor)
    attempts.confirm(db, actor, account, password)
    return {"exported_at": clock.now().isoformat(), **private.collect(db, account)}


def delete_account(db: Session, actor: Actor, password: str) -> None:
    """Delete the caller's account: its ads go, its messages stay with the other party, its row becomes a tombstone.

    Raises:
        NotSignedIn: nobody is signed in.
        RuleBroken: the password is wrong, or no administrator would be left.
        TooMany: too many wrong ones.
    """
    account = _own(db, actor)
    attempts.confirm(db, actor, account, password)
    if account.kind is AccountKind.ADMIN and queries.count_active_admins(db) == 1:
        raise RuleBroken(t(messages.LAST_ADMIN))
    _withdraw(db, actor, account)
    private.erase(db, account)
    letters.tell_deleted(db, account.email, account.name)
    _scrub(account)
    db.flush()
    events.record(db, "account", account.id)


def _withdraw(db: Session, actor: Actor, account: Account) -> None:
    # These know accounts themselves.
    from marketplace.domain import ads, rentals

    rentals.release_account(db, account.id)
    if account.kind is AccountKind.SELLER:
        ads.delete_all_of(db, actor, account.id)


def _scrub(account: Account) -> None:
    account.status, account.deleted_at = AccountStatus.DELETED, clock.now()
    # Unique, and free for a new account of the same person.
    account.email = f"{account.id.lower()}@deleted.invalid"
    account.username = account.username_key = f"deleted-{account.id.lower()}"
    account.name = messages.DELETED_NAME
    for name in _EMPTY:
        setattr(account, name, "")
    account.latitude = account.longitude = None
    account.seller_type = SellerType.PERSON
    account.password_hash, account.totp_seed, account.totp_enabled_at = passwords.UNUSABLE, "", None
    account.generation += 1
    account.updated_at = clock.now()


def _own(db: Session, actor: Actor) -> Account:
    account = queries.lock(db, actor.require())
    if account is None:
        raise NotFound(t(messages.NO_ACCOUNT))
    return account

"""Accounts for the load test."""

from dataclasses import dataclass
from datetime import timedelta

from sqlmodel import Session, select

from marketplace.core import clock, ids
from marketplace.models import Account, AccountKind, AccountSession, Category


@dataclass(frozen=True)
class Person:
    """An account and the token of a session."""

    id: str
    token: str

    @property
    def bearer(self) -> dict[str, str]:
        """Return the Authorization header."""
        return {"Authorization": f"Bearer {self.token}"}


@dataclass(frozen=True)
class People:
    """Pairs of a buyer and a seller, an administrator, and categories."""

    pairs: list[tuple[Person, Person]]
    admin: Person
    categories: list[str]


def make_people(db: Session, pairs: int) -> People:
    """Create accounts with sessions."""
    return People(
        [(_make(db, AccountKind.BUYER, n), _make(db, AccountKind.SELLER, n)) for n in range(pairs)],
        _make(db, AccountKind.ADMIN, 0),
        list(db.exec(select(Category.id))),
    )


def _make(db: Session, kind: AccountKind, number: int) -> Person:
    name = f"soak_{kind.value}{number}"
    account = Account(
        kind=kind,
        email=f"{name}@example.org",
        username=name,
        username_key=name,
        password_hash="!",
        name=name,
    )
    db.add(account)
    db.flush()
    return _open(db, account)


def _open(db: Session, account: Account) -> Person:
    token = ids.new_token()
    expires = clock.now() + timedelta(hours=2)
    db.add(AccountSession(account_id=account.id, token_hash=ids.hash_token(token), expires_at=expires))
    return Person(account.id, token)

"""Sending a row's event as one of the callers, and telling what came of it."""

import json
import sqlite3
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta

from sqlmodel import Session, select

from marketplace import clock
from marketplace.integrations import limits
from marketplace.models import Account, AccountSession, AccountStatus
from tests import factories
from tests.api.permissions.world import World
from tests.domain.accounts.steps import NEW_PASSWORD, PASSWORD
from tests.web.permissions.row import COLUMNS, Row
from tests.web.permissions.served import Served
from tests.web.permissions.tab import Tab

PEOPLE = ("user", "other_user", "seller", "other_seller", "admin", "bystander", "quiet_user", "another_admin")
SUBJECTS = {"suspended": "seller", "expired": "seller"}
_BROKEN = "Something went wrong on our side"
# What is refused mostly tells why; what does not has this long.
_PROBLEM, _IN_BACKGROUND_S = '"kind":"error"', 1.0
_PRIVATE = ("email", "phone", "whatsapp", "address", "password_hash")


@dataclass
class Stage:
    """A served app and the people who play in it; they stay the same from row to row.

    Attributes:
        eye: a connection that only looks whether others wrote.
    """

    served: Served
    db: Session
    eye: sqlite3.Connection
    people: dict[str, Account] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)

    def world(self, row: Row, who: str) -> World:
        """A world whose people are the known ones, unless the row's event may change them for good."""
        world = World(self.db, who)
        if row.alone:
            return world
        for name in PEOPLE:
            if name not in self.people:
                self.people[name] = getattr(World(self.db, name), name)
            world.__dict__[name] = self.people[name]
        world.me = world.__dict__[who]
        return world

    def token(self, account: Account, *, ended: bool = False) -> str:
        """Of a session of theirs."""
        key = f"{account.id} {ended}"
        if key not in self.tokens:
            lapse = {"expires_at": clock.now() - timedelta(seconds=1)} if ended else {}
            self.tokens[key] = factories.bearer(self.db, account, **lapse)["Authorization"].split()[1]
        return self.tokens[key]

    def writes(self) -> int:
        """A number that changes when somebody else wrote (SQLite's `data_version`)."""
        return self.eye.execute("PRAGMA data_version").fetchone()[0]

    def set_status(self, account: Account, status: AccountStatus) -> None:
        """Without ending sessions: one begun at the very moment of a suspension must be as useless."""
        account.status = status
        factories.save(self.db, account)


@dataclass(frozen=True)
class Outcome:
    """What came of an event.

    Attributes:
        result: `ok` or `no`, or that the handler broke.
        leaked: private fields of others that the tab was told.
    """

    result: str
    leaked: list[str]


def outcome_of(stage: Stage, row: Row, caller: str) -> Outcome:
    """The row's event, sent by the caller from a tab of its own."""
    limits.forget_all()
    stage.db.rollback()
    anonymous = caller == "anonymous"
    world = stage.world(row, caller if caller in COLUMNS[1:] else row.subject)
    sent = row.make(world)
    token = "" if anonymous else stage.token(world.me, ended=caller == "expired")
    if caller == "suspended":
        stage.set_status(world.me, AccountStatus.SUSPENDED)
    typed = json.dumps([sent.payload, sent.before], default=str)
    secrets = _secrets(stage.db, None if anonymous else world.me)
    # An open look at the database would stand in the way of the next write.
    stage.db.commit()
    try:
        with Tab(stage.served.port, token) as tab:
            for handler, payload in sent.before:
                tab.send(handler, payload, sent.path)
                tab.settle()
            before = stage.writes()
            tab.send(row.handler, sent.payload, sent.path)
            done = _done(stage, sent.sees, before)
            heard = tab.settle(done if row.late and row.expected[caller] == "ok" else _refused(row))
            result = "ok" if done(heard) else "no"
            if sent.sees and stage.writes() != before:
                result = "wrote"
    finally:
        if caller == "suspended":
            stage.set_status(world.me, AccountStatus.ACTIVE)
    if _BROKEN in heard:
        result = "broken"
    told = {name for name, value in secrets.items() if value in heard and value not in typed}

    leaked = sorted(name for name in told if not name.startswith(row.tells or "-"))
    # Nobody is told these, not even their owner.
    own = {PASSWORD: "a password", NEW_PASSWORD: "a new password", token: "a token", world.me.password_hash: "a hash"}
    proofs = [name for value, name in own.items() if value and value in heard]
    return Outcome(result, proofs if caller == "admin" else leaked + proofs)


def quietly(stage: Stage, rows: Iterable[Row], caller: str) -> dict[str, str]:
    """Send the events of many rows from one tab; what went wrong, by row: none of them may write or tell anything."""
    problems = {}
    account = None if caller == "anonymous" else World(stage.db, SUBJECTS.get(caller, caller)).me
    token = stage.token(account, ended=caller == "expired") if account else ""
    if account and caller == "suspended":
        stage.set_status(account, AccountStatus.SUSPENDED)
    secrets = _secrets(stage.db, account)
    world = World(stage.db, "user")
    stage.db.commit()
    with Tab(stage.served.port, token) as tab:
        for row in rows:
            before = stage.writes()
            tab.send(row.handler, row.make(world).payload)
            heard = tab.settle()
            if stage.writes() != before:
                problems[str(row)] = "wrote"
            elif _BROKEN in heard:
                problems[str(row)] = "broke"
            elif told := [name for name, value in secrets.items() if value in heard]:
                problems[str(row)] = f"told {told}"
    return problems


def _done(stage: Stage, sees: str, before: int) -> Callable[[str], bool]:
    return lambda heard: sees in heard if sees else stage.writes() != before


def _refused(row: Row) -> Callable[[str], bool]:
    """Whether what runs in the background has ended too; else it would go on among what the next caller does."""
    soon = time.monotonic() + _IN_BACKGROUND_S
    return lambda heard: not row.late or _PROBLEM in heard or time.monotonic() > soon


def _secrets(db: Session, caller: Account | None) -> dict[str, str]:
    """What must not be told, by what it is, of everyone but the caller."""
    found = {}
    for account in db.exec(select(Account)):
        if caller is None or account.id != caller.id:
            found |= {f"{name} of {account.username}": getattr(account, name) for name in _PRIVATE}
    for session in db.exec(select(AccountSession)):
        found[f"hash of session {session.id}"] = session.token_hash
    # Some stand empty, and a hash that matches nothing is one character.
    return {name: value for name, value in found.items() if len(value) > 1}

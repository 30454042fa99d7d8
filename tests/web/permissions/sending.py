"""Sends the event of a row as a caller and determines the result."""

import json
import sqlite3
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta

from sqlmodel import Session, col, select

from marketplace.core import clock
from marketplace.integrations import limits
from marketplace.models import Account, AccountSession, AccountStatus
from tests import factories
from tests.api.permissions.world import World
from tests.domain.accounts.steps import NEW_PASSWORD, PASSWORD
from tests.web.permissions.row import COLUMNS, Row
from tests.web.permissions.served import Served
from tests.web.permissions.tab import Tab

PEOPLE = (
    "user",
    "other_user",
    "seller",
    "other_seller",
    "admin",
    "moderator",
    "bystander",
    "quiet_user",
    "another_admin",
)
SUBJECTS = {"suspended": "seller", "expired": "seller"}
_BROKEN = "Something went wrong on our side"
# A refusal usually shows an error; without one, the background task gets this time.
_PROBLEM, _IN_BACKGROUND_S = '"kind":"error"', 1.0
_PRIVATE = ("email", "phone", "whatsapp", "address", "upi", "password_hash")


@dataclass
class Stage:
    """A served app and the accounts of the tests, which all rows share.

    Attributes:
        eye: a database connection that only detects writes of other connections.
        unchanged: the last row with its world, if its event has written nothing yet.
    """

    served: Served
    db: Session
    eye: sqlite3.Connection
    people: dict[str, Account] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    unchanged: tuple[Row, World] | None = None

    def world(self, row: Row, who: str) -> World:
        """Make a world with the shared accounts, or with new ones if the event changes them permanently.

        The objects of a caller who changed nothing serve the next caller of the row too.
        """
        if self.unchanged and self.unchanged[0] is row and not row.alone:
            world = self.unchanged[1]
        else:
            world = World(self.db, who)
            world.__dict__.update({} if row.alone else self._shared())
        world.me = getattr(world, who)
        self.unchanged = (row, world)
        return world

    def _shared(self) -> dict[str, Account]:
        for name in PEOPLE:
            if name not in self.people:
                self.people[name] = getattr(World(self.db, name), name)
        return self.people

    def token(self, account: Account, *, ended: bool = False) -> str:
        """Return the token of a session of the account."""
        key = f"{account.id} {ended}"
        if key not in self.tokens:
            lapse = {"expires_at": clock.now() - timedelta(seconds=1)} if ended else {}
            self.tokens[key] = factories.bearer(self.db, account, **lapse)["Authorization"].split()[1]
        return self.tokens[key]

    def writes(self) -> int:
        """Return a number that changes with each write of another connection (SQLite's `data_version`)."""
        return self.eye.execute("PRAGMA data_version").fetchone()[0]

    def set_status(self, account: Account, status: AccountStatus) -> None:
        """Set the status without ending sessions, as if a session had started at the moment of the suspension."""
        account.status = status
        factories.save(self.db, account)


@dataclass(frozen=True)
class Outcome:
    """The result of an event.

    Attributes:
        result: `ok`, `no`, `wrote` or `broken`.
        leaked: private fields of other accounts that the tab received.
    """

    result: str
    leaked: list[str]


def outcome_of(stage: Stage, row: Row, caller: str) -> Outcome:
    """Send the event of the row from a new tab of the caller."""
    limits.reset_all()
    stage.db.rollback()
    anonymous = caller == "anonymous"
    world = stage.world(row, caller if caller in (*COLUMNS[1:], "moderator") else row.subject)
    sent = row.make(world)
    token = "" if anonymous else stage.token(world.me, ended=caller == "expired")
    if caller == "suspended":
        stage.set_status(world.me, AccountStatus.SUSPENDED)
    typed = json.dumps([sent.payload, sent.before], default=str)
    secrets = _secrets(stage.db, None if anonymous else world.me)
    # An open read transaction would block the next write.
    stage.db.commit()
    try:
        with Tab(stage.served.port, token, silent=True) as tab:
            for handler, payload in sent.before:
                tab.send(handler, payload, sent.path)
                tab.settle()
            if sent.waits_for and caller in ("admin", "moderator"):
                tab.settle(lambda heard: sent.waits_for in heard)
            before = stage.writes()
            tab.send(row.handler, sent.payload, sent.path)
            done = _done(stage, sent.sees, before)
            heard = tab.settle(done if row.late and row.expected[caller] == "ok" else _refused(row))
            result = "ok" if done(heard) else "no"
            if stage.writes() != before:
                stage.unchanged = None
                if sent.sees and not row.counts:
                    result = "wrote"
    finally:
        if caller == "suspended":
            stage.set_status(world.me, AccountStatus.ACTIVE)
    if _BROKEN in heard:
        result = "broken"
    told = {name for name, value in secrets.items() if value in heard and value not in typed}

    leaked = sorted(name for name in told if not name.startswith(row.tells or "-"))
    # No account may receive these, not even its own.
    own = {PASSWORD: "a password", NEW_PASSWORD: "a new password", token: "a token", world.me.password_hash: "a hash"}
    proofs = [name for value, name in own.items() if value and value in heard]
    return Outcome(result, proofs if caller in ("admin", "moderator") else leaked + proofs)


def quietly(stage: Stage, rows: Iterable[Row], caller: str) -> dict[str, str]:
    """Send the events of many rows from one tab. Return the problems by row: none may write or reveal anything."""
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
    """Return a check whether the background task has ended too; it would affect the next caller otherwise."""
    soon = time.monotonic() + _IN_BACKGROUND_S
    return lambda heard: not row.late or _PROBLEM in heard or time.monotonic() > soon


def _secrets(db: Session, caller: Account | None) -> dict[str, str]:
    """Return the private values of all other accounts by description."""
    found = {}
    # Columns instead of objects, because each event asks for all of them.
    own = caller.id if caller else ""
    columns = (getattr(Account, name) for name in ("username", *_PRIVATE))
    for username, *values in db.execute(select(*columns).where(col(Account.id) != own)):
        found |= {f"{name} of {username}": value for name, value in zip(_PRIVATE, values, strict=True)}
    for session, token_hash in db.execute(select(AccountSession.id, AccountSession.token_hash)):
        found[f"hash of session {session}"] = token_hash
    # Some are empty, and a hash that matches nothing has one character.
    return {name: value for name, value in found.items() if len(value) > 1}

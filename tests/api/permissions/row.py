"""Rows of the permission table."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.api.permissions.world import World

COLUMNS = ("anonymous", "user", "other_user", "seller", "other_seller", "admin")
SAFE = ("GET", "HEAD", "OPTIONS")

OPEN = "ok  ok  ok  ok  ok  ok"
SIGNED_IN = "401 ok  ok  ok  ok  ok"
ADMIN = "401 403 403 403 403 ok"


@dataclass(frozen=True)
class Call:
    """A valid request without credentials.

    Attributes:
        path: values of the path parameters.
        send: other arguments of `client.request`.
    """

    path: dict[str, str] = field(default_factory=dict)
    send: dict[str, Any] = field(default_factory=dict)


def call(*, json: Any = None, params: dict[str, str] | None = None, files: Any = None, **path: str) -> Call:
    """Return a call; other keyword arguments are path parameters."""
    send = {"json": json, "params": params, "files": files}
    return Call(path, {name: value for name, value in send.items() if value is not None})


@dataclass(frozen=True)
class Row:
    """Expected statuses of one operation.

    Attributes:
        operation: method and path as in the OpenAPI document.
        make: creates the objects that the call needs and returns the call.
        columns: expected status of each caller.
        case: description, if the operation has several rows.
        ended: status for a suspended account and an expired token, both as bearer.
        moderator: status for a moderator; empty: as for an admin.
        forged: status for a session cookie without the XSRF header; empty means 403, or as with a bearer for safe
            methods.
        alone: use new objects for each caller, because `make` changes them.
    """

    operation: str
    make: Callable[[World], Call]
    columns: str
    case: str = ""
    ended: str = "401"
    forged: str = ""
    alone: bool = False
    moderator: str = ""

    @property
    def method(self) -> str:
        """HTTP method of the operation."""
        return self.operation.partition(" ")[0]

    @property
    def template(self) -> str:
        """Path template of the operation."""
        return self.operation.partition(" ")[2]

    @property
    def expected(self) -> dict[str, str]:
        """Expected status by caller."""
        named = dict(zip(COLUMNS, self.columns.split(), strict=True))
        with_cookie = self.forged or (named[self.subject] if self.method in SAFE else "403")
        moderator = self.moderator or named["admin"]
        return named | {"moderator": moderator, "suspended": self.ended, "expired": self.ended, "cookie": with_cookie}

    @property
    def subject(self) -> str:
        """First permitted caller, also used as the suspended, expired and cookie-only caller."""
        named = dict(zip(COLUMNS, self.columns.split(), strict=True))
        return next((who for who in COLUMNS[1:] if named[who] == "ok"), "user")

    def __str__(self) -> str:
        return f"{self.operation} {self.case}".strip()


CALLERS = (*COLUMNS, "moderator", "suspended", "expired", "cookie")

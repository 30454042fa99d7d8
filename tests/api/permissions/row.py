"""What a row of the table is."""

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
    """A valid request but for who makes it.

    Attributes:
        path: what stands in the place of the path's parameters.
        send: further arguments of the client's `request`.
    """

    path: dict[str, str] = field(default_factory=dict)
    send: dict[str, Any] = field(default_factory=dict)


def call(*, json: Any = None, params: dict[str, str] | None = None, files: Any = None, **path: str) -> Call:
    """A call; what is not for the client goes into the path."""
    send = {"json": json, "params": params, "files": files}
    return Call(path, {name: value for name, value in send.items() if value is not None})


@dataclass(frozen=True)
class Row:
    """One operation in one case.

    Attributes:
        operation: as the OpenAPI document names it.
        make: makes the call, with all it needs in the database.
        columns: what each caller is answered.
        case: what is special, where an operation has several rows.
        ended: what a suspended account and an ended token are answered; both come as a bearer.
        forged: what a cookie's session without the XSRF header is answered; empty stands for 403 or, where nothing
            is changed, the same as with a bearer.
    """

    operation: str
    make: Callable[[World], Call]
    columns: str
    case: str = ""
    ended: str = "401"
    forged: str = ""

    @property
    def method(self) -> str:
        """Of the operation."""
        return self.operation.partition(" ")[0]

    @property
    def template(self) -> str:
        """The path with its parameters in braces."""
        return self.operation.partition(" ")[2]

    @property
    def expected(self) -> dict[str, str]:
        """What each caller is answered."""
        named = dict(zip(COLUMNS, self.columns.split(), strict=True))
        with_cookie = self.forged or (named[self.subject] if self.method in SAFE else "403")
        return named | {"suspended": self.ended, "expired": self.ended, "cookie": with_cookie}

    @property
    def subject(self) -> str:
        """Who would be allowed: the one to be tried as suspended, with an ended token and with a bare cookie."""
        named = dict(zip(COLUMNS, self.columns.split(), strict=True))
        return next((who for who in COLUMNS[1:] if named[who] == "ok"), "user")

    def __str__(self) -> str:
        return f"{self.operation} {self.case}".strip()


CALLERS = (*COLUMNS, "suspended", "expired", "cookie")

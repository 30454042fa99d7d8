"""The rows of the permission table."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.api.permissions.world import World
from tests.web.permissions.tab import NOWHERE, name_of

COLUMNS = ("anonymous", "user", "other_user", "seller", "other_seller", "admin")
CALLERS = (*COLUMNS, "moderator", "suspended", "expired")

OPEN = "ok ok ok ok ok ok"
SIGNED_IN = "no ok ok ok ok ok"
MEMBERS = "no ok ok ok ok no"
USERS = "no ok ok no no no"
SELLERS = "no no no ok ok no"
ADMIN = "no no no no no ok"


@dataclass(frozen=True)
class Sent:
    """A forged event that is valid except for its sender.

    Attributes:
        payload: arguments of the handler.
        path: the page that the tab claims to show.
        before: events sent first, which bring the State of the tab into the required condition.
        sees: a text that only permitted callers receive; empty if the event is meant to write.
        waits_for: a text that a background task of the last event of `before` sends to staff, which comes before the event.
    """

    payload: dict[str, Any] = field(default_factory=dict)
    path: str = NOWHERE
    before: tuple[tuple[Any, dict[str, Any]], ...] = ()
    sees: str = ""
    waits_for: str = ""


def sent(
    *before: tuple[Any, dict[str, Any]], path: str = NOWHERE, sees: str = "", waits_for: str = "", **payload: Any
) -> Sent:
    """Make a forged event; other keyword arguments are arguments of the handler."""
    return Sent(payload, path, before, sees, waits_for)


@dataclass(frozen=True)
class Row:
    """A handler in one case.

    Attributes:
        handler: a State's handler, or the full name of one of Reflex's own handlers.
        make: makes the event and its data in the database.
        columns: for each caller `ok` (it writes, or receives the text) or `no` (neither).
        case: name of the case, if a handler has several rows.
        ended: result for a suspended account and an expired session.
        alone: use new accounts and objects for each caller, because the event or `make` changes them permanently.
        tells: private fields that permitted callers receive (`email of`, ...).
        late: the handler runs in the background.
        moderator: result for a moderator; empty: as for an admin.
        counts: the handler also counts that somebody saw the page, so it may write while it shows.
    """

    handler: Any
    make: Callable[[World], Sent]
    columns: str
    case: str = ""
    ended: str = "no"
    alone: bool = False
    tells: tuple[str, ...] = ()
    late: bool = False
    counts: bool = False
    moderator: str = ""

    @property
    def name(self) -> str:
        """The full name of the handler."""
        return name_of(self.handler)

    @property
    def expected(self) -> dict[str, str]:
        """The expected result by caller."""
        return self._named | {
            "moderator": self.moderator or self._named["admin"],
            "suspended": self.ended,
            "expired": self.ended,
        }

    @property
    def subject(self) -> str:
        """A permitted caller, to be tested as suspended and with an expired session."""
        return next((who for who in COLUMNS[1:] if self._named[who] == "ok"), "user")

    @property
    def _named(self) -> dict[str, str]:
        return dict(zip(COLUMNS, self.columns.split(), strict=True))

    def __str__(self) -> str:
        # marketplace___web___pages___admin_ads___state____admin_ads_state.open → admin_ads.admin_ads_state.open
        state, handler = self.name.split(".")[-2:]
        module, _, name = state.rpartition("____")
        folder = next((part for part in reversed(module.split("___")) if part not in ("state", "page")), "")
        return f"{folder}.{name}.{handler} {self.case}".strip()

"""What a row of the table is."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.api.permissions.world import World
from tests.web.permissions.tab import NOWHERE, name_of

COLUMNS = ("anonymous", "user", "other_user", "seller", "other_seller", "admin")
CALLERS = (*COLUMNS, "suspended", "expired")

OPEN = "ok ok ok ok ok ok"
SIGNED_IN = "no ok ok ok ok ok"
MEMBERS = "no ok ok ok ok no"
USERS = "no ok ok no no no"
SELLERS = "no no no ok ok no"
ADMIN = "no no no no no ok"


@dataclass(frozen=True)
class Sent:
    """What is sent: a valid event but for who sends it.

    Attributes:
        payload: the handler's arguments.
        path: the page that the tab claims to show.
        before: events sent ahead, as a forger would to bring the tab's State into the right shape.
        sees: a text that only those who may are told; empty where the event is meant to write.
    """

    payload: dict[str, Any] = field(default_factory=dict)
    path: str = NOWHERE
    before: tuple[tuple[Any, dict[str, Any]], ...] = ()
    sees: str = ""


def sent(*before: tuple[Any, dict[str, Any]], path: str = NOWHERE, sees: str = "", **payload: Any) -> Sent:
    """A forged event; what has no other meaning is the handler's argument."""
    return Sent(payload, path, before, sees)


@dataclass(frozen=True)
class Row:
    """One handler in one case.

    Attributes:
        handler: of a State, or its full name where Reflex brings it.
        make: makes the event, with all it needs in the database.
        columns: for each kind of caller `ok` (it writes, or tells what it is for) or `no` (neither).
        case: what is special, where a handler has several rows.
        ended: what a suspended account and an ended session get.
        alone: for people of its own, whom the event may change beyond repair.
        tells: words of private fields that those who may read (`email of`, ...).
        late: it runs in the background.
    """

    handler: Any
    make: Callable[[World], Sent]
    columns: str
    case: str = ""
    ended: str = "no"
    alone: bool = False
    tells: tuple[str, ...] = ()
    late: bool = False

    @property
    def name(self) -> str:
        """As events name the handler."""
        return name_of(self.handler)

    @property
    def expected(self) -> dict[str, str]:
        """What each caller gets."""
        return self._named | {"suspended": self.ended, "expired": self.ended}

    @property
    def subject(self) -> str:
        """Who would be allowed: the one to be tried as suspended and with an ended session."""
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

"""Who is signed in, for showing only: nothing is ever allowed because of what stands here."""

import json
from typing import Any

import reflex as rx
from reflex.event import Event
from reflex.middleware.middleware import Middleware
from reflex.state import BaseState, OnLoadInternalState
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import accounts, chat, content
from marketplace.domain.views import View
from marketplace.errors import Forbidden, NotSignedIn
from marketplace.models import AccountKind
from marketplace.web.auth.state import AuthState
from marketplace.web.door import Door
from marketplace.web.live import Changes

KIND_WORDS = {AccountKind.BUYER: "user", AccountKind.SELLER: "seller", AccountKind.ADMIN: "admin"}
_COUNTED = {"chat", "read", "notices"}
_SENDING_ALL = ("hydrate", "hydrate_and_load")


class Visitor(View):
    """What the header shows of the one who looks at it."""

    id: str = ""
    username: str = ""
    kind: str = ""
    unread: int = 0
    notices: int = 0
    undelivered: int = 0


def look(db: Session, actor: Actor) -> Visitor:
    """The visitor behind a call; all empty for an anonymous one."""
    if actor.account_id is None or actor.kind is None:
        return Visitor()
    named = {"username": accounts.get_account(db, actor.account_id).username, "kind": KIND_WORDS[actor.kind]}
    return count(db, actor).model_copy(update=named)


def count(db: Session, actor: Actor) -> Visitor:
    """What the badges show of the visitor; the name is left out."""
    if actor.account_id is None:
        return Visitor()
    return Visitor(
        id=actor.account_id,
        unread=0 if actor.is_admin else chat.count_unread(db, actor),
        notices=content.count_unread_notices(db, actor),
        undelivered=0 if actor.is_admin else chat.count_undelivered(db, actor),
    )


class SessionState(Door, rx.State):
    """The header's view of the session; asked for when a page opens and every 30 s (spec, section 9).

    Attributes:
        arrivals: rises when messages came that no page had; this page answers with `take_delivery` once it has them.
    """

    ready: bool = False
    signed_in: bool = False
    account_id: str = ""
    username: str = ""
    kind: str = ""
    unread: int = 0
    notices: int = 0
    arrivals: int = 0
    # The user record that spec section 3 keeps in session storage: username, id, type.
    user: str = rx.SessionStorage("", name="user")

    @rx.event
    async def load(self):
        """A page was opened: see who looks, and carry out what was meant before signing in."""
        await self._look()
        if self.signed_in:
            yield AuthState.resume

    @rx.event
    async def refresh(self):
        """The 30 s poll; for somebody else than before the page is fetched anew."""
        if await self._look():
            return OnLoadInternalState.on_load_internal
        return None

    @rx.event
    async def take_delivery(self) -> None:
        """The page has what came: the other side sees it as delivered, unless it is read already."""
        try:
            # Only what is new is worth the one lock there is for writing.
            if await self._ask(chat.count_undelivered):
                await self._do(chat.mark_delivered)
        except (NotSignedIn, Forbidden):
            return

    async def _hear(self, changes: Changes) -> None:
        """Something happened to this tab's account: count anew. Whoever is signed in by now is the poll's to find."""
        if not self.signed_in or not changes.keys() & _COUNTED:
            return
        counts = await self._ask(count)
        if counts.id == self.account_id:
            self._take(counts)

    async def _look(self) -> bool:
        """See who looks; true when what another person had in this tab was forgotten."""
        who = await self._ask(look)
        forgot = await self._belong_to(who.id)
        self.signed_in = bool(who.id)
        self.account_id, self.username, self.kind = who.id, who.username, who.kind
        self._take(who)
        record = {"username": who.username, "id": who.id, "type": who.kind}
        self.user = json.dumps(record) if who.id else ""
        self.ready = True
        return forgot

    def _take(self, counts: Visitor) -> None:
        self.unread, self.notices = counts.unread, counts.notices
        if counts.undelivered:
            self.arrivals += 1

    async def _belong_to(self, account_id: str) -> bool:
        """Forget what this tab holds if it is another account's; tells whether it was."""
        if not self.account_id or self.account_id == account_id:
            return False
        await _forget_everything(self)
        return True


class OnlyTheirOwn(Middleware):
    """Before a tab gets all its State again, on a page load or a reconnect, what is another account's is forgotten."""

    async def preprocess(self, app: Any, state: BaseState, event: Event) -> None:
        """Look at the events that send the whole State; `load` would come too late for them."""
        if event.name.rpartition(".")[2] in _SENDING_ALL:
            session = await state.get_state(SessionState)
            await session._belong_to(await session._ask(_account_of))


def _account_of(_db: Session, actor: Actor) -> str:
    return actor.account_id or ""


async def _forget_everything(state: BaseState) -> None:
    """Give every State of the tab its defaults.

    The root keeps its own fields, which are the connection's, and so does the sign-in window: it may just be open for
    whoever comes next.
    """
    root = state._get_root_state()
    for kind in type(root).get_substates():
        await _fetch(state, kind)
    for substate in root.substates.values():
        if not isinstance(substate, AuthState):
            substate.reset()


async def _fetch(state: BaseState, kind: type[BaseState]) -> None:
    """Fetch a State with those below it: with Redis a handler has only its own at first."""
    await state.get_state(kind)
    for below in kind.get_substates():
        await _fetch(state, below)

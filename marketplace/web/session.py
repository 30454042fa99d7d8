"""Who is signed in, for showing only: nothing is ever allowed because of what stands here."""

import json

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import accounts, chat, content
from marketplace.domain.views import View
from marketplace.models import AccountKind
from marketplace.web.auth.state import AuthState
from marketplace.web.door import Door
from marketplace.web.saved import SavedState

KIND_WORDS = {AccountKind.BUYER: "user", AccountKind.SELLER: "seller", AccountKind.ADMIN: "admin"}


class Visitor(View):
    """What the header shows of the one who looks at it."""

    id: str = ""
    username: str = ""
    kind: str = ""
    unread: int = 0
    notices: int = 0


def look(db: Session, actor: Actor) -> Visitor:
    """The visitor behind a call; all empty for an anonymous one."""
    if actor.account_id is None or actor.kind is None:
        return Visitor()
    return Visitor(
        id=actor.account_id,
        username=accounts.get_account(db, actor.account_id).username,
        kind=KIND_WORDS[actor.kind],
        unread=0 if actor.is_admin else chat.count_unread(db, actor),
        notices=content.count_unread_notices(db, actor),
    )


class SessionState(Door, rx.State):
    """The header's view of the session; asked for when a page opens and every 30 s (spec, section 9)."""

    ready: bool = False
    signed_in: bool = False
    account_id: str = ""
    username: str = ""
    kind: str = ""
    unread: int = 0
    notices: int = 0
    # The user record that spec section 3 keeps in session storage: username, id, type.
    user: str = rx.SessionStorage("", name="user")

    @rx.event
    async def load(self):
        """A page was opened: see who looks, and carry out what was meant before signing in."""
        before = self.account_id
        await self._look()
        if before != self.account_id:
            yield SavedState.forget
        if self.signed_in:
            yield AuthState.resume

    @rx.event
    async def refresh(self) -> None:
        """The 30 s poll."""
        await self._look()

    async def _look(self) -> None:
        who = await self._ask(look)
        self.signed_in = bool(who.id)
        self.account_id, self.username, self.kind = who.id, who.username, who.kind
        self.unread, self.notices = who.unread, who.notices
        record = {"username": who.username, "id": who.id, "type": who.kind}
        self.user = json.dumps(record) if who.id else ""
        self.ready = True

"""The State with the signed-in account, for display only: no permission depends on it."""

import json
from typing import Any

import reflex as rx
from reflex.state import OnLoadInternalState
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, NotSignedIn
from marketplace.domain import accounts, chat, content, moderation, places, waiting
from marketplace.domain.views import View
from marketplace.models import AccountKind
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.base.domain_state import DomainState
from marketplace.web.live import Changes
from marketplace.web.reflex_ext.state_ownership import StateOwner

KIND_NAMES = {AccountKind.BUYER: "user", AccountKind.SELLER: "seller", AccountKind.ADMIN: "admin"}
_COUNTED_TOPICS = {"chat", "read", "notices", "deals", "enquiries"}


class SessionView(View):
    """What the header shows of the caller.

    Attributes:
        unread: unread messages, and offers and enquiries that wait for the caller's answer: what is to be done at Messages.
        notifications: unread notifications.
        city: the town that they look from; empty for anywhere.
        asks_city: whether they have not chosen yet.
        suspension: the sentence for a caller whose session ended because the account is suspended.
        open_cases: what waits for moderators, as from `moderation.count_open_cases`; empty for everybody else.
    """

    id: str = ""
    username: str = ""
    kind: str = ""
    has_other_account: bool = False
    unread: int = 0
    notifications: int = 0
    undelivered: int = 0
    city: str = ""
    asks_city: bool = False
    moderates_only: bool = False
    suspension: str = ""
    open_cases: dict[str, int] = {}


def load_session(db: Session, actor: Actor) -> SessionView:
    """Return the caller's town, account and counts; an anonymous caller has only a town, and perhaps a suspension."""
    home = places.find_home(actor)
    town = {"city": home.name if home else "", "asks_city": not actor.city}
    if actor.account_id is None or actor.kind is None:
        return SessionView(**town, suspension=actor.suspension)
    names = town | {
        "username": accounts.get_account(db, actor.account_id).username,
        "kind": KIND_NAMES[actor.kind],
        "has_other_account": accounts.has_other_account(db, actor),
        "moderates_only": actor.moderates_only,
    }
    return load_counts(db, actor).model_copy(update=names)


def load_counts(db: Session, actor: Actor) -> SessionView:
    """Return the counts of the badges, without the names."""
    if actor.account_id is None:
        return SessionView()
    messages = chat.MessageCounts() if actor.is_staff else chat.count_messages(db, actor)
    return SessionView(
        id=actor.account_id,
        unread=messages.unread + (0 if actor.is_staff else waiting.count_to_answer(db, actor)),
        notifications=content.count_unread_notifications(db, actor),
        undelivered=messages.undelivered,
        open_cases=moderation.count_open_cases(db, actor) if actor.is_staff else {},
    )


def session_vars(session: SessionView) -> dict[str, Any]:
    """Return the vars of `SessionState` that show this session."""
    shown = session.model_dump(exclude={"id", "undelivered"})
    return {"ready": True, "signed_in": bool(session.id), "account_id": session.id, **shown}


class SessionState(DomainState, rx.State):
    """The session as the header shows it. It is loaded when a page opens and every 30 s (spec 9.2).

    Attributes:
        arrivals: rises when there are undelivered messages; the page then calls `mark_delivered`.
    """

    ready: bool = False
    signed_in: bool = False
    account_id: str = ""
    username: str = ""
    kind: str = ""
    has_other_account: bool = False
    unread: int = 0
    notifications: int = 0
    city: str = ""
    asks_city: bool = False
    moderates_only: bool = False
    suspension: str = ""
    open_cases: dict[str, int] = {}
    arrivals: int = 0
    # The record in session storage that spec 3.1 requires: username, id, type.
    user: str = rx.SessionStorage("", name="user")

    @rx.event
    async def load(self):
        """Load the session when a page opens, and run the pending action if the visitor has signed in."""
        await self._load_session()
        if self.signed_in:
            yield AuthState.run_pending_action

    @rx.event
    async def refresh(self):
        """Load the session every 30 s. If another account owns the tab now, load the page again."""
        if await self._load_session():
            return OnLoadInternalState.on_load_internal
        return None

    @rx.event
    async def mark_delivered(self) -> None:
        """Mark the caller's messages as delivered, now that the page has received them."""
        try:
            # Check first, since writing takes the only write lock.
            if (await self._query(chat.count_messages)).undelivered:
                await self._execute(chat.mark_delivered)
        except (NotSignedIn, Forbidden):
            return

    async def _on_changes(self, changes: Changes) -> None:
        """Update the counts after a live event. The poll notices if the account itself has changed."""
        if not self.signed_in or not changes.keys() & _COUNTED_TOPICS:
            return
        counts = await self._query(load_counts)
        if counts.id == self.account_id:
            self.unread, self.notifications = counts.unread, counts.notifications
            self.open_cases = counts.open_cases
            self._announce_undelivered(counts)

    async def _count_open_cases(self) -> None:
        """Count again what waits for moderators, after the caller has decided something."""
        self.open_cases = (await self._query(load_counts)).open_cases

    async def _load_session(self) -> bool:
        """Load the session and make its account the owner of the tab's State; True if that was reset, as it belonged to another account."""
        session = await self._query(load_session)
        was_reset = await (await self.get_state(StateOwner))._assign(session.id)
        for name, value in session_vars(session).items():
            setattr(self, name, value)
        self._announce_undelivered(session)
        record = {"username": session.username, "id": session.id, "type": session.kind}
        self.user = json.dumps(record) if session.id else ""
        return was_reset

    def _announce_undelivered(self, counts: SessionView) -> None:
        if counts.undelivered:
            self.arrivals += 1

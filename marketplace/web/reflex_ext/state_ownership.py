"""A tab's State belongs to one account; no other account reads it. Written for Reflex 0.10.1.

The browser chooses its client token, and the token alone selects the State. So the account is checked twice: when a
connection asks for a client token, and before the first event of a connection.
"""

import uuid
from typing import Any

import reflex as rx
import structlog
from reflex.event import Event
from reflex.istate.manager.token import BaseStateToken
from reflex.middleware.middleware import Middleware
from reflex.state import BaseState
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Unavailable
from marketplace.db.database import read_only
from marketplace.http import cookies
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.base.domain_state import DomainState, resolve_actor
from marketplace.web.base.threads import READ_POOL, run_in_pool

_SENDS_WHOLE_STATE = ("hydrate", "hydrate_and_load")
log = structlog.get_logger()


class StateOwner(DomainState, rx.State):
    """The account that a tab's State belongs to. Both vars are backend vars, which no event can set.

    Attributes:
        _account_id: empty while nobody has signed in.
        _connection: the Socket.IO session for which the account was last looked up.
    """

    _account_id: str = ""
    _connection: str = ""

    async def _check(self) -> bool:
        """Look up the account of this connection, and reset the State if it belongs to another one; returns whether it did."""
        return await self._assign(await self._query(_account_of))

    async def _assign(self, account_id: str) -> bool:
        """Make the account the owner, and reset the State if it belongs to another one; returns whether it did."""
        is_foreign = bool(self._account_id) and self._account_id != account_id
        if is_foreign:
            await _reset_all(self)
        self._account_id, self._connection = account_id, self.router.session.session_id
        return is_foreign


class CheckOwner(Middleware):
    """Checks the State's owner before the first event of each connection, whichever event that is.

    A cookie belongs to its handshake, so one connection has one session. Events that send the whole State are always
    checked, as the session may have ended since.
    """

    async def preprocess(self, app: Any, state: BaseState, event: Event) -> None:
        """Reset the State before the event's handler runs, if it is another account's."""
        owner = await state.get_state(StateOwner)
        is_new = owner._connection != state.router.session.session_id
        if is_new or event.name.rpartition(".")[2] in _SENDS_WHOLE_STATE:
            await owner._check()


class OwnStateOnly:
    """Links a connection to the State of its client token only if its account owns that State, or nobody does.

    Any other connection gets a new client token, as Reflex gives to a duplicated tab. The State stays with its owner,
    and neither pushed changes nor events that are still running reach the new connection.
    """

    def __init__(self, app: rx.App) -> None:
        self._app = app

    def install(self) -> None:
        """Wrap the method that links a client token to a connection."""
        namespace: Any = self._app.event_namespace
        link = namespace.link_token_to_sid

        async def link_own(sid: str, token: str, *, update_state: bool = True) -> None:
            if await self._is_foreign(sid, token):
                token = str(uuid.uuid4())
                await namespace.emit("new_token", token, to=sid)
            await link(sid, token, update_state=update_state)

        namespace.link_token_to_sid = link_own

    async def _is_foreign(self, sid: str, token: str) -> bool:
        # Under the lock: an event of the owner may still be running.
        async with self._app.state_manager.modify_state(BaseStateToken(ident=token, cls=StateOwner)) as root:
            owner = (await root.get_state(StateOwner))._account_id
        if not owner:
            return False
        try:
            return owner != await run_in_pool(READ_POOL, lambda: _find_account(self._session_token(sid)))
        except Unavailable:
            # Every event is refused until the owner can be checked.
            log.warning("state_owner_not_checked")
            return False

    def _session_token(self, sid: str) -> str:
        # The same headers that events of this connection carry.
        namespace: Any = self._app.event_namespace
        environ = self._app.sio.get_environ(sid, namespace.namespace) if self._app.sio else None
        headers = namespace._build_static_router_data(sid, environ or {})["headers"]
        return cookies.parse([headers.get("cookie", "")]).get(cookies.session_name(), "")


def _find_account(session_token: str) -> str:
    with read_only() as db:
        return _account_of(db, resolve_actor(db, session_token, "", ""))


def _account_of(_db: Session, actor: Actor) -> str:
    return actor.account_id or ""


async def _reset_all(state: BaseState) -> None:
    """Reset every State of the tab to its defaults.

    The root keeps its own vars, which describe the connection. The sign-in window keeps its vars too: it may be open
    for the next person.
    """
    root = state._get_root_state()
    for kind in type(root).get_substates():
        await _fetch(state, kind)
    for substate in root.substates.values():
        if not isinstance(substate, AuthState):
            substate.reset()


async def _fetch(state: BaseState, kind: type[BaseState]) -> None:
    """Load a State and its substates: with Redis, a handler starts with its own State only."""
    await state.get_state(kind)
    for below in kind.get_substates():
        await _fetch(state, below)

"""Discards the State of anonymous tabs soon after they are closed. Written for Reflex 0.10.1.

Reflex has one expiration time for every State (`redis_token_expiration`, one hour unless configured; the memory manager
uses it too). It cannot tell an anonymous State from that of an account, and in Redis it counts from the last change, so
a shorter one would also reset tabs that are open.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

import reflex as rx
import structlog
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.redis import StateManagerRedis
from reflex.istate.manager.token import BaseStateToken
from reflex.state import BaseState, State

from marketplace.core import clock
from marketplace.settings import get_settings
from marketplace.web.reflex_ext.state_ownership import StateOwner

_SWEEP_S = 15
log = structlog.get_logger()


class AnonymousStates:
    """Client tokens whose connection has ended, and when."""

    def __init__(self, app: rx.App) -> None:
        self._app = app
        self._ended: dict[str, datetime] = {}

    def install(self) -> None:
        """Wrap the method that Reflex calls at the end of each connection, refused ones included."""
        tokens: Any = self._tokens
        disconnect = tokens.disconnect_token

        async def disconnect_token(token: str, sid: str) -> None:
            self._ended.pop(token, None)
            self._ended[token] = clock.now()
            await disconnect(token, sid)

        tokens.disconnect_token = disconnect_token

    @asynccontextmanager
    async def serve(self) -> AsyncIterator[None]:
        """Sweep while the process serves; a lifespan task."""
        sweeping = asyncio.create_task(self._sweep_for_ever())
        try:
            yield
        finally:
            sweeping.cancel()

    async def sweep(self) -> None:
        """Discard anonymous State whose connection ended ANONYMOUS_STATE_MINUTES ago and has not come back."""
        until = clock.now() - timedelta(minutes=get_settings().anonymous_state_minutes)
        for token in [token for token, ended in self._ended.items() if ended <= until]:
            del self._ended[token]
            if not await self._tokens.is_token_connected(token):
                await self._discard(token)

    @property
    def _tokens(self) -> Any:
        namespace: Any = self._app.event_namespace
        return namespace._token_manager

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_S)
            try:
                await self.sweep()
            except Exception:
                # Reflex's own expiration still applies.
                log.exception("anonymous_state_not_discarded")

    async def _discard(self, token: str) -> None:
        """Remove the State of a client token if it belongs to no account.

        Another worker may have served the tab since: the owner recorded in the State counts.
        """
        manager, key = self._app.state_manager, BaseStateToken(ident=token, cls=StateOwner)
        if isinstance(manager, StateManagerMemory) and token not in manager.states:
            return
        async with manager.modify_state(key) as root:
            is_owned = bool((await root.get_state(StateOwner))._account_id)
        if is_owned:
            return
        if isinstance(manager, StateManagerMemory):
            manager._purge_token(key)
        elif isinstance(manager, StateManagerRedis):
            await manager.redis.delete(*(key._state_key(kind) for kind in _list_states(State)))


def _list_states(kind: type[BaseState]) -> Iterator[type[BaseState]]:
    yield kind
    for below in kind.get_substates():
        yield from _list_states(below)

"""Base class of the States that call domain functions."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any, Concatenate, ParamSpec, TypeVar

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError, NotSignedIn
from marketplace.db import replicas
from marketplace.db.database import read_only, unit_of_work
from marketplace.domain import accounts, phases
from marketplace.http import cookies
from marketplace.web.base.pending_action import login_required
from marketplace.web.base.threads import READ_POOL, REMOTE_POOL, WRITE_POOL, run_in_pool
from marketplace.web.reflex_ext.current_event import client_id
from marketplace.web.widgets.toasts import ToastKind, ToastState

P = ParamSpec("P")
Result = TypeVar("Result")
DomainFunction = Callable[Concatenate[Session, Actor, P], Result]
FindActor = Callable[[Session], Actor]


def resolve_actor(db: Session, token: str, address: str, user_agent: str, city: str = "", client_id: str = "") -> Actor:
    """Return the actor of a session token, or an anonymous actor if the session does not exist or has ended.

    Args:
        city: the town that the visitor chose; empty for that of the account.
        client_id: as in `Actor`.
    """
    actor = accounts.find_actor(db, token, address=address, user_agent=user_agent) if token else None
    actor = actor or Actor(address=address, user_agent=user_agent)
    return replace(actor, city=city or actor.city, client_id=client_id)


async def _run_in_pool(pool: Executor, call: Callable[[], Result]) -> Result:
    try:
        return await run_in_pool(pool, call)
    except NotSignedIn as error:
        raise login_required(error) from error


class DomainState(rx.State, mixin=True):
    """Mixin of the States that call domain functions.

    No State stores who the caller is: the browser chooses its own client token and can send any event. So each call
    resolves the actor from the cookie of the websocket handshake.
    """

    async def _execute(self, function: DomainFunction[P, Result], *args: P.args, **options: P.kwargs) -> Result:
        """Call a domain function that may write, in a thread, and commit.

        Raises:
            LoginRequired: the function needs a signed-in actor.
        """

        def call(find_actor: FindActor) -> Result:
            def get_actor() -> Actor:
                with read_only() as db:
                    return find_actor(db)

            finish = phases.run_first_phase(function, get_actor, *args, **options)
            with unit_of_work() as db:
                return finish(db, find_actor(db))

        return await self._run_as_caller(WRITE_POOL, call)

    async def _query(self, function: DomainFunction[P, Result], *args: P.args, **options: P.kwargs) -> Result:
        """Call a domain function that only reads, in a thread.

        Raises:
            LoginRequired: the function needs a signed-in actor.
        """

        def call(find_actor: FindActor) -> Result:
            with read_only() as db:
                return function(db, find_actor(db), *args, **options)

        return await self._run_as_caller(READ_POOL, call)

    async def _query_public(self, function: DomainFunction[P, Result], *args: P.args, **options: P.kwargs) -> Result:
        """Call a function that reads what everybody sees, in a thread; again on the primary database if a replica fails.

        Raises:
            LoginRequired: the function needs a signed-in actor.
        """
        is_anonymous = not cookies.parse([self.router.headers.cookie]).get(cookies.session_name())

        def call(find_actor: FindActor) -> Result:
            return replicas.read(lambda db: function(db, find_actor(db), *args, **options), is_public=is_anonymous)

        return await self._run_as_caller(READ_POOL, call)

    async def _query_remote(
        self, function: Callable[Concatenate[Actor, P], Result], *args: P.args, **options: P.kwargs
    ) -> Result:
        """Call a function that requests another host, in a thread. No transaction is open meanwhile."""
        actor = await self._query(lambda _db, actor: actor)
        return await _run_in_pool(REMOTE_POOL, lambda: function(actor, *args, **options))

    async def _execute_with_toast(self, function: Callable[..., Any], *args: Any, done: str, **options: Any) -> bool:
        """Call a function that writes, and show a toast with `done`, unless it is empty, or the error; returns whether it succeeded."""
        try:
            await self._execute(function, *args, **options)
        except MarketplaceError as error:
            await self._show_error(error)
            return False
        if done:
            await self._toast("success", done)
        return True

    async def _show_error(self, error: MarketplaceError) -> None:
        """Show the error as a toast."""
        await self._toast("error", error.message)

    async def _execute_in_form(self, function: Callable[..., Any], *args: Any, done: str, **options: Any) -> bool:
        """Call a function that writes, and show a toast with `done`, or the error in the form (`error`); returns whether it succeeded."""
        try:
            await self._execute(function, *args, **options)
        except MarketplaceError as error:
            self.error = error.message
            return False
        await self._toast("success", done)
        return True

    async def _toast(self, kind: ToastKind, text: str) -> None:
        """Show a toast in this tab."""
        (await self.get_state(ToastState)).show(kind, text)

    async def _run_as_caller(self, pool: Executor, call: Callable[[FindActor], Result]) -> Result:
        headers = self.router.headers
        values = cookies.parse([headers.cookie])
        token, city = values.get(cookies.session_name(), ""), cookies.city(values)
        address = self.router.session.client_ip
        user_agent = headers.user_agent[:300]
        sent = client_id()
        return await _run_in_pool(
            pool, lambda: call(lambda db: resolve_actor(db, token, address, user_agent, city, sent))
        )

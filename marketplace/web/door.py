"""The pages' door to the domain: every call as whoever the websocket's handshake proves to be."""

from collections.abc import Callable
from concurrent.futures import Executor
from typing import Concatenate, ParamSpec, TypeVar

import reflex as rx
from sqlmodel import Session

from marketplace import cookies
from marketplace.actor import Actor
from marketplace.database import reading, unit_of_work
from marketplace.domain import accounts
from marketplace.errors import NotSignedIn
from marketplace.web.meant import sign_in_first
from marketplace.web.threads import ELSEWHERE, READING, WRITING, run_in
from marketplace.web.toasts import ToastKind, ToastState

P = ParamSpec("P")
Result = TypeVar("Result")
Verb = Callable[Concatenate[Session, Actor, P], Result]


def resolve(db: Session, token: str, address: str, user_agent: str) -> Actor:
    """Whoever the session token belongs to right now; an anonymous actor without a live one."""
    actor = accounts.find_actor(db, token, address=address, user_agent=user_agent) if token else None
    return actor or Actor(address=address, user_agent=user_agent)


def _who(_db: Session, actor: Actor) -> Actor:
    return actor


async def _run_in(pool: Executor, call: Callable[[], Result]) -> Result:
    try:
        return await run_in(pool, call)
    except NotSignedIn as error:
        raise sign_in_first(error) from error


class Door(rx.State, mixin=True):
    """Mixin of every State that talks to the domain.

    Nothing about the caller is kept in a State: the browser chooses its own websocket token and may send any event,
    so each call resolves the actor anew from the cookie that came with the handshake.
    """

    async def _do(self, verb: Verb[P, Result], *args: P.args, **options: P.kwargs) -> Result:
        """Run a verb that may write, in a thread; it is committed when this returns."""
        return await self._through(WRITING, unit_of_work, verb, args, options)

    async def _ask(self, verb: Verb[P, Result], *args: P.args, **options: P.kwargs) -> Result:
        """Run a verb that only reads, in a thread."""
        return await self._through(READING, reading, verb, args, options)

    async def _ask_elsewhere(
        self, verb: Callable[Concatenate[Actor, P], Result], *args: P.args, **options: P.kwargs
    ) -> Result:
        """Run a verb that asks another machine, in a thread; no transaction waits for the answer."""
        actor = await self._ask(_who)
        return await _run_in(ELSEWHERE, lambda: verb(actor, *args, **options))

    async def _toast(self, kind: ToastKind, text: str) -> None:
        """Show a short message in this tab's corner."""
        (await self.get_state(ToastState)).show(kind, text)

    async def _through(self, pool, work, verb, args, options):
        headers = self.router.headers
        token = cookies.read(headers.cookie, cookies.SESSION)
        address = self.router.session.client_ip
        user_agent = headers.user_agent[:300]

        def call():
            with work() as db:
                return verb(db, resolve(db, token, address, user_agent), *args, **options)

        return await _run_in(pool, call)

    def _here(self) -> str:
        """The path and query this tab shows."""
        url = self.router.url
        return url.path + (f"?{url.query}" if url.query else "")

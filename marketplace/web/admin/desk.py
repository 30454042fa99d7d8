"""Base of the administrators' States."""

from typing import Any

import reflex as rx

from marketplace.domain.paging import page_number
from marketplace.errors import Forbidden, MarketplaceError, NotSignedIn
from marketplace.web.fetching import Fetching
from marketplace.web.session import SessionState


class Desk(Fetching, rx.State, mixin=True):
    """Mixin of the administrators' States: looking, and deciding with a word about what came of it."""

    async def _see(self, verb, *args: Any, **options: Any) -> Any:
        """What the verb gives to an administrator; None for anyone else, whom the layout asks to sign in."""
        try:
            return await self._ask(verb, *args, **options)
        except (NotSignedIn, Forbidden):
            return None

    async def _decide(self, verb, *args: Any, done: str, **options: Any) -> bool:
        """Run a verb, and say `done` or why not; whether it was done."""
        try:
            await self._do(verb, *args, **options)
        except MarketplaceError as error:
            await self._refused(error)
            return False
        await self._toast("success", done)
        return True

    async def _refused(self, error: MarketplaceError) -> None:
        """Say why not; a session that has ended brings the sign-in form back."""
        if isinstance(error, NotSignedIn):
            await (await self.get_state(SessionState)).refresh()
        await self._toast("error", error.errors[0]["message"] if error.errors else error.message)

    def _param(self, name: str) -> str:
        """A parameter of the address, empty without one."""
        return self.router.url.query_parameters.get(name, "").strip()[:100]

    def _page(self) -> int:
        """The page that the address asks for; the first where it asks for nonsense."""
        return page_number(self.router.url.query_parameters)

    def _last_part(self) -> str:
        """What the address ends with."""
        return self.router.url.path.rstrip("/").rsplit("/", 1)[-1]

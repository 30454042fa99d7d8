"""Base class of the States of admin pages."""

from typing import Any

import reflex as rx

from marketplace.core.errors import MarketplaceError, NotSignedIn
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.page_state import Load, PageState


class AdminState(PageState, rx.State, mixin=True):
    """Mixin that shows the results and errors of actions as toasts."""

    async def _execute_and_reload(self, function, *args: Any, done: str = "", **options: Any) -> None:
        """Call a function that writes, as `_execute_with_toast` does, and load the page again in any case."""
        await self._execute_with_toast(function, *args, done=done, **options)
        await self._reload()

    @rx.event
    async def open(self) -> None:
        """Load the page of the URL. The session, which is loaded beside it, has the counts."""
        await super()._reload()

    async def _reload(self, load: Load | None = None) -> bool:
        """Load the page of the URL, and the counts of the sidebar, which a decision changes."""
        loaded = await super()._reload(load)
        if loaded:
            await (await self.get_state(SessionState))._count_open_cases()
        return loaded

    async def _show_error(self, error: MarketplaceError) -> None:
        """Show the error as a toast; if the session has ended, reload it so that the login appears."""
        if isinstance(error, NotSignedIn):
            await (await self.get_state(SessionState)).refresh()
        await super()._show_error(error)

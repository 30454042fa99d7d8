"""Base class of the States of admin pages."""

from typing import Any

import reflex as rx

from marketplace.core.errors import Forbidden, MarketplaceError, NotSignedIn
from marketplace.domain.paging import page_number
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.page_state import PageState


class AdminState(PageState, rx.State, mixin=True):
    """Mixin that runs domain functions as an admin and shows their errors as toasts."""

    async def _query_as_admin(self, function, *args: Any, **options: Any) -> Any:
        """Return the result of a query, or None if the caller is not an admin; the layout then shows the login."""
        try:
            return await self._query(function, *args, **options)
        except (NotSignedIn, Forbidden):
            return None

    async def _execute_with_toast(self, function, *args: Any, done: str, **options: Any) -> bool:
        """Call a function that writes, and show a toast with `done` or with the error.

        Returns:
            Whether it succeeded.
        """
        try:
            await self._execute(function, *args, **options)
        except MarketplaceError as error:
            await self._show_error(error)
            return False
        await self._toast("success", done)
        return True

    async def _show_error(self, error: MarketplaceError) -> None:
        """Show the error as a toast; if the session has ended, reload it so that the login appears."""
        if isinstance(error, NotSignedIn):
            await (await self.get_state(SessionState)).refresh()
        await self._toast("error", error.errors[0]["message"] if error.errors else error.message)

    def _param(self, name: str) -> str:
        """Return a query parameter of the URL, empty if missing."""
        return self.router.url.query_parameters.get(name, "").strip()[:100]

    def _page_number(self) -> int:
        """Return the page number of the URL, 1 if it is missing or invalid."""
        return page_number(self.router.url.query_parameters)

    def _last_path_segment(self) -> str:
        """Return the last segment of the URL's path."""
        return self.router.url.path.rstrip("/").rsplit("/", 1)[-1]

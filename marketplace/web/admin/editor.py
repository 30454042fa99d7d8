"""Base of the States of ordered lists, whose rows are edited one at a time."""

import reflex as rx

from marketplace.errors import MarketplaceError
from marketplace.web.admin.desk import Desk

NEW = "new"


class Editor(Desk, rx.State, mixin=True):
    """Mixin of the lists that administrators write; `editing` is the id of a row, `new`, or empty."""

    editing: str = ""
    name: str = ""
    error: str = ""

    @rx.event
    def stop(self) -> None:
        """Leave it as it is."""
        self.editing = ""

    async def _change(self, verb, *args) -> None:
        """Run a verb, say why not, and show what there is now."""
        try:
            await self._do(verb, *args)
        except MarketplaceError as error:
            await self._refused(error)
        await self._reload()

    async def _reload(self) -> None:
        raise NotImplementedError

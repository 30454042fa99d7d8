"""Base class of the States of ordered lists whose rows are edited one at a time."""

import reflex as rx

from marketplace.core.errors import MarketplaceError
from marketplace.web.admin.admin_state import AdminState

NEW = "new"


class ListEditor(AdminState, rx.State, mixin=True):
    """Mixin of an editable list.

    Attributes:
        editing: the id of the row in the form, `new` for a new row, or empty.
    """

    editing: str = ""
    name: str = ""
    error: str = ""

    @rx.event
    def cancel_edit(self) -> None:
        """Close the form without saving."""
        self.editing = ""

    async def _execute_and_reload(self, function, *args) -> None:
        """Call a function that writes, show its error if there is one, and load the list again."""
        try:
            await self._execute(function, *args)
        except MarketplaceError as error:
            await self._show_error(error)
        await self._reload()

"""Dialog that asks before an item of a list is deleted."""

from typing import Any

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.button import button
from marketplace.web.components.dialog import close_button, confirm


class DeleteDialog(rx.State, mixin=True):
    """Mixin of the States whose items can be deleted; `deleting` is the id of that in the dialog, empty while it is closed."""

    deleting: str = ""
    deleting_name: str = ""

    @rx.event
    def open_delete_dialog(self, item_id: str, name: str) -> None:
        """Open the dialog that confirms the deletion."""
        self.deleting, self.deleting_name = item_id, name

    @rx.event
    def close_delete_dialog(self) -> None:
        """Close the dialog without deleting."""
        self.deleting = ""

    @rx.event
    async def delete(self):
        """Delete the item in the dialog."""
        item_id, self.deleting = self.deleting, ""
        return await self._delete(item_id)

    async def _delete(self, item_id: str) -> Any:
        """Delete an item that the caller may delete, and show the result. May return an event to run after it."""
        raise NotImplementedError


def delete_dialog(
    state: type[DeleteDialog], question: str | rx.Component, *, title: str, name: str, no: str = "", yes: str = ""
) -> rx.Component:
    """Dialog that names the item and asks for confirmation.

    Args:
        question: what the deletion means.
        name: id of the dialog.
        no, yes: labels of the buttons; Cancel and Delete if empty.
    """
    return confirm(
        rx.fragment(rx.el.b(state.deleting_name), rx.el.br(), question),
        close_button(no or t("Cancel")),
        button(yes or t("Delete"), variant="danger", on_click=state.delete),
        open=state.deleting != "",
        on_close=state.close_delete_dialog,
        title=title,
        name=name,
    )

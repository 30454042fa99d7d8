"""Ordered lists whose rows are edited one at a time: the base class of their States, and the dialog with the form."""

from typing import Any

import reflex as rx

from marketplace.core.errors import MarketplaceError
from marketplace.i18n.texts import t
from marketplace.web.admin.admin_state import AdminState
from marketplace.web.base.errors import errors_by_field
from marketplace.web.components.button import button
from marketplace.web.components.dialog import form_dialog
from marketplace.web.components.fields import text_field

NEW = "new"


class ListEditor(AdminState, rx.State, mixin=True):
    """Mixin of an editable list.

    Attributes:
        editing: the id of the row in the form, `new` for a new row, or empty.
        errors: what is wrong with the form, by field; `error` is what no field says.
    """

    editing: str = ""
    name: str = ""
    error: str = ""
    errors: dict[str, str] = {}

    @rx.event
    def cancel_edit(self) -> None:
        """Close the form without saving."""
        self.editing = ""

    async def _save(self, function, *args: Any, done: str, **options: Any) -> None:
        """Call a function that stores the row of the form; then close the form and load the list again."""
        if await self._execute_in_form(function, *args, done=done, **options):
            self.editing = ""
            await self._reload()

    async def _save_draft(self, create, update, draft: object, *, done: str) -> None:
        """Store the row of the form as a new one or in place of the edited one, as `_save` does; errors go to their fields."""
        function, target = (create, ()) if self.editing == NEW else (update, (self.editing,))
        try:
            await self._execute(function, *target, draft)
        except MarketplaceError as error:
            self.errors = errors_by_field(error)
            # The picture has no place for its own error.
            self.error = self.errors.get("image", "") or ("" if self.errors else error.message)
            return
        self.editing = ""
        await self._toast("success", done)
        await self._reload()


def name_field(state: type[ListEditor], of: str, *, key, error="") -> rx.Component:
    """The name of the edited row; a new key resets the field."""
    return text_field(
        t("Name"),
        f"{of}-name",
        field_name="name",
        key=key,
        default_value=state.name,
        max_length=80,
        required=True,
        error=error,
    )


def editor_dialog(
    state: type[ListEditor], *fields: rx.Component, new: str, change: str, name: str, busy: bool | rx.Var[bool] = False
) -> rx.Component:
    """Dialog with the form of the edited row, titled `new` or `change`; while `busy`, it can't be saved."""
    return form_dialog(
        *fields,
        on_submit=state.save,
        submit=button(t("Save"), type="submit", disabled=busy),
        error=state.error,
        open=state.editing != "",
        on_close=state.cancel_edit,
        title=rx.cond(state.editing == NEW, new, change),
        name=name,
    )

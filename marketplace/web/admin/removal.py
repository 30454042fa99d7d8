"""Dialog to delete a category or subcategory and to move its ads."""

import reflex as rx

from marketplace.core.errors import Conflict, MarketplaceError
from marketplace.domain import catalog
from marketplace.domain.catalog import Named
from marketplace.i18n.texts import t
from marketplace.web.admin.admin_state import AdminState
from marketplace.web.components.button import button
from marketplace.web.components.dialog import form_dialog
from marketplace.web.components.fields import form_error, option, select_field

_CATEGORY = "category"


class RemovalDialog(AdminState, rx.State, mixin=True):
    """Mixin of editors that delete categories or subcategories; `removing` is the id in the dialog, `targets` where its ads can go."""

    removing: str = ""
    removing_kind: str = ""
    removing_name: str = ""
    targets: list[Named] = []
    removal_error: str = ""

    @rx.event
    def open_removal(self, kind: str, item_id: str, name: str) -> None:
        """Open the dialog for a category or subcategory."""
        self.removing, self.removing_kind, self.removing_name = item_id, kind, name
        self.targets, self.removal_error = [], ""

    @rx.event
    def close_removal(self) -> None:
        """Close the dialog without deleting."""
        self.removing = ""

    @rx.event
    async def remove(self, form: dict[str, str]) -> None:
        """Delete the item. If it has ads, the dialog first asks where to move them."""
        kind, item_id = self.removing_kind, self.removing
        function = catalog.archive_category if kind == _CATEGORY else catalog.archive_subcategory
        try:
            await self._execute(function, item_id, move_to=str(form.get("move_to") or ""))
        except Conflict as error:
            self.removal_error = error.message
            self.targets = await self._query(catalog.list_move_targets, kind, item_id)
            return
        except MarketplaceError as error:
            self.removal_error = error.message
            return
        self.removing = ""
        await self._toast("success", t("Deleted"))
        await self._reload()


def removal_dialog(state: type[RemovalDialog], consequence: str) -> rx.Component:
    """Dialog that asks for confirmation, and where the ads go; it says what else is deleted."""
    return form_dialog(
        rx.el.p(rx.el.b(state.removing_name)),
        rx.el.p(consequence, class_name="text-muted"),
        form_error(state.removal_error),
        rx.cond(
            state.targets.length() > 0,
            select_field(
                t("Move its ads to"),
                "removal-place",
                option(t("Please choose"), ""),
                rx.foreach(state.targets, lambda place: option(place.name, place.id)),
                field_name="move_to",
                required=True,
            ),
        ),
        on_submit=state.remove,
        submit=button(t("Delete"), type="submit", variant="danger"),
        no_validate=False,
        open=state.removing != "",
        on_close=state.close_removal,
        title=t("Delete?"),
        name="remove",
    )

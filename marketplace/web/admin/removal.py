"""Taking a category or subcategory away, and asking where its ads go."""

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import catalog
from marketplace.domain.views import View
from marketplace.errors import Conflict, MarketplaceError
from marketplace.models import AccountKind
from marketplace.texts import t
from marketplace.web.admin.desk import Desk
from marketplace.web.components.button import button
from marketplace.web.components.dialog import dialog
from marketplace.web.components.fields import form_error, option, select_field

_CATEGORY = "category"


class Place(View):
    """Where ads may go."""

    id: str
    label: str


def list_places(db: Session, actor: Actor, kind: str, leaving: str) -> list[Place]:
    """Where the ads of a category or subcategory may go; a subcategory's ads stay in its category.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such subcategory.
    """
    actor.require(AccountKind.ADMIN)
    if kind != _CATEGORY:
        own = catalog.get_subcategory(db, leaving).category_id
        others = [each for each in catalog.list_subcategories(db, own) if each.id != leaving]
        return [Place(id=own, label=t("No subcategory")), *(Place(id=each.id, label=each.name) for each in others)]
    places: list[Place] = []
    shelves = catalog.list_subcategories(db)
    for category in catalog.list_categories(db):
        if category.id != leaving:
            places.append(Place(id=category.id, label=category.name))
            places += [
                Place(id=each.id, label=f"{category.name} › {each.name}")
                for each in shelves
                if each.category_id == category.id
            ]
    return places


class Removal(Desk, rx.State, mixin=True):
    """Mixin of the editors that take shelves away. Their `open` shows what is left."""

    removing: str = ""
    removing_kind: str = ""
    removing_name: str = ""
    places: list[Place] = []
    refusal: str = ""

    @rx.event
    def ask_remove(self, kind: str, shelf_id: str, name: str) -> None:
        """Really?"""
        self.removing, self.removing_kind, self.removing_name = shelf_id, kind, name
        self.places, self.refusal = [], ""

    @rx.event
    def keep(self) -> None:
        """No."""
        self.removing = ""

    @rx.event
    async def remove(self, form: dict[str, str]) -> None:
        """Yes; where there are ads, their new place is asked for first."""
        kind, shelf_id = self.removing_kind, self.removing
        verb = catalog.archive_category if kind == _CATEGORY else catalog.archive_subcategory
        try:
            await self._do(verb, shelf_id, move_to=str(form.get("move_to") or ""))
        except Conflict as error:
            self.refusal = error.message
            self.places = await self._ask(list_places, kind, shelf_id)
            return
        except MarketplaceError as error:
            self.refusal = error.message
            return
        self.removing = ""
        await self._toast("success", t("Deleted"))
        await self._reload()

    async def _reload(self) -> None:
        raise NotImplementedError


def removal_dialog(state: type[Removal], consequence: str) -> rx.Component:
    """Asks whether, and where the ads go.

    Args:
        consequence: what else goes with it.
    """
    return dialog(
        rx.el.p(rx.el.b(state.removing_name)),
        rx.el.p(consequence, class_name="text-muted"),
        rx.el.form(
            form_error(state.refusal),
            rx.cond(
                state.places.length() > 0,
                select_field(
                    t("Its ads go to"),
                    "removal-place",
                    option(t("Please choose"), ""),
                    rx.foreach(state.places, lambda place: option(place.label, place.id)),
                    field_name="move_to",
                    required=True,
                ),
            ),
            rx.el.div(
                button(t("Cancel"), variant="secondary", on_click=state.keep),
                button(t("Delete"), type="submit", variant="danger"),
                class_name="flex justify-end gap-3",
            ),
            on_submit=state.remove,
            class_name="flex flex-col gap-4",
        ),
        open=state.removing != "",
        on_close=state.keep,
        title=t("Delete?"),
        name="remove",
    )

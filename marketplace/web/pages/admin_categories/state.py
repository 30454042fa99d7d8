"""The State of the categories page."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import catalog
from marketplace.domain.catalog import CategoryView
from marketplace.i18n.texts import t
from marketplace.models import PriceUnit
from marketplace.web.admin.list_editor import NEW, ListEditor
from marketplace.web.admin.picture_editor import PictureEditor
from marketplace.web.admin.removal import RemovalDialog
from marketplace.web.admin.reorder import move_id
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl


class CategoriesState(ListEditor, RemovalDialog, PictureEditor, rx.State):
    """The list of categories and the form of the edited one."""

    rows: list[CategoryView] = []
    price_unit: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - one page for all URLs
        """Load the list; the layout shows a login to other visitors."""
        return {"rows": catalog.list_editable_categories(db, actor)}

    @rx.event
    async def open(self) -> None:
        """Load the page of the URL, and close the dialogs."""
        self.editing, self.removing = "", ""
        await super().open()

    @rx.event
    async def move(self, category_id: str, step: int) -> None:
        """Move a category by `step` places."""
        order = move_id([row.id for row in self.rows], category_id, step)
        await self._execute_and_reload(catalog.reorder_categories, order)

    @rx.event
    def add(self) -> None:
        """Open the form for a new category."""
        self.editing, self.name, self.price_unit, self.error = NEW, "", PriceUnit.DAY.value, ""
        self._start_picture(None)

    @rx.event
    def edit(self, category_id: str) -> None:
        """Open the form for a category."""
        chosen = next((row for row in self.rows if row.id == category_id), None)
        if chosen is not None:
            self.editing, self.name, self.error = chosen.id, chosen.name, ""
            self.price_unit = chosen.rental_price_unit.value
            self._start_picture(chosen.image)

    @rx.event
    async def save(self, form: dict[str, str]) -> None:
        """Save name, default price unit and image."""
        name, unit, done = str(form.get("name", "")), str(form.get("priceUnit", "")), t("Category saved")
        if self.editing == NEW:
            await self._save(catalog.create_category, name, image=self.picture, rental_price_unit=unit, done=done)
        else:
            # Send the image only after a change, because the caller may not own the stored one.
            changes = {"image": self.picture if self.picture_changed else None, "rental_price_unit": unit or None}
            await self._save(catalog.update_category, self.editing, name=name, **changes, done=done)

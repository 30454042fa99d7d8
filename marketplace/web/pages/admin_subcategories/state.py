"""The State of the subcategory editor."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import catalog
from marketplace.domain.catalog import SubcategoryView
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.web.admin.list_editor import NEW, ListEditor
from marketplace.web.admin.removal import RemovalDialog
from marketplace.web.admin.reorder import move_id
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl


class CategoryDetails(View):
    """A category with its subcategories and their fields."""

    id: str = ""
    name: str = ""
    rows: tuple[SubcategoryView, ...] = ()


class SubcategoriesState(ListEditor, RemovalDialog, rx.State):
    """The category of the URL and the form of the edited subcategory."""

    category: CategoryDetails = CategoryDetails()

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the category of the URL; the layout shows a login to other visitors."""
        category, rows = catalog.list_editable_subcategories(db, actor, url.last)
        return {"category": CategoryDetails(id=category.id, name=category.name, rows=tuple(rows))}

    @rx.event
    async def open(self) -> None:
        """Load the page of the URL, and close the dialogs."""
        self.editing, self.removing = "", ""
        await super().open()

    @rx.event
    async def move(self, subcategory_id: str, step: int) -> None:
        """Move a subcategory by `step` places."""
        order = move_id([row.id for row in self.category.rows], subcategory_id, step)
        await self._execute_and_reload(catalog.reorder_subcategories, self.category.id, order)

    @rx.event
    async def move_field(self, subcategory_id: str, field_id: str, step: int) -> None:
        """Move a field by `step` places."""
        fields = next((row.fields for row in self.category.rows if row.id == subcategory_id), ())
        await self._execute_and_reload(
            catalog.reorder_fields, subcategory_id, move_id([each.id for each in fields], field_id, step)
        )

    @rx.event
    def add(self) -> None:
        """Open the form for a new subcategory."""
        self.editing, self.name, self.error = NEW, "", ""

    @rx.event
    def edit(self, subcategory_id: str, name: str) -> None:
        """Open the form for a subcategory."""
        self.editing, self.name, self.error = subcategory_id, name, ""

    @rx.event
    async def save(self, form: dict[str, str]) -> None:
        """Save the name."""
        name, done = str(form.get("name", "")), t("Subcategory saved")
        if self.editing == NEW:
            await self._save(catalog.create_subcategory, self.category.id, name, done=done)
        else:
            await self._save(catalog.rename_subcategory, self.editing, name, done=done)

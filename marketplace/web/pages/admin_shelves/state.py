"""The subcategories of a category."""

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import catalog
from marketplace.domain.catalog import SubcategoryView
from marketplace.domain.views import View
from marketplace.errors import MarketplaceError, NotFound
from marketplace.models import AccountKind
from marketplace.texts import t
from marketplace.web.admin.editor import NEW, Editor
from marketplace.web.admin.order import moved
from marketplace.web.admin.removal import Removal


class Shelves(View):
    """A category with its subcategories and their fields."""

    id: str = ""
    name: str = ""
    rows: tuple[SubcategoryView, ...] = ()


def look(db: Session, actor: Actor, category_id: str) -> Shelves:
    """One category.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such category.
    """
    actor.require(AccountKind.ADMIN)
    category = catalog.get_category(db, category_id)
    return Shelves(id=category.id, name=category.name, rows=tuple(catalog.list_subcategories(db, category.id)))


class ShelvesState(Editor, Removal, rx.State):
    """A category, and the subcategory that is edited."""

    shelves: Shelves = Shelves()
    missing: str = ""

    @rx.event
    async def open(self) -> None:
        """A category was opened."""
        self.editing, self.removing = "", ""
        await self._reload()

    @rx.event
    async def move(self, subcategory_id: str, step: int) -> None:
        """One place earlier or later."""
        order = moved([row.id for row in self.shelves.rows], subcategory_id, step)
        await self._change(catalog.reorder_subcategories, self.shelves.id, order)

    @rx.event
    async def move_field(self, subcategory_id: str, field_id: str, step: int) -> None:
        """A field one place earlier or later in the form."""
        fields = next((row.fields for row in self.shelves.rows if row.id == subcategory_id), ())
        await self._change(catalog.reorder_fields, subcategory_id, moved([each.id for each in fields], field_id, step))

    @rx.event
    def add(self) -> None:
        """A new subcategory."""
        self.editing, self.name, self.error = NEW, "", ""

    @rx.event
    def edit(self, subcategory_id: str, name: str) -> None:
        """Rename one."""
        self.editing, self.name, self.error = subcategory_id, name, ""

    @rx.event
    async def save(self, form: dict[str, str]) -> None:
        """Store the name."""
        name = str(form.get("name", ""))
        try:
            if self.editing == NEW:
                await self._do(catalog.create_subcategory, self.shelves.id, name)
            else:
                await self._do(catalog.rename_subcategory, self.editing, name)
        except MarketplaceError as error:
            self.error = error.message
            return
        self.editing = ""
        await self._toast("success", t("Subcategory saved"))
        await self._reload()

    async def _reload(self) -> None:
        with self._fetching():
            try:
                self.shelves = await self._see(look, self._last_part()) or Shelves()
                self.missing = ""
            except NotFound as error:
                self.missing = error.message

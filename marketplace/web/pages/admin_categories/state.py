"""Categories, their images and their order."""

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import catalog
from marketplace.domain.catalog import CategoryView
from marketplace.errors import MarketplaceError
from marketplace.models import AccountKind
from marketplace.texts import t
from marketplace.web.admin.editor import NEW, Editor
from marketplace.web.admin.order import moved
from marketplace.web.admin.pictures import OnePicture
from marketplace.web.admin.removal import Removal


def look(db: Session, actor: Actor) -> list[CategoryView]:
    """All categories in display order.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require(AccountKind.ADMIN)
    return catalog.list_categories(db)


class CategoriesState(Editor, Removal, OnePicture, rx.State):
    """The list, and the category that is edited."""

    rows: list[CategoryView] = []

    @rx.event
    async def open(self) -> None:
        """Fetch the list."""
        self.editing, self.removing = "", ""
        await self._reload()

    @rx.event
    async def move(self, category_id: str, step: int) -> None:
        """One place earlier or later."""
        order = moved([row.id for row in self.rows], category_id, step)
        await self._change(catalog.reorder_categories, order)

    @rx.event
    def add(self) -> None:
        """A new category."""
        self.editing, self.name, self.error = NEW, "", ""
        self._begin(None)

    @rx.event
    def edit(self, category_id: str) -> None:
        """Change one."""
        chosen = next((row for row in self.rows if row.id == category_id), None)
        if chosen is not None:
            self.editing, self.name, self.error = chosen.id, chosen.name, ""
            self._begin(chosen.image)

    @rx.event
    async def save(self, form: dict[str, str]) -> None:
        """Store name and image."""
        name = str(form.get("name", ""))
        try:
            if self.editing == NEW:
                await self._do(catalog.create_category, name, image=self.picture)
            else:
                # An image that somebody else uploaded stays as long as it is not touched.
                image = self.picture if self.picture_changed else None
                await self._do(catalog.update_category, self.editing, name=name, image=image)
        except MarketplaceError as error:
            self.error = error.message
            return
        self.editing = ""
        await self._toast("success", t("Category saved"))
        await self._reload()

    async def _reload(self) -> None:
        with self._fetching():
            self.rows = await self._see(look) or []

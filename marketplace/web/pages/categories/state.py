"""The categories a tab shows."""

import reflex as rx

from marketplace.domain import catalog
from marketplace.domain.catalog import CategoryView
from marketplace.texts import t
from marketplace.web.fetching import Fetching


class CategoriesState(Fetching, rx.State):
    """Every category with its number of live ads."""

    categories: list[CategoryView] = []

    @rx.event
    async def open(self) -> None:
        """Fetch them."""
        with self._fetching(t("Failed to load categories")):
            self.categories = await self._ask(lambda db, _actor: catalog.list_categories(db))

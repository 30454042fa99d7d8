"""The categories a tab shows."""

import reflex as rx

from marketplace.domain import catalog
from marketplace.domain.catalog import CategoryView
from marketplace.web.door import Door


class CategoriesState(Door, rx.State):
    """Every category with its number of live ads."""

    categories: list[CategoryView] = []
    loading: bool = True

    @rx.event
    async def open(self) -> None:
        """Fetch them."""
        try:
            self.categories = await self._ask(lambda db, _actor: catalog.list_categories(db))
        finally:
            self.loading = False

"""The State of the categories page."""

import reflex as rx

from marketplace.domain import catalog
from marketplace.domain.catalog import CategoryView
from marketplace.i18n.texts import t
from marketplace.web.base.page_state import PageState


class CategoriesState(PageState, rx.State):
    """All categories with their number of live ads."""

    categories: list[CategoryView] = []

    @rx.event
    async def open(self) -> None:
        """Load the categories."""
        with self._catch_load_errors(t("Failed to load categories")):
            self.categories = await self._query(lambda db, _actor: catalog.list_categories(db))

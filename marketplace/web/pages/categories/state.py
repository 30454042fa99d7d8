"""The State of the categories page."""

from typing import ClassVar

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import catalog
from marketplace.domain.catalog import CategoryView
from marketplace.i18n.texts import t
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl


class CategoriesState(PageState, rx.State):
    """All categories with their number of live ads."""

    LOAD_FAILED: ClassVar[str] = t("Failed to load categories")
    categories: list[CategoryView] = []

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - the same for everyone
        """List the categories."""
        return {"categories": catalog.list_categories(db)}

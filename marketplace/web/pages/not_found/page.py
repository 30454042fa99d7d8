"""The 404 page."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.components.button import button_link
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import SITE_WIDTH
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page


def not_found() -> rx.Component:
    """Error with links to other pages."""
    return site_layout(
        rx.el.div(
            rx.el.h1(t("Page not found"), class_name="sr-only"),
            empty_state(
                t("There is nothing at this address."),
                t("It may have moved, or it never existed. Try one of these:"),
                button_link(t("Search all ads"), href=paths.SEARCH, icon="search"),
                button_link(t("All categories"), href=paths.CATEGORIES, variant="secondary"),
                button_link(t("Home"), href=paths.HOME, variant="secondary"),
                icon="map-pin-off",
            ),
            class_name=f"py-16 {SITE_WIDTH}",
        )
    )


PAGES = [Page("404", not_found, t("Page not found"), t("There is nothing at this address."), indexed=False)]

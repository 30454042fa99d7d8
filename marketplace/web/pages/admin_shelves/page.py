"""One category: its subcategories, and the fields of their ads."""

import reflex as rx

from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.admin.filters import page_of
from marketplace.web.admin.removal import removal_dialog
from marketplace.web.components.address import is_here
from marketplace.web.components.breadcrumb import breadcrumb
from marketplace.web.components.button import button, button_link
from marketplace.web.components.section import page_title
from marketplace.web.components.states import empty_state
from marketplace.web.layouts.side import admin_layout
from marketplace.web.pages.admin_shelves import sections
from marketplace.web.pages.admin_shelves.state import ShelvesState
from marketplace.web.site import Page


def _found() -> rx.Component:
    shelves = ShelvesState.shelves
    return rx.el.div(
        breadcrumb((t("Categories"), paths.ADMIN_CATEGORIES), here=shelves.name),
        page_title(
            shelves.name,
            t("Subcategories, and the fields that their ads have."),
            button(t("New subcategory"), icon="plus", on_click=ShelvesState.add),
        ),
        page_of(
            ShelvesState,
            shelves.rows,
            rx.el.ul(rx.foreach(shelves.rows, sections.shelf), class_name="flex flex-col gap-4"),
            empty_state(t("No subcategories yet."), t("Fields belong to subcategories."), icon="layout-grid"),
        ),
        sections.subcategory_dialog(),
        sections.field_dialog(),
        sections.field_removal(),
        removal_dialog(ShelvesState, t("Its fields go with it.")),
        class_name="flex flex-col gap-5",
    )


def shelves() -> rx.Component:
    """The editor, or why there is none."""
    return admin_layout(
        rx.cond(
            ShelvesState.missing,
            empty_state(ShelvesState.missing, "", button_link(t("Categories"), href=paths.ADMIN_CATEGORIES)),
            rx.cond(
                (ShelvesState.shelves.id == "") | is_here(ShelvesState.shelves.id),
                _found(),
                rx.el.div(class_name="skeleton h-96"),
            ),
        ),
        here=paths.ADMIN_CATEGORIES,
    )


PAGES = [
    Page(
        f"{paths.ADMIN_CATEGORIES}/[category_id]",
        shelves,
        t("Edit a category"),
        t("Subcategories of a category, and the fields of their ads."),
        on_load=(ShelvesState.open,),
        indexed=False,
    )
]

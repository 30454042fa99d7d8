"""The admin page that edits the subcategories and fields of a category."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin.removal import removal_dialog
from marketplace.web.base.page_state import content_or_error, list_or_placeholder
from marketplace.web.components.breadcrumb import breadcrumb
from marketplace.web.components.button import button, button_link
from marketplace.web.components.current_url import url_has_id
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import page_title
from marketplace.web.layouts.sidebar import admin_layout
from marketplace.web.page_registry import private_page
from marketplace.web.pages.admin_subcategories import sections
from marketplace.web.pages.admin_subcategories.fields_state import FieldState
from marketplace.web.pages.admin_subcategories.state import SubcategoriesState
from marketplace.web.widgets.delete_dialog import delete_dialog


def _found() -> rx.Component:
    category = SubcategoriesState.category
    return rx.el.div(
        breadcrumb((t("Categories"), paths.ADMIN_CATEGORIES), here=category.name),
        page_title(
            category.name,
            t("Subcategories and the fields of their ads."),
            button(t("New subcategory"), icon="plus", on_click=SubcategoriesState.add),
        ),
        list_or_placeholder(
            SubcategoriesState,
            category.rows,
            rx.el.ul(rx.foreach(category.rows, sections.subcategory_section), class_name="flex flex-col gap-4"),
            empty_state(t("No subcategories yet."), t("Fields belong to subcategories."), icon="layout-grid"),
        ),
        sections.subcategory_dialog(),
        sections.field_dialog(),
        delete_dialog(
            FieldState,
            t("New ads will not have this field. Ads that have a value for it keep showing it."),
            title=t("Delete field?"),
            name="delete-field",
        ),
        removal_dialog(SubcategoriesState, t("Its fields are removed too.")),
        class_name="flex flex-col gap-5",
    )


def category() -> rx.Component:
    """The editor, or an error."""
    return admin_layout(
        rx.cond(
            SubcategoriesState.missing,
            empty_state(SubcategoriesState.missing, "", button_link(t("Categories"), href=paths.ADMIN_CATEGORIES)),
            content_or_error(
                SubcategoriesState,
                rx.cond(url_has_id(SubcategoriesState.category.id), _found(), rx.el.div(class_name="skeleton h-96")),
            ),
        ),
        here=paths.ADMIN_CATEGORIES,
    )


PAGES = [
    private_page(
        f"{paths.ADMIN_CATEGORIES}/[category_id]",
        category,
        t("Edit a category"),
        t("Subcategories of a category, and the fields of their ads."),
        SubcategoriesState,
    )
]

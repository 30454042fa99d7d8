"""The admin page that edits categories."""

import reflex as rx

from marketplace.domain.catalog import CategoryView
from marketplace.domain.price_units import unit_text
from marketplace.i18n.texts import t
from marketplace.models import PriceUnit
from marketplace.web import paths
from marketplace.web.admin.list_editor import editor_dialog, name_field
from marketplace.web.admin.picture_editor import picture_field
from marketplace.web.admin.removal import removal_dialog
from marketplace.web.admin.reorder import edit_buttons, order_buttons
from marketplace.web.base.page_state import list_or_placeholder
from marketplace.web.components.button import button, button_link
from marketplace.web.components.fields import option, select_field
from marketplace.web.components.link import link
from marketplace.web.components.photo import thumb
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import page_title
from marketplace.web.layouts.sidebar import admin_page
from marketplace.web.page_registry import private_page
from marketplace.web.pages.admin_categories.state import CategoriesState


def _row(category: rx.Var[CategoryView], index: rx.Var[int]) -> rx.Component:
    count = CategoriesState.rows.length()
    return rx.el.li(
        order_buttons(category.name, index, count, lambda step: CategoriesState.move(category.id, step)),
        thumb(category.image, alt="", class_name="shrink-0 rounded-control"),
        rx.el.div(
            link(
                category.name,
                href=paths.admin_category(category.id),
                class_name="font-medium hover:text-accent max-sm:text-accent max-sm:underline max-sm:underline-offset-4",
            ),
            rx.el.p(t("Live ads:"), " ", category.count, class_name="text-sm text-muted"),
            class_name="min-w-0 flex-1",
        ),
        button_link(
            t("Subcategories"),
            href=paths.admin_category(category.id),
            variant="secondary",
            size="sm",
            class_name="max-sm:hidden",
        ),
        *edit_buttons(
            category.name,
            CategoriesState.edit(category.id),
            CategoriesState.open_removal("category", category.id, category.name),
        ),
        class_name="flex items-center gap-2 px-3 py-2.5 sm:gap-3",
    )


def _editor() -> rx.Component:
    return editor_dialog(
        CategoriesState,
        name_field(CategoriesState, "category", key=CategoriesState.version),
        select_field(
            t("Price unit of ads for rent"),
            "category-price-unit",
            *[option(unit_text(unit), unit) for unit in PriceUnit],
            field_name="priceUnit",
            key=CategoriesState.version,
            default_value=CategoriesState.price_unit,
            hint=t(
                "The default, until the seller chooses another unit. Prices of ads for lease are for a month or longer."
            ),
        ),
        picture_field(CategoriesState),
        new=t("New category"),
        change=t("Edit category"),
        name="category",
        busy=CategoriesState.sending,
    )


def categories() -> rx.Component:
    """The list of categories."""
    return admin_page(
        page_title(t("Categories"), "", button(t("New category"), icon="plus", on_click=CategoriesState.add)),
        list_or_placeholder(
            CategoriesState,
            CategoriesState.rows,
            rx.el.ul(
                rx.foreach(CategoriesState.rows, _row),
                class_name="divide-y divide-line rounded-box border border-line bg-raised",
            ),
            empty_state(t("There are no categories yet."), icon="layout-grid"),
        ),
        _editor(),
        removal_dialog(CategoriesState, t("Its subcategories and their fields are removed too.")),
        here=paths.ADMIN_CATEGORIES,
    )


PAGES = [
    private_page(
        paths.ADMIN_CATEGORIES,
        categories,
        t("Edit categories"),
        t("Names, images and order of the categories."),
        CategoriesState,
    )
]

"""The page with all categories."""

import reflex as rx

from marketplace.domain.catalog import CategoryView
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.base.page_state import list_or_placeholder
from marketplace.web.components.breadcrumb import breadcrumb
from marketplace.web.components.link import link
from marketplace.web.components.photo import NO_IMAGE, photo
from marketplace.web.components.placeholders import empty_state, loading_text
from marketplace.web.components.section import SITE_WIDTH, page_title
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page
from marketplace.web.pages.categories.state import CategoriesState

_GRID = "grid grid-cols-2 gap-4 sm:grid-cols-3 sm:gap-6 lg:grid-cols-4"
_SKELETONS = 12


def _tile(category: rx.Var[CategoryView]) -> rx.Component:
    return link(
        rx.el.div(
            photo(category.image, alt="", instead=NO_IMAGE),
            class_name="aspect-[4/3] overflow-hidden rounded-box bg-sunken",
        ),
        rx.el.div(
            rx.el.h2(
                category.name,
                class_name="min-w-0 font-semibold leading-snug text-ink group-hover:text-accent sm:truncate",
            ),
            rx.el.p(
                category.count.to_string(),
                " ",
                t("ads"),
                class_name="shrink-0 text-sm text-muted",
            ),
            class_name="flex justify-between pt-2.5 max-sm:flex-col sm:items-baseline sm:gap-2",
        ),
        href=paths.category(category.id),
        class_name="group block min-w-0",
    )


def _skeleton() -> rx.Component:
    tile = rx.el.div(
        rx.el.div(class_name="skeleton aspect-[4/3] rounded-box"),
        rx.el.div(class_name="skeleton mt-3 h-5 w-2/3"),
        aria_hidden="true",
    )
    return rx.fragment(loading_text(t("Loading...")), rx.el.div(*[tile] * _SKELETONS, class_name=_GRID))


def categories() -> rx.Component:
    """Tiles of all categories with the number of their ads."""
    found = CategoriesState.categories
    return site_layout(
        rx.el.div(
            breadcrumb((t("Home"), paths.HOME), here=t("Categories")),
            page_title(t("Categories"), t("Explore the greatest places in the city")),
            list_or_placeholder(
                CategoriesState,
                found,
                rx.el.div(rx.foreach(found, _tile), class_name=_GRID),
                empty_state(t("There are no categories yet."), icon="layout-grid"),
                _skeleton(),
            ),
            class_name=f"flex flex-col gap-6 py-6 sm:py-8 {SITE_WIDTH}",
        )
    )


PAGES = [
    Page(
        paths.CATEGORIES,
        categories,
        t("All categories"),
        t("All categories, from homes and vehicles to books and farm machines, with the number of live ads."),
        states=(CategoriesState,),
    )
]

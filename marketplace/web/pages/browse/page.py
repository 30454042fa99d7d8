"""The list pages: types, featured ads, search results and categories."""

import reflex as rx

from marketplace.domain import page_titles
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.components.breadcrumb import breadcrumb
from marketplace.web.components.button import button_link
from marketplace.web.components.city_picker import opens_city_picker
from marketplace.web.components.classes import show_if
from marketplace.web.components.icon import icon
from marketplace.web.components.photo import photo
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import SITE_WIDTH
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page
from marketplace.web.pages.browse import filters, sections
from marketplace.web.pages.browse.state import BrowseState
from marketplace.web.widgets.search_form import SearchFormState, search_again, search_here

_TYPES = ("sell", "rent", "lease")


def _layout(*before: rx.Component) -> rx.Component:
    return rx.el.div(
        *before,
        rx.el.div(
            filters.sidebar(),
            rx.el.div(
                rx.el.h2(t("Results"), class_name="sr-only"),
                sections.understood(),
                sections.toolbar(),
                sections.results_list(),
                class_name="flex min-w-0 flex-1 flex-col gap-5",
            ),
            class_name="flex flex-col gap-6 lg:flex-row lg:gap-10",
        ),
        class_name=f"flex flex-col gap-4 py-4 sm:gap-6 sm:py-6 {SITE_WIDTH}",
    )


def _banner(*steps: tuple, heading, text="", picture: rx.Component | None = None) -> rx.Component:
    """One line: the way to this list, its heading, and where it begins."""
    nearness = BrowseState.results.nearness
    return rx.el.div(
        rx.el.div(
            rx.el.div(
                breadcrumb(
                    (t("Home"), paths.HOME), *steps, here=rx.el.h1(heading, class_name="truncate text-lg font-bold")
                ),
                # On phones the line has room for the heading alone.
                class_name="min-w-0 max-sm:[&_li:not(:last-child)]:hidden",
            ),
            show_if(text, rx.el.p(text, class_name="truncate text-sm text-muted max-sm:hidden")),
            rx.cond(
                nearness,
                rx.el.button(
                    rx.el.span(nearness, class_name="truncate"),
                    icon("chevron-down", size=16),
                    type="button",
                    title=t("Choose another town"),
                    class_name="-mr-2 ml-auto flex h-11 min-w-24 items-center gap-1 rounded-control px-2 text-sm "
                    "font-medium text-accent hover:bg-accent-soft",
                    custom_attrs=opens_city_picker(),
                ),
            ),
            picture,
            # A heading that needs the line has it on phones.
            class_name=f"flex min-h-12 items-center gap-x-4 max-sm:flex-wrap max-sm:pt-1 {SITE_WIDTH}",
        ),
        class_name="border-b border-line bg-sunken",
    )


def listing(kind: str, words: str) -> rx.Component:
    """Page with the ads of a type, or featured ads."""
    within = search_here(producttype=kind) if kind in _TYPES else None
    return site_layout(_banner(heading=words, text=BrowseState.results.subtitle), _layout(within))


def search() -> rx.Component:
    """Page with search results."""
    heading = rx.cond(BrowseState.results.heading, BrowseState.results.heading, t("Search all ads"))
    return site_layout(_banner(heading=heading), _layout(search_again()))


def category() -> rx.Component:
    """Page of a category."""
    results = BrowseState.results
    return site_layout(
        rx.cond(
            BrowseState.missing,
            rx.el.div(
                empty_state(
                    BrowseState.missing,
                    t("It may have been renamed."),
                    button_link(t("All categories"), href=paths.CATEGORIES),
                    level="h1",
                ),
                class_name=f"py-12 {SITE_WIDTH}",
            ),
            rx.fragment(
                _banner(
                    (t("Categories"), paths.CATEGORIES),
                    heading=results.heading,
                    picture=rx.el.div(
                        photo(results.picture, alt="", sizes="56px", eager=True),
                        class_name="h-10 w-14 shrink-0 overflow-hidden rounded-control bg-surface max-sm:hidden",
                    ),
                ),
                _layout(search_here(categoryId=results.category_id)),
            ),
        )
    )


_STATES = (BrowseState,)
PAGES = [
    Page(
        paths.listing("sell"),
        lambda: listing("sell", t("For Sale")),
        page_titles.of_listing("sell"),
        t("Used and new things for sale by people and shops in your town, with photos and prices in rupees."),
        states=_STATES,
    ),
    Page(
        paths.listing("rent"),
        lambda: listing("rent", t("For Rent")),
        page_titles.of_listing("rent"),
        t("Homes, vehicles, cameras, tools and more to rent by the hour, day or month in your town."),
        states=_STATES,
    ),
    Page(
        paths.listing("lease"),
        lambda: listing("lease", t("Lease")),
        page_titles.of_listing("lease"),
        t("Shops, offices, land and machines for lease in your town, straight from their owners."),
        states=_STATES,
    ),
    Page(
        paths.FEATURED,
        lambda: listing("featured", t("Featured Products")),
        page_titles.of_listing("featured"),
        t("Our top picks just for you: ads chosen by the team, from every category."),
        states=_STATES,
    ),
    Page(
        paths.SEARCH,
        search,
        page_titles.of_listing("search"),
        t("Search every ad by words, type, category, price and place."),
        states=(*_STATES, SearchFormState),
    ),
    Page(
        "/category/[category_id]",
        category,
        t("Ads by category"),
        t("All live ads of one category, newest first, with filters by price, place and more."),
        states=_STATES,
    ),
]

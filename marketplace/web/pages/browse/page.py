"""The list pages: types, featured ads, search results and categories."""

import reflex as rx

from marketplace.domain import page_titles
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.components.breadcrumb import breadcrumb
from marketplace.web.components.button import button_link
from marketplace.web.components.photo import photo
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import SITE_WIDTH, page_title
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page
from marketplace.web.pages.browse import filters, sections
from marketplace.web.pages.browse.state import BrowseState


def _layout(form: rx.Component) -> rx.Component:
    return rx.el.div(
        form,
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


def _banner(heading, subtitle) -> rx.Component:
    return rx.el.div(
        rx.el.div(
            breadcrumb((t("Home"), paths.HOME), here=heading),
            page_title(heading, subtitle),
            class_name=f"flex flex-col gap-3 py-4 sm:py-8 {SITE_WIDTH}",
        ),
        class_name="border-b border-line bg-sunken",
    )


def listing(words: str) -> rx.Component:
    """Page with the ads of a type, or featured ads."""
    return site_layout(_banner(words, BrowseState.results.subtitle), _layout(sections.keyword_search()))


def search() -> rx.Component:
    """Page with search results."""
    heading = rx.cond(BrowseState.results.heading, BrowseState.results.heading, t("Search all ads"))
    return site_layout(_banner(heading, ""), _layout(sections.search_again()))


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
                rx.el.div(
                    rx.el.div(
                        breadcrumb((t("Home"), paths.HOME), (t("Categories"), paths.CATEGORIES), here=results.heading),
                        rx.el.div(
                            rx.el.div(page_title(results.heading, results.subtitle), class_name="min-w-0 flex-1"),
                            rx.el.div(
                                photo(results.picture, alt="", sizes="160px", eager=True),
                                class_name="aspect-[4/3] w-28 shrink-0 overflow-hidden rounded-box bg-sunken sm:w-40",
                            ),
                            class_name="flex items-center justify-between gap-6",
                        ),
                        class_name=f"flex flex-col gap-3 py-4 sm:py-6 {SITE_WIDTH}",
                    ),
                    class_name="border-b border-line bg-sunken",
                ),
                _layout(sections.keyword_search()),
            ),
        )
    )


_STATES = (BrowseState,)
PAGES = [
    Page(
        paths.listing("sell"),
        lambda: listing(t("For Sale")),
        page_titles.of_listing("sell"),
        t("Used and new things for sale by people and shops in your town, with photos and prices in rupees."),
        states=_STATES,
    ),
    Page(
        paths.listing("rent"),
        lambda: listing(t("For Rent")),
        page_titles.of_listing("rent"),
        t("Homes, vehicles, cameras, tools and more to rent by the hour, day or month in your town."),
        states=_STATES,
    ),
    Page(
        paths.listing("lease"),
        lambda: listing(t("Lease")),
        page_titles.of_listing("lease"),
        t("Shops, offices, land and machines for lease in your town, straight from their owners."),
        states=_STATES,
    ),
    Page(
        paths.FEATURED,
        lambda: listing(t("Featured Products")),
        page_titles.of_listing("featured"),
        t("Our top picks just for you: ads chosen by the team, from every category."),
        states=_STATES,
    ),
    Page(
        paths.SEARCH,
        search,
        page_titles.of_listing("search"),
        t("Search every ad by words, type, category, price and place."),
        states=_STATES,
    ),
    Page(
        "/category/[category_id]",
        category,
        t("Ads by category"),
        t("All live ads of one category, newest first, with filters by price, place and more."),
        states=_STATES,
    ),
]

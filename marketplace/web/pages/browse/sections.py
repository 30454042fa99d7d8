"""Parts of the list pages."""

import reflex as rx

from marketplace.domain.ads.schemas import AdCard
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.components.ad_card import GRID, NO_LOCATION, ad_grid_skeleton, ad_row
from marketplace.web.components.address import answers_here
from marketplace.web.components.button import button, button_link
from marketplace.web.components.classes import join
from marketplace.web.components.fields import option, select
from marketplace.web.components.gradual import gradually
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.locate import locate_button
from marketplace.web.components.pagination import pagination
from marketplace.web.components.states import empty_state, loading_text
from marketplace.web.components.suggest import search_box
from marketplace.web.fetching import fetched
from marketplace.web.pages.browse.chips import Choice
from marketplace.web.pages.browse.filters import filter_sheet
from marketplace.web.pages.browse.state import BrowseState
from marketplace.web.pages.browse.views import Named
from marketplace.web.saved import SavedState, is_saved, live_card

_SKELETONS = 12
_EAGER = 4
# Two selects beside each other on a phone show their words in full.
_NARROW = "max-sm:pr-8"
_TOGGLE = "flex size-11 items-center justify-center rounded-control"


def keyword_search() -> rx.Component:
    """Search within the list."""
    return rx.el.form(
        search_box(
            key=BrowseState.results.keyword,
            default_value=BrowseState.results.keyword,
            class_name="flex-1",
        ),
        button(rx.el.span(t("Search"), class_name="max-sm:sr-only"), type="submit", icon="search"),
        on_submit=BrowseState.submit_keyword,
        role="search",
        class_name="flex w-full gap-2 sm:max-w-xl",
    )


def search_again() -> rx.Component:
    """The search page's form: keyword, type, category of that type."""
    results = BrowseState.results
    return rx.el.form(
        search_box(
            key=results.keyword,
            default_value=results.keyword,
            class_name="max-lg:col-span-2 max-lg:row-start-1 max-sm:col-start-1 max-sm:mr-15",
        ),
        select(
            option(t("All Classifieds"), ""),
            option(t("Buy"), "sell"),
            option(t("Rent"), "rent"),
            option(t("Lease"), "lease"),
            name="producttype",
            aria_label=t("Type"),
            value=BrowseState.form_type,
            on_change=BrowseState.choose_form_type,
            class_name=_NARROW,
        ),
        rx.el.div(
            select(
                option(t("All Categories"), ""),
                rx.foreach(BrowseState.form_categories, _named_option),
                name="categoryId",
                aria_label=t("Category"),
                key=results.category_id,
                default_value=results.category_id,
                class_name=_NARROW,
            ),
            class_name="min-w-0 sm:max-lg:col-span-2",
        ),
        button(
            rx.el.span(t("Search Again"), class_name="max-sm:sr-only"),
            type="submit",
            icon="search",
            class_name="max-lg:row-start-1 max-sm:col-start-2 max-sm:w-13 max-sm:justify-self-end "
            "sm:max-lg:col-start-3",
        ),
        on_submit=BrowseState.submit,
        role="search",
        class_name="grid grid-cols-2 gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] "
        "lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]",
    )


def _named_option(named: rx.Var[Named]) -> rx.Component:
    return rx.el.option(named.label, value=named.value)


def toolbar() -> rx.Component:
    """How many there are, in which order, and how they stand."""
    results = BrowseState.results
    return rx.el.div(
        filter_sheet(),
        rx.el.p(
            results.total_text,
            role="status",
            class_name="mr-auto font-medium text-muted max-sm:order-last max-sm:w-full",
        ),
        rx.el.div(
            select(
                rx.foreach(results.sorts, _named_option),
                aria_label=t("Sort by"),
                value=results.sort,
                on_change=BrowseState.sort_by,
                class_name="sm:min-w-44",
            ),
            class_name="max-sm:min-w-0 max-sm:flex-1",
        ),
        rx.cond(results.asked.length() > 0, _save_search()),
        rx.el.div(
            _view_link("layout-grid", t("Grid"), results.grid_href, ~results.as_rows),
            _view_link("list", t("List"), results.rows_href, results.as_rows),
            class_name="flex gap-1 max-sm:hidden",
        ),
        class_name="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-3 sm:gap-x-3",
    )


def _save_search() -> rx.Component:
    return button(
        rx.el.span(t("Save this search"), class_name="max-sm:sr-only"),
        variant="secondary",
        icon="bell",
        on_click=BrowseState.save_search(BrowseState.results.asked),
    )


def _view_link(mark: str, words: str, href: rx.Var[str], chosen: rx.Var[bool]) -> rx.Component:
    return link(
        icon(mark),
        href=href,
        aria_label=words,
        title=words,
        aria_current=rx.cond(chosen, "true", "false"),
        class_name=join(_TOGGLE, rx.cond(chosen, "bg-accent-soft text-accent", "text-muted hover:bg-sunken")),
    )


def chips() -> rx.Component:
    """What was understood from the words, and the filters that are set, each to be taken back."""
    results = BrowseState.results
    return rx.fragment(
        rx.cond(
            results.corrected,
            rx.el.p(
                t("Showing results for"),
                " ",
                rx.el.b(results.corrected),
                ". ",
                link(t("Search for exactly what I typed"), href=results.literal_href, look="accent"),
            ),
        ),
        rx.cond(
            results.chips.length() > 0,
            rx.el.div(
                rx.foreach(results.chips, _chip),
                class_name="flex flex-wrap gap-2",
                role="group",
                aria_label=t("What narrows the list"),
            ),
        ),
        rx.cond(
            results.asks_place,
            rx.el.div(
                rx.el.p(t("Say where you are, and the nearest come first."), class_name="min-w-48 flex-1"),
                locate_button(t("Use my location"), on_found=BrowseState.near_me, on_problem=BrowseState.near_nowhere),
                role="group",
                aria_label=t("Near you"),
                class_name="flex flex-wrap items-center gap-3 rounded-box bg-accent-soft px-4 py-3",
            ),
        ),
    )


def _chip(choice: rx.Var[Choice]) -> rx.Component:
    return link(
        choice.label,
        icon("x", size=16),
        rx.el.span(t("Remove"), class_name="sr-only"),
        href=choice.href,
        class_name="inline-flex h-9 items-center gap-1.5 rounded-full bg-accent-soft px-3.5 text-sm font-medium text-accent",
    )


def _wording() -> dict[str, rx.Var]:
    # As on the home page: featured ads keep their names as typed, and those for rent have other words for no place.
    kind = BrowseState.results.kind
    return {"title_cased": kind != "featured", "no_location": rx.cond(kind == "rent", t("N/A"), NO_LOCATION)}


def _card(ad: rx.Var[AdCard], index: rx.Var[int]) -> rx.Component:
    return live_card(ad, eager=index < _EAGER, **_wording())


def _row(ad: rx.Var[AdCard]) -> rx.Component:
    saved = is_saved(ad)
    return ad_row(ad, saved=saved, on_save=SavedState.toggle(ad.id, saved), **_wording())


def _fallback(choice: rx.Var[Choice]) -> rx.Component:
    return button_link(choice.label, href=choice.href, variant="secondary", size="sm")


def _nothing() -> rx.Component:
    results = BrowseState.results
    return rx.el.div(
        empty_state(
            results.empty_text,
            rx.cond(
                results.past_end,
                t("This list ends before the page you asked for."),
                t("Try fewer words, another category or a wider price range."),
            ),
            rx.foreach(results.fallbacks, _fallback),
            rx.cond(
                results.past_end,
                button_link(t("Back to its first page"), href=results.first_href, size="sm"),
                rx.cond(
                    results.filters_set > 0,
                    button_link(t("Clear all filters"), href=results.clear_href, size="sm"),
                ),
            ),
            button_link(t("All categories"), href=paths.CATEGORIES, variant="secondary", size="sm"),
        )
    )


def results_list() -> rx.Component:
    """The ads, what keeps their place, and what stands there without any; busy until they answer the address."""
    results = BrowseState.results
    listed = rx.el.div(
        rx.cond(
            results.as_rows,
            rx.el.div(gradually(rx.foreach(results.cards, _row)), class_name="flex flex-col gap-5"),
            rx.el.div(
                gradually(rx.foreach(results.cards, _card)),
                class_name=join(GRID, "lg:grid-cols-3 xl:grid-cols-4"),
            ),
        ),
        pagination(results.links),
    )
    return rx.el.div(
        fetched(
            BrowseState,
            rx.cond(
                results.cards.length() > 0,
                listed,
                rx.cond(
                    BrowseState.loading,
                    rx.fragment(loading_text(t("Loading products...")), ad_grid_skeleton(_SKELETONS)),
                    _nothing(),
                ),
            ),
        ),
        aria_busy=BrowseState.loading | ~answers_here(BrowseState.answered),
        data_answers=BrowseState.answered,
    )

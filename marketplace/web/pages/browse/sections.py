"""Sections of the list pages."""

import reflex as rx

from marketplace.domain.ads.schemas import CardView
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.base.page_state import content_or_error
from marketplace.web.components.ad_card import GRID, NO_LOCATION, ad_grid_skeleton, ad_row
from marketplace.web.components.button import button, button_link
from marketplace.web.components.classes import join
from marketplace.web.components.current_url import is_current_url
from marketplace.web.components.fields import SelectOption, select
from marketplace.web.components.geolocation_button import geolocation_button
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.notice import notice
from marketplace.web.components.pagination import pagination
from marketplace.web.components.placeholders import empty_state, loading_text
from marketplace.web.pages.browse import filters
from marketplace.web.pages.browse.chips import FilterLink
from marketplace.web.pages.browse.state import BrowseState
from marketplace.web.widgets.wishlist_toggle import is_saved, saveable_card, toggle_saved

_SKELETONS = 12
_EAGER = 4
_TOGGLE = "flex size-11 items-center justify-center rounded-control"


def _named_option(named: rx.Var[SelectOption]) -> rx.Component:
    return rx.el.option(named.label, value=named.value)


def toolbar() -> rx.Component:
    """Number of results, sort order and view."""
    results = BrowseState.results
    return rx.el.div(
        filters.filter_sheet(),
        rx.el.p(
            results.total_text,
            role="status",
            class_name="mr-auto font-medium text-muted max-sm:text-sm",
        ),
        rx.cond(results.saveable_params.length() > 0, rx.el.div(_save_search())),
        rx.el.div(
            select(
                rx.foreach(results.sorts, _named_option),
                aria_label=t("Sort by"),
                value=results.sort,
                on_change=BrowseState.sort_by,
                class_name="sm:min-w-44",
            ),
            # On phones it begins the second line, which the view ends.
            class_name="max-sm:min-w-0 max-sm:grow max-sm:basis-[calc(100%-4rem)]",
        ),
        rx.el.div(
            _view_link("layout-grid", t("Grid"), results.grid_href, ~results.as_rows),
            _view_link("list", t("List"), results.rows_href, results.as_rows),
            class_name="flex gap-1",
        ),
        class_name="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-2 sm:gap-x-3 sm:gap-y-3",
    )


def _save_search() -> rx.Component:
    """Button that saves the search; for a saved one, a link to all saved searches."""
    return rx.cond(
        BrowseState.results.is_search_saved,
        button_link(
            t("Saved"),
            href=paths.SAVED_SEARCHES,
            variant="soft",
            icon="circle-check",
            title=t("Saved searches"),
        ),
        _save_button(),
    )


def _save_button() -> rx.Component:
    return button(
        t("Save this search"),
        variant="secondary",
        icon="bell",
        # On phones, the line also has the filters and the total.
        class_name="max-sm:[&_.icon]:hidden",
        on_click=BrowseState.save_search(BrowseState.results.saveable_params),
    )


def _view_link(mark: str, words: str, href: rx.Var[str], chosen: rx.Var[bool]) -> rx.Component:
    return link(
        icon(mark),
        href=href,
        aria_label=words,
        title=words,
        aria_current=rx.cond(chosen, "true", "false"),
        # Phones have room for the other view only.
        class_name=join(
            _TOGGLE, rx.cond(chosen, "bg-accent-soft text-accent max-sm:hidden", "text-muted hover:bg-sunken")
        ),
    )


def understood() -> rx.Component:
    """How the search was understood: the corrected keyword, the chips of the filters, and where "near me" is."""
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
        filters.chips(),
        rx.cond(
            results.asks_place,
            notice(
                "map-pin",
                rx.el.p(t("Share your location to see the nearest ads first.")),
                actions=[
                    geolocation_button(
                        t("Use my location"), on_found=BrowseState.near_me, on_problem=BrowseState.location_failed
                    )
                ],
                role="group",
                aria_label=t("Near you"),
            ),
        ),
    )


def _card_options() -> dict[str, rx.Var]:
    return {
        # As on the home page.
        "no_location": rx.cond(BrowseState.results.kind == "rent", t("N/A"), NO_LOCATION),
        "typed": BrowseState.results.ad_type == "",
    }


def _card(ad: rx.Var[CardView], index: rx.Var[int]) -> rx.Component:
    return saveable_card(ad, eager=index < _EAGER, **_card_options())


def _row(ad: rx.Var[CardView]) -> rx.Component:
    saved = is_saved(ad)
    return ad_row(ad, saved=saved, on_save=toggle_saved(ad.id, saved), **_card_options())


def _fallback(choice: rx.Var[FilterLink]) -> rx.Component:
    return button_link(choice.label, href=choice.href, variant="secondary", size="sm")


def _nothing() -> rx.Component:
    results = BrowseState.results
    return rx.el.div(
        empty_state(
            results.empty_text,
            rx.cond(
                results.past_end,
                t("This list has fewer pages."),
                t("Try fewer words, another category or a wider price range."),
            ),
            rx.foreach(results.fallbacks, _fallback),
            rx.cond(
                results.past_end,
                button_link(t("Back to the first page"), href=results.first_href, size="sm"),
                rx.cond(
                    results.filters_set > 0,
                    button_link(t("Clear all filters"), href=results.clear_href, size="sm"),
                ),
            ),
            button_link(t("All categories"), href=paths.CATEGORIES, variant="secondary", size="sm"),
        ),
        rx.cond(~results.past_end & (results.wanted_href != ""), _tell_sellers()),
        class_name="flex flex-col gap-4",
    )


def _tell_sellers() -> rx.Component:
    """Offers to tell sellers what was searched for."""
    return notice(
        "search-x",
        rx.el.b(t("Can't find it?"), class_name="block text-ink"),
        rx.el.p(t("We tell sellers near you. Those who have it write to you."), class_name="text-muted"),
        actions=[
            button_link(t("Tell sellers what you are looking for"), href=BrowseState.results.wanted_href, icon="send")
        ],
    )


def _similar() -> rx.Component:
    """Ads that match most words, if few match all of them."""
    results = BrowseState.results
    return rx.cond(
        results.similar.length() > 0,
        rx.el.section(
            rx.el.h2(t("More ads like this"), class_name="text-xl font-semibold"),
            rx.el.div(
                rx.foreach(results.similar, lambda ad: saveable_card(ad, **_card_options())),
                class_name=join(GRID, "lg:grid-cols-3 xl:grid-cols-4"),
            ),
            class_name="mt-10 flex flex-col gap-5",
        ),
    )


def results_list() -> rx.Component:
    """The results, their skeleton, or the empty state; `aria-busy` while the results belong to another URL."""
    results = BrowseState.results
    listed = rx.el.div(
        rx.cond(
            results.as_rows,
            rx.el.div(rx.foreach(results.cards, _row), class_name="flex flex-col gap-5"),
            rx.el.div(
                rx.foreach(results.cards, _card),
                class_name=join(GRID, "lg:grid-cols-3 xl:grid-cols-4"),
            ),
        ),
        pagination(results.links),
    )
    return rx.el.div(
        content_or_error(
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
        _similar(),
        aria_busy=BrowseState.loading | ~is_current_url(BrowseState.results_url),
        data_answers=BrowseState.results_url,
    )

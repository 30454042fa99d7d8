"""The filters of a list: categories, prices and facets."""

import reflex as rx

from marketplace.domain.price_units import unit_text
from marketplace.i18n.texts import t
from marketplace.models import PriceUnit
from marketplace.web.components.button import button
from marketplace.web.components.choice_list import choice_list
from marketplace.web.components.classes import ABSENT
from marketplace.web.components.current_url import is_current_url
from marketplace.web.components.dialog import close_attributes
from marketplace.web.components.disclosure import disclosure
from marketplace.web.components.fields import control_class, option, select
from marketplace.web.components.geolocation_button import geolocation_button
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.sheet import sheet
from marketplace.web.components.town_box import town_box
from marketplace.web.pages.browse.chips import FilterLink
from marketplace.web.pages.browse.state import BrowseState
from marketplace.web.pages.browse.views import FilterGroup

_ROW = "filter-row"


def _choice(choice: rx.Var[FilterLink]) -> rx.Component:
    return rx.el.li(
        link(
            rx.cond(choice.chosen, icon("check", size=16), rx.fragment()),
            rx.el.span(choice.label),
            rx.el.span(choice.count),
            href=choice.href,
            aria_current=rx.cond(choice.chosen, "true", ABSENT),
            class_name="filter-link",
        )
    )


def _more(group: rx.Var[FilterGroup]) -> rx.Component:
    """Button that shows all values of a filter."""
    return rx.cond(
        group.more,
        rx.el.button(
            icon("chevron-down", size=16, class_name=rx.cond(group.expanded, "rotate-180", "")),
            rx.cond(group.expanded, t("Show fewer"), t("Show more")),
            rx.el.span(group.label, class_name="sr-only"),
            type="button",
            aria_expanded=group.expanded,
            on_click=BrowseState.toggle_values(group.name),
            class_name=f"{_ROW} w-full font-medium text-accent hover:bg-sunken",
        ),
    )


def _filter_group(group: rx.Var[FilterGroup]) -> rx.Component:
    """Filter with its values. It stays open or closed while the list changes."""
    return disclosure(
        group.label,
        rx.match(group.name, ("price", _prices()), ("near", _distances()), rx.fragment()),
        choice_list(group.choices, _choice, searchable=group.expanded, label=t("Search") + " " + group.label),
        _more(group),
        note=group.chosen,
        open=group.open,
        key=group.name,
        class_name="filter-group",
    )


def _prices() -> rx.Component:
    results = BrowseState.results
    box = {"class_name": control_class(height="h-11 lg:h-10")}
    return rx.el.form(
        rx.el.div(
            rx.el.input(
                name="minPrice",
                type="text",
                input_mode="decimal",
                aria_label=t("Lowest price"),
                placeholder=t("From"),
                key="lowest-" + results.min_price,
                default_value=results.min_price,
                **box,
            ),
            rx.el.input(
                name="maxPrice",
                type="text",
                input_mode="decimal",
                aria_label=t("Highest price"),
                placeholder=t("To"),
                key="highest-" + results.max_price,
                default_value=results.max_price,
                **box,
            ),
            button(t("Go"), type="submit", variant="secondary", size="sm", class_name="h-11 lg:h-10"),
            class_name="flex gap-2",
        ),
        rx.cond(
            (results.ad_type == "rent") | (results.ad_type == "lease") | (results.price_unit != ""),
            select(
                option(t("Any unit"), ""),
                *[option(unit_text(unit), unit) for unit in PriceUnit],
                name="priceUnit",
                aria_label=t("Price is for"),
                height="h-11 lg:h-10",
                key="unit-" + results.price_unit,
                default_value=results.price_unit,
            ),
        ),
        on_submit=BrowseState.submit_prices,
        class_name="flex flex-col gap-2 px-2.5 pb-2 pt-1",
    )


def _distances() -> rx.Component:
    """Filters by distance from the user or from a town."""
    results = BrowseState.results
    return rx.cond(
        results.has_place,
        rx.fragment(),
        rx.el.div(
            geolocation_button(t("Near me"), on_found=BrowseState.near_me, on_problem=BrowseState.location_failed),
            rx.el.form(
                town_box(
                    height="h-11 lg:h-10",
                    submits=True,
                    name="near",
                    placeholder=t("Near a town"),
                    custom_attrs={"aria-label": t("Near a town")},
                ),
                button(t("Go"), type="submit", variant="secondary", size="sm", class_name="h-11 lg:h-10"),
                on_submit=BrowseState.near_place,
                class_name="flex gap-2",
            ),
            class_name="flex flex-col gap-2 px-2.5 pt-1",
        ),
    )


def _filters() -> rx.Component:
    return rx.foreach(BrowseState.results.groups, _filter_group)


def chips() -> rx.Component:
    """The chosen filters, each a link that removes it, and a link that removes all."""
    results = BrowseState.results
    return rx.cond(
        results.chips.length() > 0,
        rx.el.div(
            rx.el.div(
                rx.foreach(results.chips, _chip),
                role="group",
                aria_label=t("Active filters"),
                class_name="contents",
            ),
            rx.cond(
                results.filters_set > 0,
                link(
                    t("Clear all"),
                    rx.el.span(" ", t("filters"), class_name="sr-only"),
                    href=results.clear_href,
                    look="accent",
                    class_name="inline-flex min-h-11 lg:min-h-9 items-center px-1 text-sm",
                ),
            ),
            class_name="flex flex-wrap items-center gap-2",
        ),
    )


def _chip(choice: rx.Var[FilterLink]) -> rx.Component:
    return link(
        choice.label,
        icon("x", size=16),
        rx.el.span(t("Remove"), class_name="sr-only"),
        href=choice.href,
        # A finger hits a little above and below it, too.
        class_name="relative inline-flex min-h-11 lg:min-h-9 items-center gap-1.5 rounded-full bg-accent-soft px-3.5 text-sm "
        "font-medium text-accent after:absolute after:inset-x-0 after:-inset-y-1 hover:text-accent-strong",
    )


def sidebar() -> rx.Component:
    """Filters beside the results, on wide screens. They stay in sight and scroll by themselves."""
    return rx.el.aside(
        _filters(),
        aria_label=t("Filters"),
        class_name="filters-beside",
    )


def filter_sheet() -> rx.Component:
    """The same filters in a sheet. The list follows each choice; the sheet stays open."""
    results = BrowseState.results
    count = results.filters_set
    return rx.el.div(
        sheet(
            button(
                t("Filters"),
                rx.cond(
                    count > 0,
                    rx.el.span(
                        count.to_string(),
                        rx.el.span(" ", t("set"), class_name="sr-only"),
                        class_name="flex size-5 items-center justify-center rounded-full bg-accent text-xs font-bold "
                        "text-on-accent max-sm:absolute max-sm:-right-1.5 max-sm:-top-1.5",
                    ),
                ),
                variant="secondary",
                icon="sliders-horizontal",
                class_name="relative",
            ),
            rx.el.div(chips(), rx.el.div(_filters(), class_name="flex flex-col"), class_name="flex flex-col gap-2"),
            title=t("Filters"),
            name="filters",
            actions=(
                button(
                    t("Show"),
                    " ",
                    results.total_text,
                    # Its number follows each choice; until then it is the number of the choice before.
                    busy=BrowseState.loading | ~is_current_url(BrowseState.results_url),
                    custom_attrs=close_attributes(),
                    class_name="flex-1",
                ),
            ),
        ),
        class_name="lg:hidden",
    )

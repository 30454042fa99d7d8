"""The filters of a list: categories, prices and facets."""

import reflex as rx

from marketplace.domain.price_units import unit_text
from marketplace.i18n.texts import t
from marketplace.models import PriceUnit
from marketplace.web.components.button import button
from marketplace.web.components.classes import join
from marketplace.web.components.digits_input import DigitsInput
from marketplace.web.components.fields import control_class, option, select
from marketplace.web.components.geolocation_button import geolocation_button
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.sheet import close_attributes, sheet
from marketplace.web.components.town_suggestions import town_suggestions
from marketplace.web.pages.browse.chips import FilterLink
from marketplace.web.pages.browse.state import BrowseState
from marketplace.web.pages.browse.views import FilterGroup

_OPEN = 4
_COLUMN = "flex flex-col gap-6 lg:shrink-0"


def _choice(choice: rx.Var[FilterLink]) -> rx.Component:
    return rx.el.li(
        link(
            rx.cond(choice.chosen, icon("check", size=16), rx.fragment()),
            rx.el.span(choice.label, class_name="min-w-0 flex-1 truncate"),
            rx.el.span(choice.count, class_name="text-sm text-muted"),
            href=choice.href,
            aria_current=rx.cond(choice.chosen, "true", "false"),
            class_name=join(
                "flex min-h-10 items-center gap-2 rounded-control px-2.5 text-[0.9375rem]",
                rx.cond(choice.chosen, "bg-accent-soft font-semibold text-accent", "text-ink hover:bg-sunken"),
            ),
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
            class_name="flex min-h-10 w-full items-center gap-2 rounded-control px-2.5 text-sm font-medium "
            "text-accent hover:bg-sunken",
        ),
    )


def _filter_group(group: rx.Var[FilterGroup], index: rx.Var[int]) -> rx.Component:
    """Filter with its values; only the first groups are open, since a category can have many fields."""
    return rx.el.details(
        rx.el.summary(
            rx.el.h2(group.label, class_name="text-sm font-semibold text-ink"),
            icon("chevron-down", size=16, class_name="text-muted transition-transform group-open/filter:rotate-180"),
            class_name="flex min-h-9 items-center justify-between gap-2 rounded-control px-2.5 hover:bg-sunken",
        ),
        rx.el.ul(rx.foreach(group.choices, _choice), class_name="pt-1"),
        _more(group),
        open=(index < _OPEN) | group.chosen,
        class_name="group/filter",
    )


def _prices() -> rx.Component:
    results = BrowseState.results
    box = {"class_name": control_class(height="h-10")}
    return rx.el.form(
        rx.el.h2(t("Price (₹)"), class_name="text-sm font-semibold text-ink"),
        rx.el.div(
            DigitsInput.create(
                name="minPrice",
                custom_attrs={"aria-label": t("Lowest price")},
                placeholder=t("From"),
                key=results.min_price + "-",
                default_value=results.min_price,
                **box,
            ),
            DigitsInput.create(
                name="maxPrice",
                custom_attrs={"aria-label": t("Highest price")},
                placeholder=t("To"),
                key="-" + results.max_price,
                default_value=results.max_price,
                **box,
            ),
            button(t("Go"), type="submit", variant="secondary", size="sm", class_name="h-10"),
            class_name="flex gap-2",
        ),
        rx.cond(
            (results.ad_type == "rent") | (results.ad_type == "lease") | (results.price_unit != ""),
            select(
                option(t("Any unit"), ""),
                *[option(unit_text(unit), unit) for unit in PriceUnit],
                name="priceUnit",
                aria_label=t("Price is for"),
                height="h-10",
                key="unit-" + results.price_unit,
                default_value=results.price_unit,
            ),
        ),
        on_submit=BrowseState.submit_prices,
        class_name="flex flex-col gap-2 px-2.5",
    )


def _distances(number: str) -> rx.Component:
    """Filters by distance from the user or from a town.

    Args:
            number: suffix of the ids, since the phone's sheet has the same filters.
    """
    results = BrowseState.results
    town, suggested = f"near-{number}", f"near-towns-{number}"
    return rx.el.section(
        rx.el.h2(t("Distance"), class_name="text-sm font-semibold text-ink"),
        rx.cond(
            results.has_place,
            rx.el.ul(rx.foreach(results.radius_links, _choice), class_name="-mx-2.5"),
            rx.fragment(
                geolocation_button(t("Near me"), on_found=BrowseState.near_me, on_problem=BrowseState.location_failed),
                rx.el.form(
                    rx.el.input(
                        id=town,
                        name="near",
                        list=suggested,
                        auto_complete="off",
                        aria_label=t("Near a town"),
                        placeholder=t("Near a town"),
                        class_name=control_class(height="h-10"),
                    ),
                    town_suggestions(suggested, town=town),
                    button(t("Go"), type="submit", variant="secondary", size="sm", class_name="h-10"),
                    on_submit=BrowseState.near_place,
                    class_name="flex gap-2",
                ),
            ),
        ),
        class_name="flex flex-col gap-2 px-2.5",
    )


def _filters(number: str) -> rx.Component:
    results = BrowseState.results
    return rx.fragment(
        rx.cond(
            results.categories.choices.length() > 0,
            rx.el.section(
                rx.el.h2(t("Categories"), class_name="px-2.5 pb-1 text-sm font-semibold text-ink"),
                rx.el.ul(rx.foreach(results.categories.choices, _choice)),
                _more(results.categories),
            ),
        ),
        _prices(),
        _distances(number),
        rx.foreach(results.groups, _filter_group),
    )


def sidebar() -> rx.Component:
    """Filters beside the results, on wide screens."""
    return rx.el.aside(
        _filters("wide"), _clear(), aria_label=t("Filters"), class_name=f"{_COLUMN} max-lg:hidden lg:w-64"
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
            rx.el.div(_filters("small"), class_name=_COLUMN),
            title=t("Filters"),
            name="filters",
            actions=(
                _clear(),
                button(
                    t("Show"),
                    " ",
                    results.total_text,
                    busy=BrowseState.loading,
                    custom_attrs=close_attributes(),
                    class_name="ml-auto",
                ),
            ),
        ),
        class_name="lg:hidden",
    )


def _clear() -> rx.Component:
    results = BrowseState.results
    return rx.cond(
        results.filters_set > 0,
        link(t("Clear all filters"), href=results.clear_href, look="accent", class_name="px-2.5 py-2 text-sm"),
    )

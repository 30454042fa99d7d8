"""What narrows a list: categories, prices and the facets of its ads."""

import reflex as rx

from marketplace.texts import t
from marketplace.web.components.button import button
from marketplace.web.components.classes import join
from marketplace.web.components.fields import control_class
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.pages.browse.state import BrowseState
from marketplace.web.pages.browse.views import Choice, Group


def _choice(choice: rx.Var[Choice]) -> rx.Component:
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


def _filter_group(group: rx.Var[Group]) -> rx.Component:
    return rx.el.section(
        rx.el.h3(group.label, class_name="px-2.5 pb-1 text-sm font-semibold text-ink"),
        rx.el.ul(rx.foreach(group.choices, _choice)),
    )


def _prices() -> rx.Component:
    results = BrowseState.results
    box = {"type": "text", "input_mode": "numeric", "class_name": control_class(height="h-10")}
    return rx.el.form(
        rx.el.h3(t("Price (₹)"), class_name="text-sm font-semibold text-ink"),
        rx.el.div(
            rx.el.input(
                name="minPrice",
                aria_label=t("Lowest price"),
                placeholder=t("From"),
                key=results.min_price + "-",
                default_value=results.min_price,
                **box,
            ),
            rx.el.input(
                name="maxPrice",
                aria_label=t("Highest price"),
                placeholder=t("To"),
                key="-" + results.max_price,
                default_value=results.max_price,
                **box,
            ),
            button(t("Go"), type="submit", variant="secondary", size="sm", class_name="h-10"),
            class_name="flex gap-2",
        ),
        on_submit=BrowseState.submit_prices,
        class_name="flex flex-col gap-2 px-2.5",
    )


def _filters() -> rx.Component:
    results = BrowseState.results
    return rx.el.div(
        rx.cond(
            results.categories.length() > 0,
            rx.el.section(
                rx.el.h3(t("Categories"), class_name="px-2.5 pb-1 text-sm font-semibold text-ink"),
                rx.el.ul(rx.foreach(results.categories, _choice)),
            ),
        ),
        _prices(),
        rx.foreach(results.groups, _filter_group),
        link(t("Clear all filters"), href=results.clear_href, look="accent", class_name="px-2.5 py-2 text-sm"),
        class_name="flex flex-col gap-6",
    )


def sidebar() -> rx.Component:
    """Filters beside the results; on a phone they fold out above them."""
    return rx.el.aside(
        rx.el.details(
            rx.el.summary(
                icon("sliders-horizontal", size=18),
                t("Filters"),
                class_name="flex h-11 cursor-pointer list-none items-center justify-center gap-2 rounded-control border "
                "border-control bg-raised font-semibold",
            ),
            rx.el.div(_filters(), class_name="pt-4"),
            class_name="lg:hidden",
        ),
        rx.el.div(_filters(), class_name="max-lg:hidden"),
        aria_label=t("Filters"),
        class_name="lg:w-64 lg:shrink-0",
    )

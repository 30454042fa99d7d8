"""The site's logo and name."""

import reflex as rx

from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.components.link import link


def mark(*, size: int = 32) -> rx.Component:
    """Logo: the awning of a market stall."""
    return rx.el.svg(
        rx.el.rect(width="32", height="32", rx="9", class_name="fill-accent"),
        rx.el.path(
            d="M7 9h18l2 6a3 3 0 0 1-5.5 1.6 3.3 3.3 0 0 1-5.5 0 3.3 3.3 0 0 1-5.5 0A3 3 0 0 1 5 15z",
            class_name="fill-on-accent",
        ),
        rx.el.path(
            d="M9 19.5V25h14v-5.5M16 19.5V25",
            class_name="fill-none stroke-on-accent stroke-2",
            custom_attrs={"strokeLinecap": "round", "strokeLinejoin": "round"},
        ),
        view_box="0 0 32 32",
        width=size,
        height=size,
        class_name="shrink-0",
        custom_attrs={"aria-hidden": "true"},
    )


def brand() -> rx.Component:
    """Logo and name, as a link to the home page."""
    return link(
        mark(),
        rx.el.span(get_settings().site_name, class_name="text-xl font-extrabold tracking-tight"),
        href=paths.HOME,
        class_name="flex items-center gap-2.5 rounded-control text-ink",
    )

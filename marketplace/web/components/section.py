"""Sections of a page, their headings, and labelled facts."""

import reflex as rx

from marketplace.web.components.classes import show_if
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link

SITE_WIDTH = "site-width"


def section_header(title, subtitle="", *, href="", action: str = "View All", shown=True) -> rx.Component:
    """Heading with an optional subtitle and a link to more.

    Args:
        href: URL of the link; no link if empty.
        shown: whether the link is shown.
    """
    more = link(action, icon("arrow-right", size=18), href=href, class_name="section-more")
    return rx.el.div(
        rx.el.h2(title, class_name="section-title"),
        show_if(href, show_if(shown, more)),
        # Below both, so that the link takes no room from it.
        show_if(subtitle, rx.el.p(subtitle, class_name="col-span-full text-muted")),
        class_name="section-header",
    )


def section(*children, class_name: str = "", ground: str = "", **props) -> rx.Component:
    """Section of the page with the site's width, on a ground of this class."""
    return rx.el.section(
        rx.el.div(*children, class_name=f"{SITE_WIDTH} {class_name}"), class_name=f"py-4 sm:py-10 {ground}", **props
    )


def page_title(title, subtitle="", *actions: rx.Component) -> rx.Component:
    """The h1 heading of a page."""
    return rx.el.div(
        rx.el.div(
            rx.el.h1(title, class_name="text-2xl font-bold tracking-tight text-ink text-balance sm:text-3xl"),
            show_if(subtitle, rx.el.p(subtitle, class_name="mt-1 text-muted")),
        ),
        rx.el.div(*actions, class_name="flex flex-wrap gap-3") if actions else None,
        class_name="flex flex-wrap items-end justify-between gap-4",
    )


def fact(label, value, *, class_name: str = "font-medium [overflow-wrap:anywhere]") -> rx.Component:
    """Entry of a `dl`: a label with its value below."""
    return rx.el.div(rx.el.dt(label, class_name="text-sm text-muted"), rx.el.dd(value, class_name=class_name))


def panel(title, *children: rx.Component, text="", beside: rx.Component | None = None) -> rx.Component:
    """Box with its own heading, for pages with settings.

    Args:
        text: description below the heading.
        beside: component next to the heading, e.g. a badge.
    """
    return rx.el.section(
        rx.el.div(
            rx.el.div(
                rx.el.h2(title, class_name="text-lg font-semibold"),
                beside,
                class_name="flex flex-wrap items-center gap-2",
            ),
            show_if(text, rx.el.p(text, class_name="mt-1 text-sm text-muted")),
        ),
        *children,
        class_name="flex flex-col gap-4 rounded-box border border-line bg-raised p-4 sm:p-6",
    )

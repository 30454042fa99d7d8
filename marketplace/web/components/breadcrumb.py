"""Breadcrumb navigation."""

import reflex as rx

from marketplace.web.components.icon import icon
from marketplace.web.components.link import link


def breadcrumb(*steps: tuple, here) -> rx.Component:
    """Links to the parent pages (label, path), topmost first, followed by the name of the current page."""
    items = [
        rx.el.li(
            link(words, href=href, look="quiet", class_name="-my-1 py-3"),
            icon("chevron-right", size=16, class_name="text-muted"),
            class_name="flex shrink-0 items-center gap-1.5",
        )
        for words, href in steps
    ]
    return rx.el.nav(
        rx.el.ol(
            *items,
            rx.el.li(here, aria_current="page", class_name="min-w-0 truncate font-medium text-ink"),
            class_name="flex min-w-0 items-center gap-1.5 text-sm",
        ),
        aria_label="Breadcrumb",
    )

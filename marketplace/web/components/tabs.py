"""Tabs."""

import reflex as rx

from marketplace.web.components.classes import join


def tab(label, *, chosen, count=None, **props) -> rx.Component:
    """Tab: a toggle button with an optional count."""
    return rx.el.button(
        label,
        rx.el.span(
            count,
            class_name=join(
                "rounded-full px-2 text-xs font-semibold",
                rx.cond(chosen, "bg-accent-soft text-accent", "bg-sunken text-muted"),
            ),
        )
        if count is not None
        else None,
        type="button",
        aria_pressed=chosen,
        class_name=join(
            "-mb-px flex h-11 items-center gap-2 whitespace-nowrap border-b-2 px-3 text-[0.9375rem] "
            "font-medium transition-colors",
            rx.cond(chosen, "border-accent text-accent", "border-transparent text-muted hover:text-ink"),
        ),
        **props,
    )


def tabs(*made: rx.Component, label: str) -> rx.Component:
    """Row of tabs, which scrolls sideways if it is too narrow."""
    return rx.el.div(
        *made,
        role="group",
        aria_label=label,
        class_name="no-scrollbar flex overflow-x-auto overflow-y-hidden border-b border-line",
    )

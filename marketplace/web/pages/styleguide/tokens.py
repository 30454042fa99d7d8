"""Samples of the design tokens."""

import reflex as rx

from marketplace.web.pages.styleguide.samples import COLOURS

_SIZES = ("text-xs", "text-sm", "text-base", "text-lg", "text-xl", "text-2xl", "text-3xl")
_CORNERS = ("rounded-control", "rounded-box", "rounded-full")
_SHADOWS = ("shadow-card", "shadow-pop")


def colours(_scheme: str) -> rx.Component:
    """Each color with its name."""

    def swatch(name: str) -> rx.Component:
        return rx.el.div(
            rx.el.div(style={"background": f"var(--{name})"}, class_name="h-12 rounded-control border border-line"),
            rx.el.p(name, class_name="text-sm text-muted"),
        )

    return rx.el.div(*[swatch(name) for name in COLOURS], class_name="grid grid-cols-3 gap-3 sm:grid-cols-4")


def letters(_scheme: str) -> rx.Component:
    """Font sizes and text colors."""
    return rx.el.div(
        *[rx.el.p(f"{size}: ₹18,500 for a table", class_name=size) for size in _SIZES],
        rx.el.p("Bold for prices and headings", class_name="text-lg font-bold tracking-tight"),
        rx.el.p("Muted for what comes second", class_name="text-muted"),
        class_name="flex flex-col gap-1.5",
    )


def shapes(_scheme: str) -> rx.Component:
    """Radii, shadows, surfaces and the skeleton."""
    box = "flex h-20 items-center justify-center border border-line bg-raised px-3 text-center text-sm"
    return rx.el.div(
        *[rx.el.div(name, class_name=f"{box} {name}") for name in _CORNERS],
        *[rx.el.div(name, class_name=f"{box} rounded-box {name}") for name in _SHADOWS],
        rx.el.div(class_name="skeleton h-20"),
        rx.el.div(class_name="awning h-9 self-center"),
        class_name="grid grid-cols-2 gap-4 sm:grid-cols-4",
    )

"""Tabs."""

from collections.abc import Callable, Mapping
from typing import Any

import reflex as rx

from marketplace.web.components.classes import join


def tabs(
    label: str, texts: Mapping[str, str], *, chosen, on_choose: Callable, counts: Mapping[str, Any] | None = None
) -> rx.Component:
    """Row of tabs, which scrolls sideways if it is too narrow.

    Args:
        texts: by the value of the tab.
        chosen: value of the chosen tab.
        on_choose: called with the value of a tab, returns the event of a press on it.
        counts: numbers beside the texts, by value.
    """
    counts = counts or {}
    return rx.el.div(
        *[_tab(words, chosen == value, counts.get(value), on_choose(value)) for value, words in texts.items()],
        role="group",
        aria_label=label,
        class_name="no-scrollbar flex overflow-x-auto overflow-y-hidden border-b border-line",
    )


def _tab(words: str, chosen, count, on_click) -> rx.Component:
    return rx.el.button(
        words,
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
        on_click=on_click,
        class_name=join(
            "-mb-px flex h-11 items-center gap-2 whitespace-nowrap border-b-2 px-3 text-[0.9375rem] "
            "font-medium transition-colors -outline-offset-2!",
            rx.cond(chosen, "border-accent text-accent", "border-transparent text-muted hover:text-ink"),
        ),
    )

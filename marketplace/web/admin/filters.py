"""Searching and choosing above the desk's tables."""

import reflex as rx

from marketplace.texts import t
from marketplace.web.components.button import button
from marketplace.web.components.fields import control_class
from marketplace.web.fetching import Fetching, fetched


def search_form(words: str, value, on_submit) -> rx.Component:
    """A search box whose form holds `q`.

    Args:
        words: what can be searched.
        value: what is searched now, as a Var.
    """
    return rx.el.form(
        rx.el.input(
            name="q",
            type="search",
            key=value,
            default_value=value,
            aria_label=words,
            placeholder=words,
            class_name=control_class(),
        ),
        button(t("Search"), type="submit", variant="secondary", icon="search"),
        on_submit=on_submit,
        role="search",
        class_name="flex w-full max-w-lg gap-2",
    )


def page_of(state: type[Fetching], rows, filled: rx.Component, empty: rx.Component) -> rx.Component:
    """A list, its skeleton, what stands in the place of an empty one, or why it could not be fetched."""
    return fetched(
        state,
        rx.cond(rows.length() > 0, filled, rx.cond(state.loading, rx.el.div(class_name="skeleton h-64"), empty)),
    )

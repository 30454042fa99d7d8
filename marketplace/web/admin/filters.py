"""Searching and choosing above the desk's tables."""

import reflex as rx

from marketplace.texts import t
from marketplace.web.components.button import button
from marketplace.web.components.fields import control_class


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


def page_of(loading, rows, filled: rx.Component, empty: rx.Component) -> rx.Component:
    """A list, its skeleton, or what stands in the place of an empty one."""
    return rx.cond(rows.length() > 0, filled, rx.cond(loading, rx.el.div(class_name="skeleton h-64"), empty))

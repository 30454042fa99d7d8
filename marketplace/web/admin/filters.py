"""Search form and list frame of the admin tables."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.base.page_state import PageState, content_or_error
from marketplace.web.components.button import button
from marketplace.web.components.fields import control_class


def search_form(words: str, value, on_submit) -> rx.Component:
    """Search form with the field `q`.

    Args:
            words: the label, which says what can be searched.
            value: the current search text, as a Var.
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


def list_or_placeholder(state: type[PageState], rows, filled: rx.Component, empty: rx.Component) -> rx.Component:
    """Show the list, its skeleton while it loads, the empty state, or the load error."""
    return content_or_error(
        state,
        rx.cond(rows.length() > 0, filled, rx.cond(state.loading, rx.el.div(class_name="skeleton h-64"), empty)),
    )

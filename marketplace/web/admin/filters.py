"""Search form and paginated table of the admin and seller pages."""

from collections.abc import Callable, Sequence

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.base.page_state import PageState, list_or_placeholder
from marketplace.web.components.button import button
from marketplace.web.components.fields import control_class
from marketplace.web.components.pagination import pagination
from marketplace.web.components.table import table


def search_form(words: str, value, on_submit) -> rx.Component:
    """Search form with the field `q`, whose label says what can be searched."""
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


def paged_table(
    state: type[PageState],
    shown,
    headings: Sequence[str],
    draw_row: Callable,
    *,
    caption: str,
    empty: rx.Component,
    narrow: bool = False,
) -> rx.Component:
    """Table with pagination, or what `list_or_placeholder` shows instead. Its rows become cards below `xl`.

    Args:
        shown: Var of a view with `rows` and `links`.
        draw_row: returns the `row(...)` of an item.
        caption: description for screen readers.
        empty: the empty state.
        narrow: less space between columns, for rows with `places`.
    """
    rows = table(headings, rx.foreach(shown.rows, draw_row), caption=caption, cards="xl", narrow=narrow)
    return list_or_placeholder(state, shown.rows, rx.fragment(rows, pagination(shown.links)), empty)

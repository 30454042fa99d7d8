"""Buttons of a row in an edited list, and helper for manual ordering."""

from collections.abc import Callable, Sequence
from typing import Any

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.button import icon_button


def move_id(ids: Sequence[str], chosen: str, step: int) -> list[str]:
    """Move the chosen id by `step` places within the list. An unknown id leaves the order unchanged."""
    if chosen not in ids:
        return list(ids)
    order = [each for each in ids if each != chosen]
    place = list(ids).index(chosen) + step
    order.insert(max(0, min(place, len(order))), chosen)
    return order


def order_buttons(name, index, count, move: Callable[[int], Any]) -> rx.Component:
    """Buttons that move an item up or down; `move` returns the event that moves it by -1 or 1 places."""
    return rx.el.div(
        icon_button("arrow-up", t("Move earlier:") + " " + name, size="sm", disabled=index == 0, on_click=move(-1)),
        icon_button(
            "arrow-down", t("Move later:") + " " + name, size="sm", disabled=index == count - 1, on_click=move(1)
        ),
        class_name="flex shrink-0 max-sm:flex-col",
    )


def edit_buttons(name, on_edit, on_delete) -> tuple[rx.Component, rx.Component]:
    """Return the buttons that edit and delete the item with this name."""
    return (
        icon_button("pencil", t("Edit") + " " + name, size="sm", on_click=on_edit),
        icon_button(
            "trash-2",
            t("Delete") + " " + name,
            size="sm",
            class_name="text-muted hover:text-danger",
            on_click=on_delete,
        ),
    )

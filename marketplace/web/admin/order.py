"""Putting things in order with two buttons each."""

from collections.abc import Sequence

import reflex as rx

from marketplace.texts import t
from marketplace.web.components.button import icon_button


def moved(ids: Sequence[str], chosen: str, step: int) -> list[str]:
    """The ids with the chosen one that many places further; it stays within the list. One that is gone moves nothing."""
    if chosen not in ids:
        return list(ids)
    order = [each for each in ids if each != chosen]
    place = list(ids).index(chosen) + step
    order.insert(max(0, min(place, len(order))), chosen)
    return order


def order_buttons(name, index, count, on_up, on_down) -> rx.Component:
    """Earlier and later.

    Args:
        name: what is moved.
        index, count: its place and how many there are, as Vars.
    """
    return rx.el.div(
        icon_button("arrow-up", t("Move earlier:") + " " + name, size="sm", disabled=index == 0, on_click=on_up),
        icon_button(
            "arrow-down", t("Move later:") + " " + name, size="sm", disabled=index == count - 1, on_click=on_down
        ),
        class_name="flex shrink-0",
    )

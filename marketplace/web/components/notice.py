"""A notice: what somebody should know here, with buttons."""

import reflex as rx

from marketplace.web.components.classes import join
from marketplace.web.components.icon import icon


def notice(mark: str, *text, actions: list[rx.Component], **props) -> rx.Component:
    """Box with an icon, a text and buttons, which stand below the text where it would get narrow.

    Args:
        mark: name of the icon.
        text: components of the text, one below the other.
    """
    return rx.el.div(
        rx.el.div(
            icon(mark, class_name="mt-0.5 shrink-0 text-accent"),
            rx.el.div(*text, class_name="min-w-0 [overflow-wrap:anywhere]"),
            # The basis is what makes the buttons wrap; without one, the text shrinks to a letter first.
            class_name="flex min-w-0 flex-1 basis-56 gap-3",
        ),
        rx.el.div(*actions, class_name="flex flex-wrap gap-3"),
        class_name=join(
            "flex flex-wrap items-center gap-x-4 gap-y-3 rounded-box bg-accent-soft p-4", props.pop("class_name", "")
        ),
        **props,
    )

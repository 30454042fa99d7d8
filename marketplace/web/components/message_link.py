"""A link in a chat message, with the domain that it leads to."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.icon import icon

_PILL = "inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-sm font-semibold"


def message_link(text, domain, imitates, *, on_click) -> rx.Component:
    """Link to another site as a button, because opening it asks first.

    Behind the address stand its domain and, if it is not empty, the well-known one that it imitates.
    """
    return rx.el.button(
        rx.el.span(text, class_name="underline underline-offset-4"),
        " ",
        rx.el.span(
            icon("external-link", size=14, class_name="shrink-0"),
            domain,
            class_name=f"{_PILL} bg-raised text-ink",
        ),
        rx.cond(
            imitates,
            rx.el.span(
                icon("circle-alert", size=14, class_name="shrink-0"),
                t("Imitates"),
                " ",
                imitates,
                class_name=f"{_PILL} ml-1 bg-warning-soft text-warning",
            ),
        ),
        type="button",
        on_click=on_click,
        class_name="inline text-left [overflow-wrap:anywhere]",
    )

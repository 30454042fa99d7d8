"""A link in a chat message, with the domain that it leads to."""

import reflex as rx

from marketplace.web.components.icon import icon


def message_link(text, domain, *, on_click) -> rx.Component:
    """Link to another site as a button, because opening it asks first; the domain stands behind the address."""
    return rx.el.button(
        rx.el.span(text, class_name="underline underline-offset-4"),
        " ",
        rx.el.span(
            icon("external-link", size=14, class_name="shrink-0"),
            domain,
            class_name="inline-flex items-center gap-1 rounded-full bg-raised px-2 py-0.5 text-sm font-semibold text-ink",
        ),
        type="button",
        on_click=on_click,
        class_name="inline text-left [overflow-wrap:anywhere]",
    )

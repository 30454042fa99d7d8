"""What stands in a list's place while it loads, when it is empty, and when it failed."""

import reflex as rx

from marketplace.texts import t
from marketplace.web.components.button import button
from marketplace.web.components.classes import present
from marketplace.web.components.icon import icon as draw

_LEVELS = {"p": rx.el.p, "h1": rx.el.h1}


def empty_state(title, text="", *actions: rx.Component, icon: str = "search-x", level: str = "p") -> rx.Component:
    """An empty list: what it is, and what to do next.

    Args:
        level: "h1" where this is all the page has to say.
    """
    return rx.el.div(
        rx.el.div(
            draw(icon, size=28),
            class_name="flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent",
        ),
        _LEVELS[level](title, class_name="text-lg font-semibold text-ink"),
        present(text, rx.el.p(text, class_name="max-w-sm text-muted")),
        rx.el.div(*actions, class_name="mt-2 flex flex-wrap justify-center gap-3") if actions else None,
        class_name="flex flex-col items-center gap-3 rounded-box border border-dashed border-line px-6 py-14 "
        "text-center",
    )


def error_state(message, *, on_retry) -> rx.Component:
    """A list that could not be fetched, with another try."""
    return rx.el.div(
        draw("cloud-off", size=28, class_name="text-danger"),
        rx.el.p(message, class_name="font-medium text-ink"),
        button(t("Try again"), variant="secondary", size="sm", icon="rotate-cw", on_click=on_retry),
        role="alert",
        class_name="flex flex-col items-center gap-3 rounded-box bg-danger-soft px-6 py-10 text-center",
    )


def loading_text(text: str) -> rx.Component:
    """What a screen reader hears while skeletons stand there; the spec's words."""
    return rx.el.p(text, role="status", class_name="sr-only")

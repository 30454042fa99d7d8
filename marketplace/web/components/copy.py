"""Copying a text."""

import reflex as rx

from marketplace.texts import t
from marketplace.web.components.icon import icon

# The script below imports them; the assets are linked beside the other.
rx.asset("copy_text.js", shared=True)
rx.asset("told.jsx", shared=True)


class Copy(rx.Component):
    """The compiled button."""

    library = rx.asset("copy.jsx", shared=True).importable_path
    tag = "Copy"

    text: rx.Var[str]
    words: rx.Var[dict[str, str]]


def copy_button(text) -> rx.Component:
    """A button that copies the text to the clipboard."""
    return Copy.create(
        icon("copy", size=18),
        text=text,
        words={"copy": t("Copy"), "copied": t("Copied"), "failed": t("Please copy it by hand.")},
        class_name="inline-flex h-11 items-center gap-2 rounded-control border border-control bg-raised px-4 "
        "text-[0.9375rem] font-semibold hover:bg-sunken",
    )

"""Button that copies a text."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.icon import icon

# `copy_button.jsx` imports them; each asset has to be linked beside it.
rx.asset("copy_text.js", shared=True)
rx.asset("flash_button.jsx", shared=True)


class CopyButton(rx.Component):
    """Wrapper of `copy_button.jsx`."""

    library = rx.asset("copy_button.jsx", shared=True).importable_path
    tag = "CopyButton"

    text: rx.Var[str]
    words: rx.Var[dict[str, str]]


def copy_button(text) -> rx.Component:
    """Button that copies the text to the clipboard."""
    return CopyButton.create(
        icon("copy", size=18),
        text=text,
        words={"copy": t("Copy"), "copied": t("Copied"), "failed": t("Please copy it manually.")},
        class_name="inline-flex h-11 items-center gap-2 rounded-control border border-control bg-raised px-4 "
        "text-[0.9375rem] font-semibold hover:bg-sunken",
    )

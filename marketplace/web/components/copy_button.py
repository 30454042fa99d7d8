"""Buttons that copy a text or share the page."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.icon import icon


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
        words={"press": t("Copy"), "copied": t("Copied"), "failed": t("Please copy it manually.")},
        class_name="inline-flex h-11 items-center gap-2 rounded-control border border-control bg-raised px-4 "
        "text-[0.9375rem] font-semibold hover:bg-sunken",
    )


def share_button() -> rx.Component:
    """Button that opens the device's share sheet, or copies the link if there is none."""
    return CopyButton.create(
        icon("share-2", size=18),
        words={"press": t("Share"), "copied": t("Link copied")},
        class_name="inline-flex h-11 items-center gap-2 rounded-control px-3 text-[0.9375rem] font-semibold hover:bg-sunken",
    )

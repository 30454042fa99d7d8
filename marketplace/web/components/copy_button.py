"""Buttons that copy a text or share the page."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.icon import icon

_LIBRARY = rx.asset("copy_button.jsx", shared=True).importable_path


class CopyButton(rx.Component):
    """Wrapper of the copy button in `copy_button.jsx`."""

    library = _LIBRARY
    tag = "CopyButton"

    text: rx.Var[str]
    words: rx.Var[dict[str, str]]


class ShareButton(rx.Component):
    """Wrapper of the share button in `copy_button.jsx`."""

    library = _LIBRARY
    tag = "ShareButton"

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


def share_button() -> rx.Component:
    """Button that opens the device's share sheet, or copies the link if there is none."""
    return ShareButton.create(
        icon("share-2", size=18),
        words={"share": t("Share"), "copied": t("Link copied")},
        class_name="inline-flex h-11 items-center gap-2 rounded-control px-3 text-[0.9375rem] font-semibold hover:bg-sunken",
    )

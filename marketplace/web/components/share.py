"""Share this page."""

import reflex as rx

from marketplace.texts import t
from marketplace.web.components.icon import icon

# The script below imports them; the assets are linked beside the other.
rx.asset("copy_text.js", shared=True)
rx.asset("told.jsx", shared=True)


class Share(rx.Component):
    """The compiled button."""

    library = rx.asset("share.jsx", shared=True).importable_path
    tag = "Share"

    words: rx.Var[dict[str, str]]


def share_button() -> rx.Component:
    """The device's share sheet, or the link copied where there is none."""
    return Share.create(
        icon("share-2", size=18),
        words={"share": t("Share"), "copied": t("Link copied")},
        class_name="inline-flex h-11 items-center gap-2 rounded-control px-3 text-[0.9375rem] font-semibold hover:bg-sunken",
    )

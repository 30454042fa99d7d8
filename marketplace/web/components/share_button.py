"""Button that shares the page."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.icon import icon

# `share_button.jsx` imports them; each asset has to be linked beside it.
rx.asset("copy_text.js", shared=True)
rx.asset("flash_button.jsx", shared=True)


class ShareButton(rx.Component):
    """Wrapper of `share_button.jsx`."""

    library = rx.asset("share_button.jsx", shared=True).importable_path
    tag = "ShareButton"

    words: rx.Var[dict[str, str]]


def share_button() -> rx.Component:
    """Button that opens the device's share sheet, or copies the link if there is none."""
    return ShareButton.create(
        icon("share-2", size=18),
        words={"share": t("Share"), "copied": t("Link copied")},
        class_name="inline-flex h-11 items-center gap-2 rounded-control px-3 text-[0.9375rem] font-semibold hover:bg-sunken",
    )

"""Modal dialogs that a button of the page opens and closes without asking the server."""

import reflex as rx

from marketplace.texts import t
from marketplace.web.components.button import icon_button
from marketplace.web.components.dialog import BOX

# The script below imports it; each asset is linked beside the others.
rx.asset("dialog.jsx", shared=True)
_BAR = "sticky z-10 flex items-center gap-3 bg-raised px-5"


class Sheet(rx.Component):
    """The compiled dialog with its button."""

    library = rx.asset("sheet.jsx", shared=True).importable_path
    tag = "Sheet"


def closes() -> dict[str, str]:
    """The attribute of what closes the sheet it is in; a dictionary of its own, since components write into theirs."""
    return {"data-close": "true"}


def sheet(opener: rx.Component, *children: rx.Component, title: str, name: str, actions: tuple = ()) -> rx.Component:
    """A sheet from the bottom of a phone; on wider screens a dialog.

    Args:
        opener: the button that opens it.
        title: its heading and its name.
        name: its id.
        actions: stay in sight below; what closes it has `custom_attrs=closes()`.
    """
    return Sheet.create(
        opener,
        rx.el.div(
            rx.el.h2(title, id=f"{name}-title", class_name="flex-1 text-xl font-bold tracking-tight"),
            icon_button("x", t("Close"), custom_attrs=closes(), class_name="-mr-2"),
            class_name=f"{_BAR} top-0 border-b border-line py-3",
        ),
        rx.el.div(*children, class_name="px-5 py-5"),
        rx.el.div(*actions, class_name=f"{_BAR} bottom-0 justify-between border-t border-line py-3")
        if actions
        else rx.fragment(),
        id=name,
        class_name=BOX,
        custom_attrs={"aria-labelledby": f"{name}-title"},
    )

"""Modal dialogs that open and close in the browser, without an event to the server."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.button import icon_button
from marketplace.web.components.dialog import BOX, close_attributes

# `sheet.jsx` imports it; each asset has to be linked beside it.
rx.asset("dialog.jsx", shared=True)
_BAR = "sticky z-10 flex items-center gap-3 bg-raised px-5"


class Sheet(rx.Component):
    """Wrapper of `sheet.jsx`: a dialog with the button that opens it."""

    library = rx.asset("sheet.jsx", shared=True).importable_path
    tag = "Sheet"


def sheet(opener: rx.Component, *children: rx.Component, title: str, name: str, actions: tuple = ()) -> rx.Component:
    """Sheet at the bottom of a phone; a dialog on wider screens.

    Args:
        opener: the button that opens it.
        title: heading and accessible name.
        name: id.
        actions: buttons that stay visible at the bottom; those that close it have `custom_attrs=close_attributes()`.
    """
    return Sheet.create(
        opener,
        rx.el.div(
            rx.el.h2(title, id=f"{name}-title", class_name="flex-1 text-xl font-bold tracking-tight"),
            icon_button("x", t("Close"), custom_attrs=close_attributes(), class_name="-mr-2"),
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

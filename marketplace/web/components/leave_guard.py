"""Asks before a form with unsaved changes is left."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.button import button
from marketplace.web.components.dialog import BOX, autofocus, close_attributes

# The script below imports it.
rx.asset("dialog.jsx", shared=True)


class LeaveGuard(rx.Component):
    """Wrapper of `leave_guard.jsx`."""

    library = rx.asset("leave_guard.jsx", shared=True).importable_path
    tag = "LeaveGuard"

    saved: rx.Var[dict[str, str]]
    busy: rx.Var[bool]


def leave_guard(saved, *, busy) -> rx.Component:
    """Ask before the page is left while the form around it has changes that the server has not stored. Put it into the form.

    Args:
        saved: the stored values by the names of the controls.
        busy: whether something else is under way, such as an upload.
    """
    name = "leave-guard"
    return LeaveGuard.create(
        rx.el.div(
            rx.el.h2(t("Leave without saving?"), id=f"{name}-title", class_name="text-xl font-bold tracking-tight"),
            rx.el.p(
                t("Your latest changes are not saved. If you leave now, you will lose them."),
                class_name="text-muted",
            ),
            rx.el.div(
                button(t("Leave"), variant="secondary", custom_attrs={"data-leave": ""} | close_attributes()),
                button(t("Keep editing"), custom_attrs=autofocus() | close_attributes()),
                class_name="flex justify-end gap-3",
            ),
            class_name="flex flex-col gap-4 p-5 sm:p-7",
        ),
        saved=saved,
        busy=busy,
        class_name=f"{BOX} sm:max-w-md",
        custom_attrs={"aria-labelledby": f"{name}-title"},
    )

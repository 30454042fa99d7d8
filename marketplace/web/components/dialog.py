"""Modal dialogs: centered on wide screens, at the bottom edge on phones."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.button import button, icon_button
from marketplace.web.components.fields import form_error

BOX = (
    "rising m-auto max-h-[92dvh] w-full max-w-lg overflow-y-auto rounded-box bg-raised p-0 text-ink shadow-pop "
    "max-sm:mb-0 max-sm:max-w-full max-sm:rounded-b-none"
)


def autofocus() -> dict[str, str]:
    """Return the attributes of the element that gets the focus when its dialog opens; a new dict for each component."""
    return {"data-autofocus": "true"}


def close_attributes() -> dict[str, str]:
    """Return the attributes of an element that closes its dialog; a new dict for each component."""
    return {"data-close": "true"}


class Dialog(rx.Component):
    """Wrapper of `dialog.jsx`, the native dialog element bound to a Var."""

    library = rx.asset("dialog.jsx", shared=True).importable_path
    tag = "Dialog"

    open: rx.Var[bool]
    on_close: rx.EventHandler[rx.event.no_args_event_spec]


def dialog(*children, open, on_close, title, name: str, class_name: str = "") -> rx.Component:
    """Modal dialog, whose title and Close button stay in sight. The focus goes to the element with `autofocus()`.

    Args:
        open: whether it is shown.
        on_close: called when it should close; its handler has to make `open` false.
        title: heading and accessible name.
        name: its id.
    """
    return Dialog.create(
        rx.el.div(
            rx.el.h2(title, id=f"{name}-title", class_name="text-xl font-bold tracking-tight"),
            icon_button("x", t("Close"), custom_attrs=close_attributes(), class_name="-mr-2"),
            class_name="sticky top-0 z-10 flex items-center justify-between gap-4 bg-raised px-5 py-3 sm:px-7 sm:pt-5",
        ),
        rx.el.div(*children, class_name="flex flex-col gap-5 px-5 pb-5 pt-2 sm:px-7 sm:pb-7"),
        id=name,
        # Another dialog in its place is a new one, which gets the focus.
        key=name,
        open=open,
        on_close=on_close,
        class_name=f"{BOX} {class_name}",
        custom_attrs={"aria-labelledby": f"{name}-title"},
    )


def close_button(label: str, **props) -> rx.Component:
    """Button that closes its dialog."""
    return button(label, **{"variant": "secondary"} | props, custom_attrs=close_attributes())


def confirm(question, *actions: rx.Component, open, on_close, title, name: str) -> rx.Component:
    """Dialog with a question and its answers as buttons."""
    return dialog(
        rx.el.p(question, class_name="text-muted"),
        _buttons(*actions),
        open=open,
        on_close=on_close,
        title=title,
        name=name,
        class_name="sm:max-w-md",
    )


def form_dialog(*content, open, on_close, title, name: str, class_name: str = "", **form) -> rx.Component:
    """Dialog that is a form; arguments as for `dialog` and `dialog_form`."""
    return dialog(
        dialog_form(*content, **form),
        open=open,
        on_close=on_close,
        title=title,
        name=name,
        class_name=class_name,
    )


def dialog_form(*content, on_submit, submit: rx.Component, cancel: str = "", error=None, **props) -> rx.Component:
    """Form inside of a dialog, which ends with the error of the whole form, a button that closes the dialog (Cancel by
    default), and the submit button.
    """
    return rx.el.form(
        *content,
        None if error is None else form_error(error),
        _buttons(close_button(cancel or t("Cancel")), submit),
        on_submit=on_submit,
        class_name="flex flex-col gap-4",
        **{"no_validate": True} | props,
    )


def _buttons(*buttons: rx.Component) -> rx.Component:
    return rx.el.div(*buttons, class_name="flex justify-end gap-3")

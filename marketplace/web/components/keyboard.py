"""Keyboard shortcuts, their hints, and focus."""

from typing import Any

import reflex as rx

_LIBRARY = rx.asset("keyboard.jsx", shared=True).importable_path


class KeyListener(rx.Component):
    """Wrapper of the listener in `keyboard.jsx`."""

    library = _LIBRARY
    tag = "KeyListener"

    keys: rx.Var[list[str]]
    within: rx.Var[str]
    on_press: rx.EventHandler[rx.event.passthrough_event_spec(str)]


class Focus(rx.Component):
    """Wrapper of the focus component in `keyboard.jsx`."""

    library = _LIBRARY
    tag = "Focus"

    target: rx.Var[str]


def on_keys(keys: str, handler: Any, *, within: str = "") -> rx.Component:
    """Send an event when one of the keys is pressed without modifiers, outside text fields.

    Args:
        keys: characters, e.g. `arn`.
        handler: called with the key.
        within: id of the dialog in which the keys work; empty: they work while no dialog is open.
    """
    return KeyListener.create(keys=list(keys), within=within, on_press=handler)


class SendListener(rx.Component):
    """Wrapper of the listener in `keyboard.jsx` that submits forms."""

    library = _LIBRARY
    tag = "SendListener"


def send_with_ctrl_enter() -> rx.Component:
    """Make Ctrl+Enter (⌘+Enter) submit the form of a field, or of the open dialog. Submit buttons name it with `send_hint`."""
    return SendListener.create()


def send_hint() -> rx.Component:
    """Label of the shortcut in a submit button."""
    return key_hint("Ctrl ↵")


def focus_on(target: str) -> rx.Component:
    """Move the focus to the element with this id when this component appears."""
    return Focus.create(target=target)


def key_hint(key: str) -> rx.Component:
    """Label of a shortcut, hidden from screen readers; the control names its key in `aria_keyshortcuts`."""
    return rx.el.kbd(
        key,
        aria_hidden="true",
        class_name="rounded border border-current px-1.5 text-xs font-semibold leading-5 opacity-80 max-lg:hidden",
    )

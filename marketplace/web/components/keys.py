"""The keyboard: keys that do something, the hints that say so, and where the focus goes."""

from typing import Any

import reflex as rx

_LIBRARY = rx.asset("keys.jsx", shared=True).importable_path


class Keys(rx.Component):
    """The compiled listener."""

    library = _LIBRARY
    tag = "Keys"

    keys: rx.Var[list[str]]
    within: rx.Var[str]
    on_press: rx.EventHandler[rx.event.passthrough_event_spec(str)]


class Focus(rx.Component):
    """The compiled focus."""

    library = _LIBRARY
    tag = "Focus"

    target: rx.Var[str]


def on_keys(keys: str, handler: Any, *, within: str = "") -> rx.Component:
    """Send an event when one of these keys is pressed alone and outside text fields.

    Args:
        keys: characters, e.g. `arn`.
        handler: called with the key.
        within: id of the dialog in which they count; without one they count while no dialog is open.
    """
    return Keys.create(keys=list(keys), within=within, on_press=handler)


def focus_on(target: str) -> rx.Component:
    """Gives the focus to the element with this id as soon as both are in the page."""
    return Focus.create(target=target)


def key_hint(key: str) -> rx.Component:
    """The key that does what the words beside it say; for the eye only, the control names it in `aria_keyshortcuts`."""
    return rx.el.kbd(
        key,
        aria_hidden="true",
        class_name="rounded border border-current px-1.5 text-xs font-semibold leading-5 opacity-80 max-lg:hidden",
    )

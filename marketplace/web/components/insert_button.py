"""Button that inserts a text into a text field."""

from typing import Any

import reflex as rx

from marketplace.web.components.button import button_class


class InsertButton(rx.Component):
    """Wrapper of `insert_button.jsx`."""

    library = rx.asset("insert_button.jsx", shared=True).importable_path
    tag = "InsertButton"

    text: rx.Var[str]
    into: rx.Var[str]
    replaces: rx.Var[bool]


def insert_button(words, *, text, into: str) -> rx.Component:
    """Button that adds `text` to what is typed in the control with the id `into`."""
    return InsertButton.create(
        words,
        text=text,
        into=into,
        class_name="inline-flex min-h-9 max-sm:min-h-11 items-center rounded-full border border-line bg-raised px-3 py-1 text-left text-sm "
        "font-medium hover:border-control hover:bg-sunken",
    )


def choice_button(*words, text, into: str, **options: Any) -> rx.Component:
    """Button that fills the control with the id `into` with `text`, in place of what is typed.

    Args:
        options: of `button_class`.
    """
    return InsertButton.create(*words, text=text, into=into, replaces=True, class_name=button_class(**options))

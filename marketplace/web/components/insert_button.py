"""Button that inserts a text into a text field."""

import reflex as rx


class InsertButton(rx.Component):
    """Wrapper of `insert_button.jsx`."""

    library = rx.asset("insert_button.jsx", shared=True).importable_path
    tag = "InsertButton"

    text: rx.Var[str]
    into: rx.Var[str]


def insert_button(words, *, text, into: str) -> rx.Component:
    """Button that adds `text` to what is typed in the control with the id `into`."""
    return InsertButton.create(
        words,
        text=text,
        into=into,
        class_name="inline-flex min-h-9 max-sm:min-h-11 items-center rounded-full border border-line bg-raised px-3 py-1 text-left text-sm "
        "font-medium hover:border-control hover:bg-sunken",
    )

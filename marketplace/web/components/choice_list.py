"""Lists of links that can be searched."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.fields import control_class


class ChoiceList(rx.Component):
    """Wrapper of `choice_list.jsx`."""

    library = rx.asset("choice_list.jsx", shared=True).importable_path
    tag = "ChoiceList"

    choices: rx.Var[list]
    searchable: rx.Var[bool]
    label: rx.Var[str]
    words: rx.Var[dict[str, str]]
    classes: rx.Var[dict[str, str]]


def choice_list(choices, render, *, searchable, label) -> rx.Component:
    """List of links; a long one scrolls by itself, under a box that searches its labels.

    Args:
        choices: views with a `label`.
        render: makes the `li` of a choice.
        searchable: whether it has the box.
        label: accessible name of the box.
    """
    return ChoiceList.create(
        rx.foreach(choices, render),
        choices=choices,
        searchable=searchable,
        label=label,
        words={"found": t("found"), "nothing": t("Nothing found")},
        classes={
            "root": "flex flex-col gap-1",
            "box": control_class(height="h-10", extra="mt-1"),
            "list": "",
            # Its links keep their outlines.
            "long": "-m-0.5 max-h-80 overflow-y-auto p-0.5 [scrollbar-width:thin]",
            "hidden": "sr-only",
            "nothing": "px-2.5 py-2 text-sm text-muted",
        },
    )

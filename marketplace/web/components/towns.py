"""Suggestions for a town that is being typed."""

import reflex as rx


class Towns(rx.Component):
    """The compiled list; a control shows it by naming its id as `list`."""

    library = rx.asset("towns.jsx", shared=True).importable_path
    tag = "Towns"

    town: rx.Var[str]
    state: rx.Var[str]


def towns(id: str, *, town: str, state: str = "") -> rx.Component:
    """The list of suggestions, from the same data as Get Current Location.

    Args:
        id: what the town's control has as its `list`.
        town: the id of the control it is typed into.
        state: the id of the control that takes the state of a chosen town, if there is one.
    """
    return Towns.create(id=id, town=town, state=state)

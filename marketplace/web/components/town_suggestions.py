"""Suggestions of town names."""

import reflex as rx


class TownSuggestions(rx.Component):
    """Wrapper of `town_suggestions.jsx`, a datalist; an input uses it with the `list` attribute."""

    library = rx.asset("town_suggestions.jsx", shared=True).importable_path
    tag = "TownSuggestions"

    town: rx.Var[str]
    state: rx.Var[str]


def town_suggestions(id: str, *, town: str, state: str = "") -> rx.Component:
    """Datalist of towns, from the data that Get Current Location uses.

    Args:
        id: id of the datalist, which the town's input names as its `list`.
        town: id of the input for the town.
        state: id of the input that is filled with the state of the chosen town; empty for none.
    """
    return TownSuggestions.create(id=id, town=town, state=state)

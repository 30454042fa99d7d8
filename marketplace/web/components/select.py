"""Select bound to a Var."""

import reflex as rx


class Select(rx.Component):
    """Wrapper of `select.jsx`, a select that shows a choice before the server has answered."""

    library = rx.asset("select.jsx", shared=True).importable_path
    tag = "Select"

    name: rx.Var[str]
    value: rx.Var[str]
    required: rx.Var[bool]
    disabled: rx.Var[bool]
    on_change: rx.EventHandler[rx.event.input_event]

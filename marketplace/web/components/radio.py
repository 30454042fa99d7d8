"""Radio button."""

import reflex as rx


class Radio(rx.Component):
    """Wrapper of `radio.jsx`, a radio button that shows a press before the server has answered."""

    library = rx.asset("radio.jsx", shared=True).importable_path
    tag = "Radio"

    name: rx.Var[str]
    value: rx.Var[str]
    chosen: rx.Var[bool]
    on_change: rx.EventHandler[rx.event.input_event]

"""One of several choices."""

import reflex as rx


class Radio(rx.Component):
    """The browser's radio button, which shows a press before the server has heard of it."""

    library = rx.asset("radio.jsx", shared=True).importable_path
    tag = "Radio"

    name: rx.Var[str]
    value: rx.Var[str]
    chosen: rx.Var[bool]
    on_change: rx.EventHandler[rx.event.input_event]

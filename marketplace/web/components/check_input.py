"""Checkboxes and radio buttons bound to a Var."""

import reflex as rx


class _CheckInput(rx.Component):
    """Wrapper of `check_input.jsx`, which shows a press before the server has answered."""

    library = rx.asset("check_input.jsx", shared=True).importable_path
    tag = "CheckInput"

    type: rx.Var[str]
    name: rx.Var[str]
    checked: rx.Var[bool]


class Checkbox(_CheckInput):
    """Checkbox whose `on_change` gets whether it is checked now."""

    on_change: rx.EventHandler[rx.event.checked_input_event]

    @classmethod
    def create(cls, *children, **props) -> rx.Component:
        """Create the checkbox."""
        return super().create(*children, **{"type": "checkbox"} | props)


class Radio(_CheckInput):
    """Radio button whose `on_change` gets its `value`."""

    value: rx.Var[str]
    on_change: rx.EventHandler[rx.event.input_event]

    @classmethod
    def create(cls, *children, **props) -> rx.Component:
        """Create the radio button."""
        return super().create(*children, **{"type": "radio"} | props)

"""Input for an amount."""

import reflex as rx


class DigitsInput(rx.Component):
    """Wrapper of `digits_input.jsx`, an input that takes only digits; ₹5,000 becomes 5000."""

    library = rx.asset("digits_input.jsx", shared=True).importable_path
    tag = "DigitsInput"

    name: rx.Var[str]
    placeholder: rx.Var[str]
    default_value: rx.Var[str]

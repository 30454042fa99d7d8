"""Forms that were refused bring the focus to what is wrong with them."""

import reflex as rx


class FirstWrong(rx.Component):
    """The compiled listener."""

    library = rx.asset("first_wrong.jsx", shared=True).importable_path
    tag = "FirstWrong"


def first_wrong() -> rx.Component:
    """For every form of the page: once it is refused, the first control that is wrong gets the focus."""
    return FirstWrong.create()

"""Long parts of a page that are made piece by piece."""

import reflex as rx

_LIBRARY = rx.asset("gradual.jsx", shared=True).importable_path


class Gradual(rx.Component):
    """The compiled turn-taker."""

    library = _LIBRARY
    tag = "Gradual"


def gradually(part: rx.Component) -> rx.Component:
    """Make this part in a turn of its own while the served document still covers the page, at once otherwise.

    Args:
        part: what only shows once its data is there: it stands behind a condition, and is a list (`rx.foreach`) or
            another condition, whose items are then made late.
    """
    return Gradual.create(part)

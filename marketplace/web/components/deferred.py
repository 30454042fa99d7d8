"""Rendering the long parts of a page in steps."""

import reflex as rx

_LIBRARY = rx.asset("deferred.jsx", shared=True).importable_path


class Deferred(rx.Component):
    """Wrapper of `deferred.jsx`."""

    library = _LIBRARY
    tag = "Deferred"


def deferred(part: rx.Component) -> rx.Component:
    """Render this part in a separate React transition while the server-rendered page still covers the app.

    In any other case it renders at once.

    Args:
        part: a list (`rx.foreach`) or condition inside a condition that is false until its data is loaded.
    """
    return Deferred.create(part)

"""Moves the focus to the first invalid control of a rejected form, and hides errors of what is changed."""

import reflex as rx


class FocusInvalid(rx.Component):
    """Wrapper of `focus_invalid.jsx`, a listener for all forms of the page; the layout contains it once."""

    library = rx.asset("focus_invalid.jsx", shared=True).importable_path
    tag = "FocusInvalid"


focus_invalid = FocusInvalid.create

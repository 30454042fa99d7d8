"""Helpers that accept Vars and plain values alike."""

import reflex as rx

# Value of an attribute that an element then does not have.
ABSENT = rx.Var(_js_expr="undefined", _var_type=str)


def join(*names: str | rx.Var | None) -> str | rx.Var:
    """Join class names to one string, or to a Var if one of them is a Var."""
    kept = [name for name in names if name is not None and not (isinstance(name, str) and not name)]
    if not any(isinstance(name, rx.Var) for name in kept):
        return " ".join(str(name) for name in kept)
    return rx.Var.create(" ".join(f"{name}" for name in kept))


def show_if(value, made: rx.Component | None):
    """Show a component only if the value is not empty; the value may be a Var."""
    if isinstance(value, rx.Var):
        return rx.cond(value, made or rx.fragment())
    return made if value else None

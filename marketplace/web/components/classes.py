"""Class names and components that depend on a Var, or on a plain value, alike."""

import reflex as rx


def join(*names: str | rx.Var | None) -> str | rx.Var:
    """The class names in one string; a Var among them makes it a Var."""
    kept = [name for name in names if name is not None and not (isinstance(name, str) and not name)]
    if not any(isinstance(name, rx.Var) for name in kept):
        return " ".join(str(name) for name in kept)
    return rx.Var.create(" ".join(f"{name}" for name in kept))


def present(value, made: rx.Component | None):
    """What is shown only where a text is there; the text may be a Var."""
    if isinstance(value, rx.Var):
        return rx.cond(value, made or rx.fragment())
    return made if value else None


# What every control that is pressed has in common.
PRESS = "transition-colors duration-150 disabled:opacity-55 aria-disabled:opacity-55"

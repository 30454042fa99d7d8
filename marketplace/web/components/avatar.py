"""Profile photos."""

import reflex as rx

from marketplace.web.components.photo import thumb

_TEXT = {32: "text-sm", 40: "text-base", 48: "text-lg", 100: "text-4xl"}


def avatar(name, shot=None, *, px: int = 40) -> rx.Component:
    """Round photo of 32, 40, 48 or 100 pixels, or the initial of the name if there is no photo."""
    initial = rx.el.span(
        name.to(str)[0].upper() if isinstance(name, rx.Var) else name[:1].upper(),
        aria_hidden="true",
        style={"width": f"{px}px", "height": f"{px}px"},
        class_name="flex shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent "
        f"{_TEXT[px]}",
    )
    if shot is None:
        return initial
    return rx.cond(shot, thumb(shot, alt="", px=px, class_name="shrink-0 rounded-full"), initial)

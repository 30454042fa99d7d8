"""Line icons (Lucide); always decoration, the name stands in words beside them."""

import reflex as rx


def icon(name: str, *, size: int = 20, class_name: str = "", **props) -> rx.Component:
    """An icon that screen readers pass over.

    Args:
        name: of a Lucide icon, e.g. `heart`.
        size: pixels.
    """
    return rx.icon(
        name,
        size=size,
        class_name=f"shrink-0 {class_name}",
        custom_attrs={"aria-hidden": "true", "strokeWidth": props.pop("stroke_width", 1.75)},
        **props,
    )

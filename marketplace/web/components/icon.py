"""Line icons (Lucide). They are decorative; a text beside them has the meaning."""

import reflex as rx


def icon(name: str, *, size: int = 20, class_name: str = "", **props) -> rx.Component:
    """Icon that is hidden from screen readers.

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

"""Badges for statuses and counts."""

import reflex as rx

from marketplace.web.components.icon import icon as draw

_LOOKS = {
    # Those of cards have short names.
    "accent": "badge-accent",
    "success": "badge bg-success-soft text-success",
    "warning": "badge bg-warning-soft text-warning",
    "danger": "badge bg-danger-soft text-danger",
    "neutral": "badge bg-sunken text-muted",
    "solid": "badge-solid",
    "plain": "badge-plain",
}


def badge(label, *, look: str = "neutral", icon: str = "", class_name: str = "") -> rx.Component:
    """Badge; `look` is accent, success, warning, danger, neutral, solid or plain."""
    return rx.el.span(
        draw(icon, size=14) if icon else None,
        label,
        class_name=f"{_LOOKS[look]} {class_name}".rstrip(),
    )


def count_badge(count, *, label: str, at: str = "right-0.5 top-0.5") -> rx.Component:
    """Count on the corner of a button with an icon: hidden for 0, at most 99+.

    Args:
        at: classes of its position; by default inside of the button, so that it touches no neighbour.
    """
    return rx.cond(
        count > 0,
        rx.el.span(
            rx.cond(count > 99, "99+", count.to_string()),
            rx.el.span(f" {label}", class_name="sr-only"),
            class_name=f"absolute {at} flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-danger "
            "px-1 text-[0.6875rem] font-bold leading-none text-on-danger",
        ),
    )

"""Prices."""

import reflex as rx

from marketplace.web.components.classes import show_if


def price(price_text, asked_text="", *, size: str = "text-lg", without: str = "") -> rx.Component:
    """Price, with the price before the discount struck through beside it.

    Args:
        price_text: e.g. ₹1,50,000; empty without a price.
        asked_text: the price before the discount; empty without one.
            without: text for an ad without a price.
    """
    return rx.el.p(
        rx.cond(
            price_text,
            rx.fragment(
                rx.el.span(price_text, class_name="font-bold text-ink"),
                rx.cond(
                    asked_text,
                    rx.el.span(
                        rx.el.span("was ", class_name="sr-only"),
                        rx.el.s(asked_text),
                        class_name="text-sm text-muted",
                    ),
                ),
            ),
            show_if(without, rx.el.span(without, class_name="font-medium text-muted")) or rx.fragment(),
        ),
        class_name=f"flex min-h-7 flex-wrap items-baseline gap-x-2 {size}",
    )

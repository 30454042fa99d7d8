"""Prices."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain.ads.schemas import AdDetail, AdRow, CardView
from marketplace.i18n.texts import t
from marketplace.web.components.classes import show_if


def amount(ad: ObjectVar[CardView] | ObjectVar[AdDetail] | ObjectVar[AdRow], *, class_name: str = "") -> rx.Component:
    """Price of an ad, the unit small beside the amount."""
    return rx.el.span(
        rx.el.span(ad.amount_text, class_name=class_name),
        rx.cond(
            ad.unit_text,
            rx.fragment(" ", rx.el.span(ad.unit_text, class_name="price-unit")),
        ),
    )


def price(
    ad: ObjectVar[CardView] | ObjectVar[AdDetail] | ObjectVar[AdRow], *, size: str = "text-lg", without: str = ""
) -> rx.Component:
    """Price of an ad with its unit, and the price before the discount struck through beside it.

    Args:
        without: text for an ad without a price.
    """
    return rx.el.p(
        rx.cond(
            ad.price_text,
            rx.fragment(
                amount(ad, class_name="font-bold text-ink"),
                rx.cond(
                    ad.asked_text,
                    rx.el.span(
                        rx.el.span(t("was"), " ", class_name="sr-only"),
                        rx.el.s(ad.asked_text),
                        class_name="text-sm text-muted",
                    ),
                ),
            ),
            show_if(without, rx.el.span(without, class_name="font-medium text-muted")) or rx.fragment(),
        ),
        class_name=f"price {size}",
    )

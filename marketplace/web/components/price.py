"""Prices."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain.ads.schemas import AdDetail, AdRow, CardView
from marketplace.i18n.texts import t
from marketplace.web.components.classes import show_if


def _amount(ad: ObjectVar[CardView] | ObjectVar[AdDetail] | ObjectVar[AdRow]) -> rx.Component | rx.Var:
    return rx.cond(ad.unit_text, rx.fragment(f"{ad.amount_text} ", rx.el.small(ad.unit_text)), ad.amount_text)


def price_text(ad: ObjectVar[CardView]) -> rx.Var:
    """Price of an ad with its unit, as one text; empty without a price."""
    return rx.cond(ad.unit_text, f"{ad.amount_text} {ad.unit_text}", ad.amount_text)


def amount(ad: ObjectVar[CardView] | ObjectVar[AdDetail] | ObjectVar[AdRow]) -> rx.Component:
    """Price of an ad, the unit small beside the amount."""
    return rx.el.span(_amount(ad), class_name="amount")


def price(
    ad: ObjectVar[CardView] | ObjectVar[AdDetail] | ObjectVar[AdRow], *, size: str = "", without: str = ""
) -> rx.Component:
    """Price of an ad with its unit, and the price before the discount struck through beside it.

    Args:
        size: class of the font size; by default that of cards.
        without: text for an ad without a price.
    """
    return rx.el.p(
        rx.cond(
            ad.amount_text,
            rx.fragment(
                rx.el.b(_amount(ad)),
                rx.cond(
                    ad.asked_text,
                    rx.el.span(
                        rx.el.span(t("was") + " ", class_name="sr-only"),
                        rx.el.s(ad.asked_text),
                        class_name="text-sm text-muted",
                    ),
                ),
            ),
            show_if(without, rx.el.span(without, class_name="font-medium text-muted")) or rx.fragment(),
        ),
        class_name=f"price {size}".rstrip(),
    )

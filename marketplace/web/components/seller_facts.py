"""Facts about a seller, for the pages of ads and sellers."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain.accounts.schemas import SellerProfile
from marketplace.i18n.texts import t
from marketplace.models import SellerType
from marketplace.web.components.icon import icon


def seller_facts(seller: ObjectVar[SellerProfile], *more: rx.Component, class_name: str = "flex-col") -> rx.Component:
    """List of facts about a seller; `more` are items made with `fact`."""
    return rx.el.ul(
        rx.cond(seller.seller_type == SellerType.BUSINESS.value, fact("store", t("Business"))),
        rx.cond(seller.trade.text, _rating(seller)),
        rx.cond(seller.trade.deals_text, fact("handshake", seller.trade.deals_text)),
        *more,
        # Nobody can register without the code that was mailed to this address.
        fact("mail-check", t("Email confirmed")),
        rx.cond(seller.reply_text, fact("message-circle", seller.reply_text)),
        rx.cond(seller.reply_rate_text, fact("check-check", seller.reply_rate_text)),
        fact("tags", seller.live_ads_text),
        rx.cond(seller.followers_text, fact("users", seller.followers_text)),
        fact("calendar-check", seller.since),
        class_name=f"flex gap-x-5 gap-y-1.5 text-sm text-muted {class_name}",
    )


def _rating(seller: ObjectVar[SellerProfile]) -> rx.Component:
    return fact(
        "star",
        rx.el.span(
            rx.cond(
                seller.trade.average_text,
                rx.el.span(
                    rx.el.span(t("Rated"), " ", class_name="sr-only"),
                    rx.el.b(seller.trade.average_text, class_name="text-ink"),
                    " · ",
                ),
            ),
            seller.trade.text,
        ),
    )


def fact(name: str, text) -> rx.Component:
    """One item of `seller_facts`, with an icon."""
    return rx.el.li(icon(name, size=18, class_name="mt-px text-accent"), text, class_name="flex gap-2")

"""Facts about a seller, for the pages of ads and sellers."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain.accounts.schemas import SellerProfile
from marketplace.i18n.texts import t
from marketplace.web.components.icon import icon


def seller_facts(seller: ObjectVar[SellerProfile], *more: rx.Component) -> rx.Component:
    """List of facts about a seller; `more` are items made with `fact`."""
    return rx.el.ul(
        *more,
        # Nobody can register without the code that was mailed to this address.
        fact("mail-check", t("Email confirmed")),
        rx.cond(seller.reply_text, fact("message-circle", seller.reply_text)),
        fact("tags", seller.live_ads_text),
        fact("calendar-check", seller.since),
        class_name="flex flex-col gap-1.5 text-sm text-muted",
    )


def fact(name: str, text) -> rx.Component:
    """One item of `seller_facts`, with an icon."""
    return rx.el.li(icon(name, size=18, class_name="mt-px text-accent"), text, class_name="flex gap-2")

"""Badges with the type and the state of one ad, where its buyer looks again: wishlist, chat, comparison."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.ad_card import TYPE_LABELS
from marketplace.web.components.badge import badge

_STATES = {"sold": t("Sold"), "paused": t("Paused"), "expired": t("Expired")}


def ad_marks(ad) -> rx.Component:
    """Badges of a view with `ad_type`, `status` and `reserved_until`."""
    return rx.el.div(
        badge(rx.match(ad.ad_type, *TYPE_LABELS.items(), ""), look="accent"),
        *(rx.cond(ad.status == status, badge(words, look="warning")) for status, words in _STATES.items()),
        rx.cond(ad.reserved_until, badge(t("Reserved"), look="warning")),
        class_name="flex flex-wrap gap-1.5",
    )

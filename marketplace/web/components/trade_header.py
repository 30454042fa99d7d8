"""The heading of pages about a deal or a rental: the ad with its photo, and the other party."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.components.button import button_link
from marketplace.web.components.classes import show_if
from marketplace.web.components.link import link
from marketplace.web.components.photo import photo


def trade_header(
    *, name, ad_id, cover, facts: list[rx.Component], other="", is_buyer=None, chat="", level: str = "h1"
) -> rx.Component:
    """Photo, name and facts of the ad, and the other party with a link to the chat.

    Args:
        facts: what was agreed, in one line, e.g. the price.
        other: display name of the other party; empty for those who are no party.
        is_buyer: whether the reader is the buyer, so that the other one is the seller.
        chat: URL of the conversation; no link if empty.
        level: heading element of the name.
    """
    return rx.el.div(
        link(
            photo(cover, alt="", sizes="128px"),
            href=paths.ad(ad_id),
            # The name beside it is the same link.
            tab_index=-1,
            aria_hidden="true",
            class_name="size-24 shrink-0 overflow-hidden rounded-box bg-sunken sm:size-32",
        ),
        rx.el.div(
            getattr(rx.el, level)(
                link(name, href=paths.ad(ad_id), class_name="tall-tap hover:text-accent"),
                class_name="text-xl font-bold tracking-tight text-ink [overflow-wrap:anywhere] sm:text-3xl",
            ),
            rx.el.div(*facts, class_name="flex flex-wrap items-center gap-x-2 gap-y-1"),
            show_if(
                other,
                rx.el.p(
                    rx.cond(is_buyer, t("Seller"), t("Buyer")) if is_buyer is not None else None,
                    ": ",
                    rx.el.b(other, class_name="font-semibold text-ink"),
                    class_name="text-sm text-muted [overflow-wrap:anywhere]",
                ),
            ),
            class_name="flex min-w-0 flex-1 flex-col gap-1.5",
        ),
        show_if(
            chat,
            button_link(t("Chat"), href=chat, variant="secondary", icon="message-circle", class_name="max-sm:w-full"),
        ),
        class_name="flex flex-wrap items-center gap-x-4 gap-y-3 sm:gap-x-5",
    )

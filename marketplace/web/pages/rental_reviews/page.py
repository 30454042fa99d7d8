"""The reviews of a rental that is over. Those of a deal are on its page."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.components.button import button_link
from marketplace.web.components.trade_header import trade_header
from marketplace.web.layouts.trade_page import trade_page
from marketplace.web.page_registry import private_page
from marketplace.web.widgets.reviews import ExchangeState, review_panel


def rental_reviews_page() -> rx.Component:
    """The reviews, their skeleton, a login prompt or an error."""
    return trade_page(
        ExchangeState,
        ExchangeState.exchange.subject_id,
        _found(),
        prompt=t("Please sign in to write a review."),
        icon="star",
    )


def _found() -> rx.Component:
    exchange = ExchangeState.exchange
    return rx.el.div(
        trade_header(
            name=exchange.ad_display_name,
            ad_id=exchange.ad_id,
            cover=exchange.cover,
            facts=[
                button_link(
                    rx.cond(exchange.is_deal, t("Open the deal"), t("Open the rental")),
                    href=rx.cond(exchange.is_deal, paths.deal(exchange.subject_id), paths.rental(exchange.subject_id)),
                    variant="secondary",
                    size="sm",
                )
            ],
        ),
        review_panel(),
        class_name="mx-auto flex max-w-2xl flex-col gap-5",
    )


PAGES = [
    private_page(
        "/reviews/[enquiry_id]",
        rental_reviews_page,
        t("Reviews of a rental"),
        t("What the two parties of a rental say about each other."),
        ExchangeState,
    )
]

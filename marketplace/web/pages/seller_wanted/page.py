"""The page with what buyers look for, for sellers."""

import reflex as rx

from marketplace.domain.wanted import FittingAd
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.base.page_state import list_or_placeholder
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button, button_link, row_button
from marketplace.web.components.link import link
from marketplace.web.components.pagination import pagination
from marketplace.web.components.photo import thumb
from marketplace.web.components.placeholders import empty_state, loading_text
from marketplace.web.components.section import page_title
from marketplace.web.components.wanted import wanted_facts
from marketplace.web.layouts.sidebar import seller_page
from marketplace.web.page_registry import private_page
from marketplace.web.pages.seller_wanted.state import SellerWantedState, WantedCard
from marketplace.web.widgets.report_dialog import report_dialog


def _ad(card: rx.Var[WantedCard], ad: rx.Var[FittingAd]) -> rx.Component:
    return rx.el.li(
        thumb(ad.cover, alt="", px=48, class_name="shrink-0 rounded-control"),
        rx.el.div(
            link(ad.name, href=paths.ad(ad.id), class_name="line-clamp-2 font-medium hover:text-accent"),
            rx.cond(ad.price_text, rx.el.p(ad.price_text, class_name="text-sm text-muted")),
            class_name="min-w-0 flex-1",
        ),
        rx.cond(
            ad.offered,
            badge(t("Offered"), look="success", icon="check"),
            button(
                t("Offer this ad"),
                rx.el.span(": ", ad.name, class_name="sr-only"),
                variant="secondary",
                size="sm",
                class_name="shrink-0",
                data_once="true",
                on_click=SellerWantedState.offer(card.wanted.id, ad.id),
            ),
        ),
        class_name="flex min-h-14 items-center gap-3 py-2",
    )


def _ads(card: rx.Var[WantedCard], ads: rx.Var) -> rx.Component:
    return rx.el.ul(rx.foreach(ads, lambda ad: _ad(card, ad)), class_name="divide-y divide-line")


def _card(card: rx.Var[WantedCard]) -> rx.Component:
    item = card.wanted
    return rx.el.li(
        rx.el.h2(item.title, class_name="break-words text-lg font-semibold text-ink"),
        wanted_facts(item),
        rx.el.div(
            rx.el.h3(t("Your matching ads"), class_name="text-sm font-semibold"),
            _ads(card, card.ads),
            rx.cond(
                card.more_text,
                rx.el.details(
                    rx.el.summary(
                        card.more_text, class_name="flex min-h-11 cursor-pointer items-center font-medium text-accent"
                    ),
                    _ads(card, card.more),
                ),
            ),
            class_name="border-t border-line pt-3",
        ),
        rx.el.div(
            rx.el.span(item.posted_text, class_name="text-sm text-muted"),
            row_button(
                t("Report"), item.title, variant="ghost", icon="flag", on_click=SellerWantedState.report_wanted(item.id)
            ),
            class_name="-mb-2 -mr-3 flex items-center justify-between gap-3",
        ),
        class_name="flex flex-col gap-3 rounded-box border border-line bg-raised p-4 sm:p-5",
    )


def _list() -> rx.Component:
    state = SellerWantedState
    return list_or_placeholder(
        state,
        state.cards,
        rx.fragment(
            rx.el.ul(rx.foreach(state.cards, _card), class_name="flex flex-col gap-3"), pagination(state.links)
        ),
        empty_state(
            t("No buyer near you is looking for things like yours right now."),
            t("We tell you when one does. The more ads you have, the more buyers you see here."),
            button_link(t("Post Your Ad"), href=paths.POST_AD),
            icon="search",
        ),
        rx.fragment(loading_text(t("Loading…")), rx.el.div(class_name="skeleton h-48")),
    )


def seller_wanted() -> rx.Component:
    """What buyers look for that the signed-in seller has."""
    return seller_page(
        page_title(
            t("Buyers are looking for"),
            t("These buyers near you want things like yours. Offer them an ad to start a chat."),
        ),
        _list(),
        report_dialog(SellerWantedState, t("Report this wanted ad"), name="report-wanted"),
        here=paths.SELLER_WANTED,
    )


PAGES = [
    private_page(
        paths.SELLER_WANTED,
        seller_wanted,
        t("Buyers are looking for"),
        t("What buyers near your ads are looking for."),
        SellerWantedState,
    )
]

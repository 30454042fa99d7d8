"""A seller's public page: who they are, and their live ads."""

import reflex as rx

from marketplace.domain.ads.schemas import AdCard
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.components.ad_card import GRID, ad_grid_skeleton
from marketplace.web.components.address import is_here
from marketplace.web.components.avatar import avatar
from marketplace.web.components.badge import badge
from marketplace.web.components.breadcrumb import breadcrumb
from marketplace.web.components.button import button_link
from marketplace.web.components.gradual import gradually
from marketplace.web.components.icon import icon
from marketplace.web.components.pagination import pagination
from marketplace.web.components.section import SITE_WIDTH, section_header
from marketplace.web.components.states import empty_state
from marketplace.web.fetching import fetched
from marketplace.web.layouts.site import site_layout
from marketplace.web.pages.seller_public.state import ShopState
from marketplace.web.saved import live_card
from marketplace.web.site import Page


def _head() -> rx.Component:
    seller = ShopState.shop.seller
    name = rx.cond(seller.shop_name, seller.shop_name, seller.name)
    return rx.el.div(
        avatar(name, seller.images[0], px=100),
        rx.el.div(
            rx.el.h1(name, class_name="text-2xl font-bold tracking-tight text-ink sm:text-3xl"),
            rx.cond(seller.seller_type == "business", badge(t("Business"), look="accent", icon="store")),
            rx.cond(
                seller.place,
                rx.el.p(
                    icon("map-pin", size=18, class_name="mt-0.5"), seller.place, class_name="flex gap-1.5 text-muted"
                ),
            ),
            rx.el.p(ShopState.shop.since, class_name="text-muted"),
            class_name="flex min-w-0 flex-col items-start gap-1.5",
        ),
        class_name="flex items-center gap-5",
    )


def _card(ad: rx.Var[AdCard]) -> rx.Component:
    return live_card(ad)


def _found() -> rx.Component:
    shop = ShopState.shop
    return rx.el.div(
        breadcrumb(
            (t("Home"), paths.HOME), here=rx.cond(shop.seller.shop_name, shop.seller.shop_name, shop.seller.name)
        ),
        _head(),
        section_header(t("Live ads"), shop.total_text),
        rx.cond(
            shop.cards.length() > 0,
            rx.el.div(gradually(rx.foreach(shop.cards, _card)), class_name=GRID),
            empty_state(t("This seller has no live ads now."), "", button_link(t("Search all ads"), href=paths.SEARCH)),
        ),
        pagination(shop.links),
        class_name="flex flex-col gap-6",
    )


def seller_page() -> rx.Component:
    """The seller, or why there is none."""
    return site_layout(
        rx.el.div(
            rx.cond(
                ShopState.missing,
                empty_state(ShopState.missing, "", button_link(t("Search all ads"), href=paths.SEARCH), level="h1"),
                fetched(ShopState, rx.cond(is_here(ShopState.shop.seller.id), _found(), ad_grid_skeleton(8))),
            ),
            class_name=f"py-6 {SITE_WIDTH}",
        )
    )


PAGES = [
    Page(
        "/sellers/[seller_id]",
        seller_page,
        t("Seller"),
        t("A seller's live ads, and since when they have been selling here."),
        on_load=(ShopState.open,),
    )
]

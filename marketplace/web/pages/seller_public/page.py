"""The public page of a seller."""

import reflex as rx

from marketplace.domain.reviews import ReviewView
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.base.page_state import content_or_error
from marketplace.web.components.ad_card import ad_grid_skeleton
from marketplace.web.components.avatar import avatar
from marketplace.web.components.badge import badge
from marketplace.web.components.breadcrumb import breadcrumb
from marketplace.web.components.button import button, button_link
from marketplace.web.components.current_url import url_has_id
from marketplace.web.components.link import link
from marketplace.web.components.pagination import pagination
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.review import review_body
from marketplace.web.components.section import SITE_WIDTH, section_header
from marketplace.web.components.seller_facts import fact, seller_facts
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page
from marketplace.web.pages.seller_public.state import SellerPageState
from marketplace.web.widgets.report_dialog import report_dialog
from marketplace.web.widgets.wishlist_toggle import saveable_cards


def _head() -> rx.Component:
    seller = SellerPageState.seller_page.seller
    return rx.el.div(
        avatar(seller.display_name, seller.images[0], px=100),
        rx.el.div(
            rx.el.h1(seller.display_name, class_name="text-2xl font-bold tracking-tight text-ink sm:text-3xl"),
            rx.cond(seller.seller_type == "business", badge(t("Business"), look="accent", icon="store")),
            class_name="flex min-w-0 flex-col items-start gap-1.5",
        ),
        # Below the photo on phones, beside it on wider screens.
        rx.el.div(
            seller_facts(seller, rx.cond(seller.place, fact("map-pin", seller.place)), class_name="flex-wrap"),
            rx.el.div(
                rx.cond(
                    SellerPageState.seller_page.can_chat,
                    button(
                        t("Chat"), icon="message-circle", on_click=SellerPageState.start_chat, class_name="min-w-32"
                    ),
                ),
                rx.cond(SellerPageState.seller_page.can_follow, _follow_button()),
                class_name="flex flex-wrap gap-2 empty:hidden max-sm:*:flex-1",
            ),
            class_name="flex min-w-0 flex-col gap-3 max-sm:col-span-full sm:col-start-2",
        ),
        class_name="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-3 sm:[&>:first-child]:row-span-2",
    )


def _follow_button() -> rx.Component:
    page = SellerPageState.seller_page
    return button(
        rx.cond(page.following, t("Following"), t("Follow")),
        variant="secondary",
        icon="bell",
        on_click=SellerPageState.follow(page.seller.id, page.following),
        aria_pressed=rx.cond(page.following, "true", "false"),
        title=t("Get this seller's new ads by email and as notifications"),
        class_name="min-w-32",
    )


def _found() -> rx.Component:
    seller_page = SellerPageState.seller_page
    return rx.el.div(
        breadcrumb((t("Home"), paths.HOME), here=seller_page.seller.display_name),
        _head(),
        section_header(t("Live ads")),
        rx.cond(
            seller_page.cards.length() > 0,
            saveable_cards(seller_page.cards),
            empty_state(t("This seller has no live ads now."), "", button_link(t("Search all ads"), href=paths.SEARCH)),
        ),
        pagination(seller_page.links),
        rx.cond(seller_page.reviews.length() > 0, _reviews()),
        class_name="flex flex-col gap-6",
    )


def _reviews() -> rx.Component:
    seller_page = SellerPageState.seller_page
    return rx.el.section(
        section_header(t("Reviews"), seller_page.seller.trade.text),
        rx.el.ul(rx.foreach(seller_page.reviews, _review), class_name="grid gap-4 md:grid-cols-2"),
        rx.cond(
            seller_page.more_reviews_href,
            link(t("Show more reviews"), href=seller_page.more_reviews_href, look="accent", class_name="py-2"),
        ),
        report_dialog(SellerPageState, t("Report this review"), name="report-review"),
        id="reviews",
        class_name="flex scroll-mt-20 flex-col gap-4",
    )


def _review(review: rx.Var[ReviewView]) -> rx.Component:
    return rx.el.li(
        review_body(
            review,
            rx.el.div(
                button(
                    t("Report"),
                    rx.el.span(" ", t("the review by"), " ", review.writer_name, class_name="sr-only"),
                    variant="ghost",
                    size="sm",
                    icon="flag",
                    on_click=SellerPageState.report_review(review.id),
                ),
                class_name="-mb-2 -ml-3",
            ),
        ),
        class_name="rounded-box border border-line bg-raised p-4",
    )


def seller_page() -> rx.Component:
    """The seller with their live ads, or an error."""
    return site_layout(
        rx.el.div(
            rx.cond(
                SellerPageState.missing,
                empty_state(
                    SellerPageState.missing, "", button_link(t("Search all ads"), href=paths.SEARCH), level="h1"
                ),
                content_or_error(
                    SellerPageState,
                    rx.cond(url_has_id(SellerPageState.seller_page.seller.id), _found(), ad_grid_skeleton(8)),
                ),
            ),
            class_name=f"py-6 {SITE_WIDTH}",
        )
    )


PAGES = [
    Page(
        "/sellers/[seller_id]",
        seller_page,
        t("Seller"),
        t("A seller's live ads, and how long they have been selling here."),
        states=(SellerPageState,),
    )
]

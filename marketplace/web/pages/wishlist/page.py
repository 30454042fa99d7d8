"""The wishlist page."""

import reflex as rx

from marketplace.domain.wishlist import SavedAd
from marketplace.domain.wishlist import messages as wishlist_messages
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.session_forms import switch_button
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.page_state import list_or_placeholder
from marketplace.web.components.ad_card import TYPE_LABELS
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button_link, row_button
from marketplace.web.components.fields import option, select
from marketplace.web.components.link import link
from marketplace.web.components.photo import DEFAULT_AD, photo
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.price import price
from marketplace.web.components.section import SITE_WIDTH, page_title
from marketplace.web.layouts.sidebar import login_prompt
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import private_page
from marketplace.web.pages.wishlist.state import WishlistState

_GRID = "grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3"


def _gone(item: rx.Var[SavedAd]) -> rx.Component:
    return rx.el.div(
        rx.el.h2(item.ad_display_name, class_name="font-semibold"),
        rx.el.p(t("This ad is no longer available."), class_name="text-sm text-muted"),
        class_name="flex w-full min-w-0 flex-1 flex-col gap-1",
    )


def _words(item: rx.Var[SavedAd]) -> rx.Component:
    ad = item.ad
    return rx.el.div(
        rx.el.h2(
            link(ad.display_name, href=paths.ad(ad.id), class_name="hover:text-accent"),
            class_name="line-clamp-2 font-semibold leading-snug text-ink",
        ),
        rx.cond(ad.title, rx.el.p(ad.title, class_name="truncate text-sm text-muted")),
        price(ad, without=t("Price on request")),
        class_name="flex w-full min-w-0 flex-1 flex-col gap-1",
    )


def _marks(item: rx.Var[SavedAd]) -> rx.Component:
    ad = item.ad
    return rx.cond(
        ad,
        rx.el.div(
            badge(rx.match(ad.ad_type, *TYPE_LABELS.items(), ""), look="accent"),
            rx.cond(ad.status == "sold", badge(t("Sold"), look="warning")),
            rx.cond(ad.status == "paused", badge(t("Paused"), look="warning")),
            rx.cond(ad.status == "expired", badge(t("Expired"), look="warning")),
            class_name="flex flex-wrap gap-1.5",
        ),
    )


def _card(item: rx.Var[SavedAd]) -> rx.Component:
    return rx.el.article(
        rx.el.div(
            rx.cond(
                item.ad,
                photo(item.ad.cover, alt=item.ad_display_name, sizes="140px"),
                rx.el.img(src=DEFAULT_AD, alt="", class_name="size-full object-cover"),
            ),
            class_name="aspect-square w-28 shrink-0 self-start overflow-hidden rounded-box bg-sunken sm:w-32",
        ),
        rx.el.div(
            rx.cond(item.ad, _words(item), _gone(item)),
            rx.el.div(
                _marks(item),
                row_button(
                    t("Remove"),
                    item.ad_display_name,
                    icon="trash-2",
                    class_name="ml-auto",
                    on_click=WishlistState.remove(item.ad_id),
                ),
                class_name="flex w-full flex-wrap items-center gap-2",
            ),
            class_name="flex min-w-0 flex-1 flex-col items-start gap-3",
        ),
        class_name="flex gap-4 rounded-box border border-line bg-raised p-3.5",
    )


def _list() -> rx.Component:
    return list_or_placeholder(
        WishlistState,
        WishlistState.items,
        rx.el.div(rx.foreach(WishlistState.items, _card), class_name=_GRID),
        empty_state(
            t("No products in your wishlist."),
            t("Press the heart on an ad to save it here."),
            button_link(t("Search all ads"), href=paths.SEARCH),
            icon="heart",
        ),
        rx.el.div(*[rx.el.div(class_name="skeleton h-40 rounded-box")] * 3, aria_hidden="true", class_name=_GRID),
    )


def _count() -> rx.Var | rx.Component:
    count = WishlistState.items.length()
    words = rx.cond(count == 1, t("1 saved ad"), rx.Var.create(f"{count} ") + t("saved ads"))
    return rx.cond(count > 0, words, "")


def _order() -> rx.Component:
    return rx.cond(
        WishlistState.items.length() > 1,
        select(
            *[option(t(words), sort) for sort, words in wishlist_messages.SORTS.items()],
            aria_label=t("Sort by"),
            value=WishlistState.sort,
            on_change=WishlistState.sort_by,
        ),
    )


def _prompt() -> rx.Component:
    """What the page shows without a buyer's account: a login, or for other accounts a way on."""
    return rx.cond(
        SessionState.signed_in,
        empty_state(
            t(wishlist_messages.FOR_BUYERS),
            t("Switch to a buyer account to save ads. One email can have both."),
            rx.cond(SessionState.kind == "seller", switch_button("user")),
            button_link(t("Search all ads"), href=paths.SEARCH, variant="secondary"),
            icon="heart",
        ),
        login_prompt(t(wishlist_messages.LOGIN_FIRST)),
    )


def wishlist() -> rx.Component:
    """The saved ads, or why there are none to show."""
    return site_layout(
        rx.el.div(
            page_title(t("My Wishlist"), _count(), _order()),
            rx.cond(SessionState.ready & (SessionState.kind != "user"), _prompt(), _list()),
            # One screen high, so that the footer does not move when the list appears.
            class_name=f"flex min-h-[calc(100dvh-4rem)] flex-col gap-6 py-6 sm:py-8 {SITE_WIDTH}",
        )
    )


PAGES = [
    private_page(
        paths.WISHLIST,
        wishlist,
        t("My Wishlist"),
        t("The ads you saved, with their current price and status."),
        WishlistState,
    )
]

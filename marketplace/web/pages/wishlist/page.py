"""The wishlist page."""

import reflex as rx
from reflex.vars import NumberVar

from marketplace.domain.ads import COMPARED_MAX
from marketplace.domain.wishlist import SavedAd
from marketplace.domain.wishlist import messages as wishlist_messages
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.session_forms import switch_button
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.page_state import list_or_placeholder
from marketplace.web.components.ad_marks import ad_marks
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
        class_name="flex min-w-0 flex-1 flex-col items-start gap-1",
    )


def _words(item: rx.Var[SavedAd]) -> rx.Component:
    ad = item.ad
    return rx.el.div(
        rx.el.h2(
            link(ad.display_name, href=paths.ad(ad.id), class_name="hover:text-accent"),
            class_name="line-clamp-2 font-semibold leading-snug text-ink",
        ),
        rx.cond(ad.title, rx.el.p(ad.title, class_name="max-w-full truncate text-sm text-muted")),
        rx.cond(ad.line != ad.title, rx.el.p(ad.line, class_name="max-w-full truncate text-sm text-ink")),
        price(ad, without=t("Price on request")),
        ad_marks(ad),
        class_name="flex min-w-0 flex-1 flex-col items-start gap-1",
    )


def _actions(item: rx.Var[SavedAd]) -> rx.Component:
    is_chosen = WishlistState.chosen.contains(item.ad_id)
    return rx.el.div(
        rx.cond(
            item.ad & (_count() > 1),
            row_button(
                t("Compare"),
                item.ad_display_name,
                icon="arrow-left-right",
                aria_pressed=is_chosen,
                disabled=~is_chosen & (WishlistState.chosen.length() >= COMPARED_MAX),
                on_click=WishlistState.choose(item.ad_id),
                class_name="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent",
            ),
        ),
        row_button(t("Remove"), item.ad_display_name, icon="trash-2", on_click=WishlistState.remove(item.ad_id)),
        class_name="flex w-full flex-wrap gap-2 self-end",
    )


def _saved(item: rx.Var[SavedAd]) -> rx.Component:
    return rx.fragment(
        rx.el.div(
            rx.cond(
                item.ad,
                photo(item.ad.cover, alt=item.ad_display_name, sizes="140px"),
                rx.el.img(src=DEFAULT_AD, alt="", class_name="size-full object-cover"),
            ),
            class_name="aspect-square w-24 shrink-0 self-start overflow-hidden rounded-box bg-sunken sm:w-32",
        ),
        rx.cond(item.ad, _words(item), _gone(item)),
        _actions(item),
    )


def _removed(item: rx.Var[SavedAd]) -> rx.Component:
    """The place of an ad that was just removed."""
    return rx.el.div(
        rx.el.p(
            rx.el.span(item.ad_display_name, class_name="line-clamp-2 font-medium text-ink"),
            t(wishlist_messages.REMOVED),
            class_name="min-w-0 flex-1 text-sm text-muted",
        ),
        row_button(
            t("Undo"),
            item.ad_display_name,
            icon="rotate-ccw",
            # The button that was pressed is gone.
            auto_focus=True,
            on_click=WishlistState.undo(item.ad_id),
        ),
        class_name="flex w-full items-center gap-3",
    )


def _card(item: rx.Var[SavedAd]) -> rx.Component:
    return rx.el.article(
        rx.cond(WishlistState.removed.contains(item.ad_id), _removed(item), _saved(item)),
        key=item.ad_id,
        class_name="flex flex-wrap gap-3.5 rounded-box border border-line bg-raised p-3.5",
    )


def _compare_bar() -> rx.Component:
    """What was chosen to compare, above the bar at the bottom of phones."""
    count = WishlistState.chosen.length()
    return rx.cond(
        count > 0,
        rx.el.section(
            rx.el.p(
                rx.cond(count > 1, t("Side by side"), t("Choose another ad to compare it with.")),
                role="status",
                class_name="min-w-0 flex-1 text-sm",
            ),
            rx.cond(
                count > 1,
                button_link(
                    t("Compare"),
                    rx.el.span(count),
                    href=f"{paths.COMPARE}?ads=" + WishlistState.chosen.join(","),
                    icon="arrow-left-right",
                ),
            ),
            aria_label=t("Compare"),
            class_name="sticky bottom-20 z-10 flex min-h-16 items-center gap-3 rounded-box border border-line bg-raised p-3 "
            "shadow-pop md:bottom-4",
        ),
    )


def _list() -> rx.Component:
    return list_or_placeholder(
        WishlistState,
        WishlistState.items,
        rx.fragment(rx.el.div(rx.foreach(WishlistState.items, _card), class_name=_GRID), _compare_bar()),
        empty_state(
            t("No products in your wishlist."),
            t("Press the heart on an ad to save it here."),
            button_link(t("Search all ads"), href=paths.SEARCH),
            icon="heart",
        ),
        rx.el.div(*[rx.el.div(class_name="skeleton h-40 rounded-box")] * 3, aria_hidden="true", class_name=_GRID),
    )


def _count() -> NumberVar:
    return WishlistState.items.length() - WishlistState.removed.length()


def _count_text() -> rx.Var | rx.Component:
    words = rx.cond(_count() == 1, t("1 saved ad"), rx.Var.create(f"{_count()} ") + t("saved ads"))
    return rx.cond(_count() > 0, words, "")


def _compare_link() -> rx.Component:
    """What most people compare: the ads of the same kind."""
    return rx.cond(
        WishlistState.alike_href,
        button_link(t("Compare"), href=WishlistState.alike_href, variant="secondary", icon="arrow-left-right"),
    )


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
            page_title(t("My Wishlist"), _count_text(), _compare_link(), _order()),
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

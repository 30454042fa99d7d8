"""The seller's dashboard."""

import reflex as rx

from marketplace.domain.ads.schemas import DashboardAd
from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.base.page_state import content_or_error
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button_link
from marketplace.web.components.icon import icon
from marketplace.web.components.interval import interval
from marketplace.web.components.link import link
from marketplace.web.components.on_change import on_change
from marketplace.web.components.photo import thumb
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.price import amount
from marketplace.web.components.section import page_title, section_header
from marketplace.web.components.table import row, table
from marketplace.web.layouts.sidebar import seller_layout
from marketplace.web.live import LiveState
from marketplace.web.page_registry import private_page
from marketplace.web.pages.dashboard.state import DashboardState
from marketplace.web.widgets.ad_actions import ad_menu
from marketplace.web.widgets.endings_dialog import endings_dialog
from marketplace.web.widgets.waiting import WaitingState, waiting_overview

_ID_SHOWN = 12
_THUMB_PX = 50


def _card(words: str, number, mark: str, href: str, *extra: rx.Component) -> rx.Component:
    return link(
        rx.el.span(
            icon(mark, size=24),
            class_name="flex size-12 shrink-0 items-center justify-center rounded-box bg-accent-soft text-accent max-sm:hidden",
        ),
        rx.el.span(
            rx.el.span(number, class_name="block text-2xl font-bold text-ink"),
            rx.el.span(*_breakable(words), class_name="block text-muted max-sm:text-sm"),
            class_name="min-w-0",
        ),
        *extra,
        href=href,
        class_name="relative flex items-start gap-4 rounded-box border border-line bg-raised p-3 "
        "hover:border-control sm:items-center sm:p-5",
    )


def _breakable(words: str) -> list[rx.Component | str]:
    """The words with a place for a line break after a slash, which narrow cards need."""
    first, slash, rest = words.partition("/")
    return [first + slash, rx.el.wbr(), rest] if slash else [words]


def _cards() -> rx.Component:
    stats = DashboardState.overview.stats
    unread = DashboardState.overview.unread
    return rx.el.div(
        _card(t("Total Ad Posted"), stats.total_ads, "tags", paths.SELLER_ADS),
        _card(t("Featured Ads"), stats.featured_ads, "star", f"{paths.SELLER_ADS}?status=featured"),
        _card(
            t("Offers/Messages"),
            stats.messages,
            "message-circle",
            paths.SELLER_MESSAGES,
            rx.cond(
                unread > 0,
                badge(
                    rx.fragment(unread, rx.el.span(" ", t("unread"), class_name="max-sm:sr-only")),
                    look="danger",
                    # Three cards in a row have no room for it, on phones only for its number.
                    class_name="absolute right-2 top-2 whitespace-nowrap sm:right-3 sm:top-3",
                ),
            ),
        ),
        class_name="grid grid-cols-3 gap-2 sm:gap-4",
    )


_HEADINGS = [t("Photo"), t("Name"), t("Ad ID"), t("Price"), t("Views"), t("Status"), t("Actions")]
# On phones a row has three lines: photo and name with price; the id; then views, state and the actions.
_PLACES = [
    "max-sm:flex-none",
    "max-sm:min-w-0 max-sm:grow max-sm:basis-[calc(100%-6rem)]",
    "max-sm:basis-full",
    "max-sm:hidden",
    "max-sm:flex-none",
    "max-sm:flex-none",
    "max-sm:ml-auto max-sm:flex-none max-sm:-mr-2",
]


def _row(ad: rx.Var[DashboardAd]) -> rx.Component:
    card = ad.card
    price = rx.cond(card.price_text, amount(card), "–")
    return row(
        thumb(card.cover, alt="", px=_THUMB_PX),
        rx.el.div(
            link(card.display_name, href=paths.ad(card.id), class_name="tall-tap font-medium hover:text-accent"),
            rx.el.p(price, class_name="xl:hidden"),
        ),
        rx.el.code(card.id[:_ID_SHOWN], title=card.id, class_name="text-sm text-muted"),
        price,
        rx.el.span(
            icon("eye", size=16, class_name="xl:hidden"),
            ad.views_text,
            rx.el.span(" ", t("views"), class_name="sr-only"),
            class_name="inline-flex items-center gap-1 max-xl:text-sm max-xl:text-muted",
        ),
        rx.cond(card.status == "approved", badge(t("Active"), look="success"), badge(t("Sold"), look="warning")),
        rx.el.div(
            button_link(
                t("Edit"),
                rx.el.span(" ", card.display_name, class_name="sr-only"),
                href=paths.edit_ad(card.id),
                variant="secondary",
                size="sm",
                class_name="max-xl:h-11",
            ),
            ad_menu(DashboardState, card),
            class_name="flex items-center gap-0.5",
        ),
        labels=_HEADINGS,
        cards="xl",
        places=_PLACES,
    )


def _recent() -> rx.Component:
    ads = DashboardState.overview.ads
    return rx.cond(
        ads.length() > 0,
        table(
            _HEADINGS,
            rx.foreach(ads, _row),
            caption=t("Recent approved ads"),
            cards="xl",
            narrow=True,
        ),
        empty_state(
            t("No approved products found"),
            t("Your ads appear here once they are approved."),
            button_link(t("Post Your Ad"), href=paths.POST_AD),
            icon="tags",
        ),
    )


def _followers() -> rx.Var[str]:
    """How many people are told of the seller's new ads."""
    followers = DashboardState.overview.followers
    return rx.cond(followers, followers, t("Nobody follows you yet."))


def dashboard() -> rx.Component:
    """What waits for the seller, statistics and recently approved ads."""
    return seller_layout(
        rx.el.div(
            page_title(t("Dashboard"), rx.cond(DashboardState.overview, _followers(), "")),
            waiting_overview(),
            content_or_error(
                DashboardState,
                rx.cond(
                    DashboardState.overview,
                    rx.fragment(
                        _cards(),
                        rx.el.section(
                            section_header(t("Recent approved ads"), href=paths.SELLER_ADS, action=t("My Ads")),
                            rx.el.div(_recent(), class_name="pt-4"),
                        ),
                        on_change(LiveState.chat + LiveState.read + LiveState.ads, DashboardState.open),
                        interval(get_settings().poll_dashboard_s, DashboardState.open),
                        endings_dialog(DashboardState),
                    ),
                    rx.el.div(*[rx.el.div(class_name="skeleton h-24")] * 3, class_name="grid gap-4 sm:grid-cols-3"),
                ),
            ),
            class_name="flex flex-col gap-6",
        ),
        here=paths.SELLER_DASHBOARD,
    )


PAGES = [
    private_page(
        paths.SELLER_DASHBOARD,
        dashboard,
        t("Dashboard"),
        t("Your ads and messages at a glance."),
        DashboardState,
        WaitingState,
    )
]

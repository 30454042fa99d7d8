"""The seller's dashboard."""

import reflex as rx

from marketplace.domain.ads.schemas import AdCard
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

_ID_SHOWN = 12
_THUMB_PX = 50


def _card(words: str, number, mark: str, href: str, *extra: rx.Component) -> rx.Component:
    return link(
        rx.el.span(
            icon(mark, size=24),
            class_name="flex size-12 shrink-0 items-center justify-center rounded-box bg-accent-soft text-accent",
        ),
        rx.el.span(
            rx.el.span(number, class_name="block text-2xl font-bold text-ink"),
            rx.el.span(words, class_name="block text-muted"),
        ),
        *extra,
        href=href,
        class_name="relative flex items-center gap-4 rounded-box border border-line bg-raised p-5 hover:border-control",
    )


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
                    unread.to_string() + " " + t("unread"),
                    look="danger",
                    # Three cards in a row have no room for it.
                    class_name="ml-auto whitespace-nowrap sm:absolute sm:right-3 sm:top-3",
                ),
            ),
        ),
        class_name="grid gap-4 sm:grid-cols-3",
    )


_HEADINGS = [t("Photo"), t("Name"), t("Ad ID"), t("Price"), t("Status")]


def _row(ad: rx.Var[AdCard]) -> rx.Component:
    return row(
        thumb(ad.cover, alt="", px=_THUMB_PX),
        link(ad.display_name, href=paths.ad(ad.id), class_name="font-medium hover:text-accent"),
        rx.el.code(ad.id[:_ID_SHOWN], title=ad.id, class_name="text-sm text-muted"),
        rx.cond(ad.price_text, amount(ad), "–"),
        rx.cond(ad.status == "approved", badge(t("Active"), look="success"), badge(t("Sold"), look="warning")),
        labels=_HEADINGS,
        lead=2,
    )


def _recent() -> rx.Component:
    ads = DashboardState.overview.ads
    return rx.cond(
        ads.length() > 0,
        table(
            _HEADINGS,
            rx.foreach(ads, _row),
            caption=t("Recent approved ads"),
            cards="sm",
        ),
        empty_state(
            t("No approved products found"),
            t("Your ads appear here once they are approved."),
            button_link(t("Post Your Ad"), href=paths.POST_AD),
            icon="tags",
        ),
    )


def dashboard() -> rx.Component:
    """Statistics and recently approved ads."""
    return seller_layout(
        rx.el.div(
            page_title(t("Dashboard")),
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
        paths.SELLER_DASHBOARD, dashboard, t("Dashboard"), t("Your ads and messages at a glance."), DashboardState
    )
]

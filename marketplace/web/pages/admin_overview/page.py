"""The admin overview: metrics, and the next ads to review."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.admin.ad_cells import WaitingAd, ad_cell, seller_link
from marketplace.web.base.page_state import list_or_placeholder
from marketplace.web.components.button import button_link
from marketplace.web.components.icon import icon
from marketplace.web.components.interval import interval
from marketplace.web.components.keyboard import key_hint
from marketplace.web.components.link import link
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import page_title, section_header
from marketplace.web.components.table import row, table
from marketplace.web.layouts.sidebar import admin_layout
from marketplace.web.page_registry import private_page
from marketplace.web.pages.admin_overview import charts
from marketplace.web.pages.admin_overview.state import OverviewState


def _metric(words: str, number, mark: str, href: str) -> rx.Component:
    return link(
        rx.el.span(
            icon(mark, size=22),
            class_name="flex size-11 shrink-0 items-center justify-center rounded-box bg-accent-soft text-accent",
        ),
        rx.el.span(
            rx.el.span(number, class_name="block text-xl font-bold text-ink"),
            rx.el.span(words, class_name="block text-sm text-muted"),
        ),
        href=href,
        class_name="flex items-center gap-3 rounded-box border border-line bg-raised p-4 hover:border-control",
    )


def _metrics() -> rx.Component:
    shown = OverviewState.overview
    return rx.el.div(
        _metric(t("Waiting"), shown.waiting, "inbox", paths.ADMIN_QUEUE),
        _metric(t("Oldest waiting"), rx.cond(shown.oldest, shown.oldest, "–"), "hourglass", paths.ADMIN_QUEUE),
        _metric(t("Decided today"), shown.decided_today, "check-check", f"{paths.ADMIN_AUDIT}?target=ad"),
        _metric(t("Open reports"), shown.open_reports, "flag", paths.ADMIN_REPORTS),
        class_name="grid grid-cols-1 gap-4 min-[400px]:grid-cols-2 xl:grid-cols-4",
    )


_HEADINGS = [t("Ad"), t("Seller"), t("Waiting for")]


def _row(item: rx.Var[WaitingAd]) -> rx.Component:
    return row(ad_cell(item.ad, item.about), seller_link(item.ad), item.waiting, labels=_HEADINGS)


def _next_ads() -> rx.Component:
    ads = OverviewState.overview.next_ads
    return list_or_placeholder(
        OverviewState,
        ads,
        table(_HEADINGS, rx.foreach(ads, _row), caption=t("Next in the queue"), cards="sm"),
        empty_state(t("Nothing to review."), t("New ads and changes appear here automatically."), icon="check-check"),
        rx.el.div(class_name="skeleton h-48"),
    )


def _start_button() -> rx.Component:
    first = OverviewState.overview.next_ads[0].ad
    return rx.cond(
        OverviewState.overview.next_ads.length() > 0,
        button_link(t("Start reviewing"), href=paths.review(first.id), icon="play"),
    )


def overview() -> rx.Component:
    """The overview."""
    return admin_layout(
        rx.el.div(
            page_title(t("Administration"), "", _start_button()),
            _metrics(),
            section_header(
                t("Next in the queue"), href=paths.ADMIN_QUEUE, shown=OverviewState.overview.waiting > 0
            ),
            _next_ads(),
            rx.el.div(
                charts.open_cases(),
                charts.days(),
                class_name="grid gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]",
            ),
            rx.el.p(
                t("On an ad:"), " ",
                key_hint("A"), " ", t("approve"), ", ",
                key_hint("R"), " ", t("reject"), ", ",
                key_hint("N"), " ", t("next"),
                class_name="text-sm text-muted max-lg:hidden",
            ),
            interval(get_settings().poll_header_s, OverviewState.open),
            class_name="flex flex-col gap-6",
        ),
        here=paths.ADMIN,
    )  # fmt: skip


PAGES = [
    private_page(
        paths.ADMIN,
        overview,
        t("Administration"),
        t("What is waiting for a decision, and recent numbers."),
        OverviewState,
    )
]

"""Administration: the numbers on top, and the ads that come next."""

import reflex as rx

from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.admin.rows import WaitingAd, named, seller_link
from marketplace.web.components.button import button_link
from marketplace.web.components.every import every
from marketplace.web.components.icon import icon
from marketplace.web.components.keys import key_hint
from marketplace.web.components.link import link
from marketplace.web.components.section import page_title, section_header
from marketplace.web.components.states import empty_state
from marketplace.web.components.table import row, table
from marketplace.web.fetching import fetched
from marketplace.web.layouts.side import admin_layout
from marketplace.web.pages.admin_overview.state import OverviewState
from marketplace.web.site import Page


def _number(words: str, number, mark: str, href: str) -> rx.Component:
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


def _numbers() -> rx.Component:
    shown = OverviewState.overview
    return rx.el.div(
        _number(t("Waiting"), shown.waiting, "inbox", paths.ADMIN_QUEUE),
        _number(t("Oldest waiting"), rx.cond(shown.oldest, shown.oldest, "–"), "hourglass", paths.ADMIN_QUEUE),
        _number(t("Decided today"), shown.decided_today, "check-check", f"{paths.ADMIN_AUDIT}?target=ad"),
        _number(t("Open reports"), shown.open_reports, "flag", paths.ADMIN_REPORTS),
        class_name="grid grid-cols-1 gap-4 min-[400px]:grid-cols-2 xl:grid-cols-4",
    )


_HEADINGS = [t("Ad"), t("Seller"), t("Waiting for")]


def _row(item: rx.Var[WaitingAd]) -> rx.Component:
    return row(named(item.ad, item.about), seller_link(item.ad), item.waiting, labels=_HEADINGS)


def _next() -> rx.Component:
    ads = OverviewState.overview.next_ads
    return rx.cond(
        ads.length() > 0,
        table(
            _HEADINGS,
            rx.foreach(ads, _row),
            caption=t("Next in the queue"),
            cards="sm",
        ),
        rx.cond(
            OverviewState.loading,
            rx.el.div(class_name="skeleton h-48"),
            empty_state(t("Nothing waits."), t("New ads and changes appear here by themselves."), icon="check-check"),
        ),
    )


def _start() -> rx.Component:
    first = OverviewState.overview.next_ads[0].ad
    return rx.cond(
        OverviewState.overview.next_ads.length() > 0,
        button_link(t("Start reviewing"), href=paths.review(first.id), icon="play"),
    )


def overview() -> rx.Component:
    """The desk's first page."""
    return admin_layout(
        rx.el.div(
            page_title(t("Administration"), "", _start()),
            _numbers(),
            section_header(
                t("Next in the queue"), href=paths.ADMIN_QUEUE, shown=OverviewState.overview.waiting > 0
            ),
            fetched(OverviewState, _next()),
            rx.el.p(
                t("On an ad:"), " ",
                key_hint("A"), " ", t("approve"), ", ",
                key_hint("R"), " ", t("reject"), ", ",
                key_hint("N"), " ", t("next"),
                class_name="text-sm text-muted max-lg:hidden",
            ),
            every(get_settings().poll_header_s, OverviewState.open),
            class_name="flex flex-col gap-6",
        ),
        here=paths.ADMIN,
    )  # fmt: skip


PAGES = [
    Page(
        paths.ADMIN,
        overview,
        t("Administration"),
        t("What waits for a decision, and what was decided."),
        on_load=(OverviewState.open,),
        indexed=False,
    )
]

"""Notices: what became of one's ads, enquiries and saved things, each with a link to where one can act on it."""

import reflex as rx

from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.auth.state import AuthState
from marketplace.web.components.badge import badge
from marketplace.web.components.link import link
from marketplace.web.components.pagination import pagination
from marketplace.web.components.section import SITE_WIDTH, page_title
from marketplace.web.components.states import empty_state, loading_text
from marketplace.web.components.watch import on_change
from marketplace.web.fetching import fetched
from marketplace.web.layouts.side import sign_in_wall
from marketplace.web.layouts.site import site_layout
from marketplace.web.live import LiveState
from marketplace.web.pages.notices.state import NoticesState, Told
from marketplace.web.session import SessionState
from marketplace.web.site import Page


def _item(told: rx.Var[Told]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.cond(
                told.link,
                link(told.text, href=told.link, class_name="break-words font-medium hover:text-accent"),
                rx.el.p(told.text, class_name="break-words font-medium"),
            ),
            rx.el.p(told.when, class_name="text-sm text-muted"),
            class_name="flex min-w-0 flex-1 flex-col gap-1",
        ),
        rx.cond(NoticesState.fresh.contains(told.id), badge(t("New"), look="accent")),
        class_name="flex items-start gap-3 px-4 py-3.5",
    )


def _list() -> rx.Component:
    shown = NoticesState.notices
    return rx.cond(
        shown.rows.length() > 0,
        rx.fragment(
            rx.el.ul(
                rx.foreach(shown.rows, _item),
                class_name="divide-y divide-line rounded-box border border-line bg-raised",
            ),
            pagination(shown.links),
        ),
        rx.cond(
            NoticesState.loading,
            rx.fragment(loading_text(t("Loading…")), rx.el.div(class_name="skeleton h-64")),
            empty_state(
                t("Nothing has happened yet."),
                t("You read here what becomes of your ads, your enquiries and what you saved."),
                icon="bell",
            ),
        ),
    )


def notices() -> rx.Component:
    """Anybody's own notices."""
    return site_layout(
        rx.el.div(
            page_title(t("Notices")),
            rx.cond(
                SessionState.ready & ~SessionState.signed_in,
                sign_in_wall(t("Please sign in to see your notices."), AuthState.show_login),
                rx.fragment(fetched(NoticesState, _list()), on_change(LiveState.notices, NoticesState.refresh)),
            ),
            class_name=f"flex flex-col gap-6 py-6 sm:py-8 {SITE_WIDTH}",
        )
    )


PAGES = [
    Page(
        paths.NOTICES,
        notices,
        t("Notices"),
        t("What became of your ads, your enquiries and what you saved."),
        on_load=(NoticesState.open,),
        indexed=False,
    )
]

"""The page with the account's notifications."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.page_state import list_or_placeholder
from marketplace.web.components.badge import badge
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.on_change import on_change
from marketplace.web.components.pagination import pagination
from marketplace.web.components.photo import thumb
from marketplace.web.components.placeholders import empty_state, loading_text
from marketplace.web.components.section import SITE_WIDTH, page_title
from marketplace.web.layouts.sidebar import login_prompt
from marketplace.web.layouts.site import site_layout
from marketplace.web.live import LiveState
from marketplace.web.page_registry import private_page
from marketplace.web.pages.notifications.state import NotificationLine, NotificationsState

_THUMB_PX = 56


def _picture(line: rx.Var[NotificationLine]) -> rx.Component:
    """Photo of the ad that it is about, or a bell."""
    return rx.cond(
        line.about_ad,
        thumb(line.cover, alt="", px=_THUMB_PX, class_name="shrink-0 rounded-control"),
        rx.el.span(
            icon("bell"),
            class_name="flex size-14 shrink-0 items-center justify-center rounded-control bg-sunken text-muted",
        ),
    )


def _item(line: rx.Var[NotificationLine]) -> rx.Component:
    return rx.el.li(
        _picture(line),
        rx.el.div(
            rx.cond(
                line.link,
                link(
                    line.text,
                    # The whole entry is the link.
                    rx.el.span(class_name="absolute inset-0", aria_hidden="true"),
                    href=line.link,
                    class_name="break-words font-medium group-hover:text-accent",
                ),
                rx.el.p(line.text, class_name="break-words font-medium"),
            ),
            rx.el.p(
                rx.el.span(line.when),
                rx.cond(NotificationsState.new_ids.contains(line.id), badge(t("New"), look="accent")),
                class_name="flex items-center gap-2 text-sm text-muted",
            ),
            class_name="flex min-w-0 flex-1 flex-col gap-1",
        ),
        rx.cond(line.link, icon("chevron-right", size=18, class_name="self-center text-muted")),
        class_name="group relative flex items-start gap-3 px-3 py-3 sm:px-4",
    )


def _list() -> rx.Component:
    shown = NotificationsState.notifications
    return list_or_placeholder(
        NotificationsState,
        shown.rows,
        rx.fragment(
            rx.el.ul(
                rx.foreach(shown.rows, _item),
                class_name="divide-y divide-line rounded-box border border-line bg-raised",
            ),
            pagination(shown.links),
        ),
        empty_state(
            t("No notifications yet."), t("Updates about your ads, enquiries and saved ads appear here."), icon="bell"
        ),
        rx.fragment(loading_text(t("Loading…")), rx.el.div(class_name="skeleton h-64")),
    )


def notifications() -> rx.Component:
    """The list of notifications."""
    return site_layout(
        rx.el.div(
            page_title(t("Notifications")),
            rx.cond(
                SessionState.ready & ~SessionState.signed_in,
                login_prompt(t("Please sign in to see your notifications.")),
                rx.fragment(_list(), on_change(LiveState.notices, NotificationsState.refresh)),
            ),
            class_name=f"flex flex-col gap-6 py-6 sm:py-8 {SITE_WIDTH}",
        )
    )


PAGES = [
    private_page(
        paths.NOTIFICATIONS,
        notifications,
        t("Notifications"),
        t("Updates about your ads, enquiries and saved ads."),
        NotificationsState,
    )
]

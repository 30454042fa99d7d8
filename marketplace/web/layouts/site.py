"""The layout of public pages and of a buyer's own."""

import reflex as rx

from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web.auth.modals import auth_modals
from marketplace.web.components.every import every
from marketplace.web.components.link import outside_link
from marketplace.web.components.watch import on_change
from marketplace.web.layouts.bottom_bar import bottom_bar
from marketplace.web.layouts.footer import footer
from marketplace.web.layouts.header import header
from marketplace.web.live import LiveState
from marketplace.web.session import SessionState


def frame(*children: rx.Component) -> rx.Component:
    """What every layout has: a skip link, the header, the login modals and the unread poll."""
    return rx.el.div(
        outside_link(
            t("Skip to content"),
            href="#content",
            class_name="skip-link z-50 rounded-control bg-accent px-4 py-3 font-semibold text-on-accent",
        ),
        header(),
        *children,
        bottom_bar(),
        auth_modals(),
        # Told at once; the poll is the net below.
        on_change(LiveState.chat + LiveState.notices, SessionState.refresh),
        rx.cond(SessionState.signed_in, every(get_settings().poll_header_s, SessionState.refresh)),
        id="app-content",
        class_name="flex min-h-dvh flex-col bg-surface text-ink",
    )


def site_layout(*children: rx.Component) -> rx.Component:
    """Header, the page, footer."""
    return frame(rx.el.main(*children, id="content", tab_index=-1, class_name="flex-1 outline-none"), footer())

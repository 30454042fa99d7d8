"""The layout of public pages and of a buyer's own."""

import reflex as rx

from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web.auth.modals import auth_modals
from marketplace.web.components.every import every
from marketplace.web.components.first_wrong import first_wrong
from marketplace.web.components.link import outside_link
from marketplace.web.components.offline import offline
from marketplace.web.components.watch import on_change
from marketplace.web.layouts.bottom_bar import bottom_bar
from marketplace.web.layouts.footer import footer
from marketplace.web.layouts.header import header
from marketplace.web.outgoing import outgoing
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
        offline(),
        outgoing(),
        # After the page itself: an open conversation says "read" first, and then nothing is left to say.
        on_change(SessionState.arrivals, SessionState.take_delivery),
        first_wrong(),
        auth_modals(),
        # What the badges count comes by itself; the poll is the net below.
        rx.cond(SessionState.signed_in, every(get_settings().poll_header_s, SessionState.refresh)),
        id="app-content",
        class_name="flex min-h-dvh flex-col bg-surface text-ink",
    )


def site_layout(*children: rx.Component) -> rx.Component:
    """Header, the page, footer."""
    return frame(
        rx.el.main(*children, id="content", tab_index=-1, class_name="flex-1 pb-6 outline-none sm:pb-8"), footer()
    )

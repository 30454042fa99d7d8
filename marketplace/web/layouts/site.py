"""The layout of public pages and of a buyer's pages."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web.auth.modals import auth_modals
from marketplace.web.auth.session_state import SessionState
from marketplace.web.components.focus_invalid import focus_invalid
from marketplace.web.components.interval import interval
from marketplace.web.components.link import outside_link
from marketplace.web.components.on_change import on_change
from marketplace.web.components.service_worker import service_worker
from marketplace.web.layouts.bottom_bar import bottom_bar
from marketplace.web.layouts.footer import footer
from marketplace.web.layouts.header import header, plain_header
from marketplace.web.widgets.connection import connection
from marketplace.web.widgets.form_drafts import form_drafts
from marketplace.web.widgets.search_form import choose_city
from marketplace.web.widgets.send_queue import send_queue
from marketplace.web.widgets.submit_guard import submit_guard
from marketplace.web.widgets.wishlist_toggle import save_queue


def frame(
    *children: rx.Component, top: rx.Component | None = None, bottom: rx.Component | None = None, class_name: str = ""
) -> rx.Component:
    """The parts of every layout: skip link, header, login modals, what waits for a connection, and session poll.

    Args:
        top: the header; left out, the one without a search form.
        bottom: what phones show at the bottom of the screen instead of the navigation.
    """
    return rx.el.div(
        outside_link(
            t("Skip to content"),
            href="#content",
            class_name="skip-link z-50 rounded-control bg-accent px-4 py-3 font-semibold text-on-accent",
        ),
        connection(),
        top or plain_header(),
        *children,
        bottom or bottom_bar(),
        service_worker(),
        send_queue(),
        save_queue(),
        # Placed after the page: an open conversation marks messages as read first, and then nothing is left to deliver.
        on_change(SessionState.arrivals, SessionState.mark_delivered),
        focus_invalid(),
        submit_guard(),
        form_drafts(),
        auth_modals(),
        # Live updates keep the counts current; the poll is the fallback.
        rx.cond(SessionState.signed_in, interval(get_settings().poll_header_s, SessionState.refresh)),
        id="app-content",
        class_name=f"flex min-h-dvh flex-col bg-surface text-ink {class_name}",
    )


def site_layout(*children: rx.Component, bottom: rx.Component | None = None, hero: bool = False) -> rx.Component:
    """Layout with the search form in its header, and a footer.

    Args:
        bottom: as for `frame`.
        hero: the page begins with a search form of its own, so that of the header shows itself after it.
    """
    return frame(
        rx.el.main(*children, id="content", tab_index=-1, class_name="flex-1 pb-6 outline-none sm:pb-8"),
        footer(),
        choose_city(),
        top=header(),
        bottom=bottom,
        class_name="has-hero" if hero else "",
    )

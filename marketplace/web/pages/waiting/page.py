"""The page with all that waits for a buyer or a seller."""

import reflex as rx

from marketplace.domain.waiting import messages
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.components.section import SITE_WIDTH, page_title
from marketplace.web.layouts.sidebar import login_prompt
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import private_page
from marketplace.web.widgets.waiting import WaitingState, waiting_page


def waiting() -> rx.Component:
    """The rows, or a login prompt."""
    own = (SessionState.kind == "user") | (SessionState.kind == "seller")
    return site_layout(
        rx.el.div(
            page_title(t("Waiting for you"), t("What needs your answer or action, the most urgent first.")),
            rx.cond(
                SessionState.ready & ~own,
                login_prompt(t(messages.LOGIN)),
                waiting_page(),
            ),
            class_name=f"flex flex-col gap-6 py-6 sm:py-8 {SITE_WIDTH}",
        )
    )


PAGES = [
    private_page(
        paths.WAITING,
        waiting,
        t("Waiting for you"),
        t("Offers, enquiries, meetups, reviews and ads that need your answer or action."),
        WaitingState,
    )
]

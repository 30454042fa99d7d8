"""The chat pages of buyers and sellers."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.components.composer import outbox_flusher
from marketplace.web.components.interval import interval
from marketplace.web.components.on_change import on_change
from marketplace.web.components.section import SITE_WIDTH, page_title
from marketplace.web.layouts.sidebar import prompt_for, seller_layout
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import private_page
from marketplace.web.pages.messages import sections
from marketplace.web.pages.messages.state import MessagesState


def _panes(base: str, role: str, placeholder: str) -> rx.Component:
    return rx.el.div(
        sections.contacts(f"{base}?{role}=", placeholder),
        sections.conversation(base),
        outbox_flusher(me=SessionState.account_id, results=MessagesState.results, on_send=MessagesState.send),
        # Live updates load new messages, but only a page that shows them may mark them as read.
        on_change(MessagesState.unseen, MessagesState.mark_read),
        interval(get_settings().poll_header_s, MessagesState.refresh),
        class_name="flex h-[calc(100dvh-13rem-var(--banner))] min-h-96 gap-4",
    )


def user_messages() -> rx.Component:
    """Chat of a buyer."""
    return site_layout(
        rx.el.div(
            page_title(t("Messages")),
            rx.cond(
                SessionState.ready & (SessionState.kind != "user"),
                prompt_for("user", t("Please login to access messages.")),
                _panes(paths.USER_MESSAGES, "seller", t("Search sellers...")),
            ),
            class_name=f"flex flex-col gap-4 py-4 sm:py-6 {SITE_WIDTH}",
        )
    )


def seller_messages() -> rx.Component:
    """Chat of a seller."""
    return seller_layout(
        rx.el.div(
            page_title(t("Messages")),
            _panes(paths.SELLER_MESSAGES, "user", t("Search customers...")),
            class_name="flex flex-col gap-4",
        ),
        here=paths.SELLER_MESSAGES,
    )


PAGES = [
    private_page(
        paths.USER_MESSAGES, user_messages, t("Messages"), t("Your conversations with sellers."), MessagesState
    ),
    private_page(
        paths.SELLER_MESSAGES,
        seller_messages,
        t("Messages from buyers"),
        t("Your conversations with buyers."),
        MessagesState,
    ),
]

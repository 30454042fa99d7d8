"""Saved searches: what alert mails are about, and where they end."""

import reflex as rx

from marketplace.domain.search import SavedSearchView, messages
from marketplace.models import Cadence
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.auth.state import AuthState
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button, button_link
from marketplace.web.components.dialog import confirm
from marketplace.web.components.link import link
from marketplace.web.components.section import SITE_WIDTH, page_title
from marketplace.web.components.states import empty_state, loading_text
from marketplace.web.layouts.side import sign_in_wall
from marketplace.web.layouts.site import site_layout
from marketplace.web.pages.saved_searches.state import SavedSearchesState
from marketplace.web.session import SessionState
from marketplace.web.site import Page

_CADENCES = {
    Cadence.AT_ONCE: t("Mail at once"),
    Cadence.DAILY: t("Mail once a day"),
    Cadence.WEEKLY: t("Mail once a week"),
}


def _item(item: rx.Var[SavedSearchView]) -> rx.Component:
    of_which = rx.el.span(" ", item.name, class_name="sr-only")
    return rx.el.li(
        rx.el.div(
            rx.el.h2(
                link(item.name, href=item.link, class_name="hover:text-accent"),
                class_name="break-words font-semibold text-ink",
            ),
            badge(rx.match(item.cadence, *_CADENCES.items(), ""), icon="bell"),
            class_name="flex min-w-0 flex-1 flex-col items-start gap-1.5",
        ),
        rx.el.div(
            button_link(t("Show ads"), of_which, href=item.link, variant="secondary", size="sm", icon="search"),
            button(
                t("Delete"),
                of_which,
                variant="secondary",
                size="sm",
                icon="trash-2",
                on_click=SavedSearchesState.ask_delete(item.id, item.name),
            ),
            class_name="flex flex-wrap gap-2",
        ),
        class_name="flex flex-col gap-3 rounded-box border border-line bg-raised p-4 sm:flex-row sm:items-center",
    )


def _list() -> rx.Component:
    return rx.cond(
        SavedSearchesState.loading,
        rx.fragment(loading_text(t("Loading saved searches…")), rx.el.div(class_name="skeleton h-48")),
        rx.cond(
            SavedSearchesState.items.length() > 0,
            rx.el.ul(rx.foreach(SavedSearchesState.items, _item), class_name="flex flex-col gap-3"),
            empty_state(
                t("No saved searches yet."),
                t("Search for something, then press “Save this search”: new ads come to you by mail."),
                button_link(t("Search all ads"), href=paths.SEARCH),
                icon="bell",
            ),
        ),
    )


def _confirm_delete() -> rx.Component:
    state = SavedSearchesState
    return confirm(
        rx.fragment(rx.el.b(state.deleting_name), rx.el.br(), t("No more mails will come for this search.")),
        button(t("No"), variant="secondary", on_click=state.keep),
        button(t("Yes"), variant="danger", on_click=state.delete),
        open=state.deleting != "",
        on_close=state.keep,
        title=t("Delete saved search"),
        name="delete-saved-search",
    )


def saved_searches() -> rx.Component:
    """A buyer's or seller's saved searches, or how to see them."""
    own = (SessionState.kind == "user") | (SessionState.kind == "seller")
    return site_layout(
        rx.el.div(
            page_title(t("Saved searches"), t("We mail you when new ads match.")),
            rx.cond(
                SessionState.ready & ~own,
                sign_in_wall(t(messages.LOGIN_FIRST), AuthState.show_login),
                rx.fragment(_list(), _confirm_delete()),
            ),
            class_name=f"flex flex-col gap-6 py-6 sm:py-8 {SITE_WIDTH}",
        )
    )


PAGES = [
    Page(
        paths.SAVED_SEARCHES,
        saved_searches,
        t("Saved searches"),
        t("The searches you saved, and how often we mail you what is new."),
        on_load=(SavedSearchesState.open,),
        indexed=False,
    )
]

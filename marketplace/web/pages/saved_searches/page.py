"""The page with saved searches."""

import reflex as rx

from marketplace.domain.saved_searches import SavedSearchView, messages
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.page_state import list_or_placeholder
from marketplace.web.components.button import button, button_link, icon_button
from marketplace.web.components.dialog import form_dialog
from marketplace.web.components.fields import option, select, text_field
from marketplace.web.components.link import link
from marketplace.web.components.on_change import on_change
from marketplace.web.components.placeholders import empty_state, loading_text
from marketplace.web.components.section import SITE_WIDTH, page_title
from marketplace.web.layouts.sidebar import login_prompt
from marketplace.web.layouts.site import site_layout
from marketplace.web.live import LiveState
from marketplace.web.page_registry import private_page
from marketplace.web.pages.saved_searches.state import CADENCES, NO_MAIL, SavedSearchesState
from marketplace.web.widgets.delete_dialog import delete_dialog


def _item(item: rx.Var[SavedSearchView]) -> rx.Component:
    state = SavedSearchesState
    of_which = rx.el.span(" ", item.name, class_name="sr-only")
    return rx.el.li(
        rx.el.div(
            rx.el.h2(
                link(item.name, href=item.link, class_name="hover:text-accent"),
                class_name="min-w-0 flex-1 break-words font-semibold text-ink",
            ),
            icon_button(
                "pencil", t("Rename {name}", name=item.name), on_click=state.open_rename_dialog(item.id, item.name)
            ),
            icon_button(
                "trash-2", t("Delete {name}", name=item.name), on_click=state.open_delete_dialog(item.id, item.name)
            ),
            class_name="-mr-2 flex min-w-0 items-center gap-1",
        ),
        rx.el.div(
            select(
                *[option(words, cadence.value) for cadence, words in CADENCES.items()],
                option(t("No emails, only notifications here"), NO_MAIL),
                aria_label=t("How often we email you about {name}", name=item.name),
                value=rx.cond(item.wants_mail, item.cadence, NO_MAIL),
                on_change=lambda choice: state.choose(item.id, choice),
                class_name="sm:min-w-64",
            ),
            button_link(t("Show ads"), of_which, href=item.link, variant="secondary", icon="search"),
            class_name="flex flex-col gap-2 sm:flex-row sm:items-center",
        ),
        class_name="flex flex-col gap-3 rounded-box border border-line bg-raised p-4",
    )


def _list() -> rx.Component:
    return list_or_placeholder(
        SavedSearchesState,
        SavedSearchesState.items,
        rx.el.ul(rx.foreach(SavedSearchesState.items, _item), class_name="flex flex-col gap-3"),
        empty_state(
            t("No saved searches yet."),
            t("Search for something, then press “Save this search” to get new ads by email."),
            button_link(t("Search all ads"), href=paths.SEARCH),
            icon="bell",
        ),
        rx.fragment(loading_text(t("Loading saved searches…")), rx.el.div(class_name="skeleton h-48")),
    )


def _rename() -> rx.Component:
    state = SavedSearchesState
    return form_dialog(
        text_field(
            t("Name"),
            "name",
            key=state.renaming,
            default_value=state.renaming_from,
            max_length=120,
            error=state.name_error,
        ),
        on_submit=state.rename,
        submit=button(t("Save"), type="submit"),
        open=state.renaming != "",
        on_close=state.close_rename_dialog,
        title=t("Rename saved search"),
        name="rename-saved-search",
        class_name="sm:max-w-md",
    )


def saved_searches() -> rx.Component:
    """The saved searches of a buyer or seller, or a login prompt."""
    own = (SessionState.kind == "user") | (SessionState.kind == "seller")
    return site_layout(
        rx.el.div(
            page_title(t("Saved searches"), t("We let you know when new ads match and when one of them gets cheaper.")),
            rx.cond(
                SessionState.ready & ~own,
                login_prompt(t(messages.LOGIN_FIRST)),
                rx.fragment(
                    _list(),
                    delete_dialog(
                        SavedSearchesState,
                        t("You won't get any more emails for this search."),
                        title=t("Delete saved search"),
                        name="delete-saved-search",
                        no=t("No"),
                        yes=t("Yes"),
                    ),
                    _rename(),
                    on_change(LiveState.searches, SavedSearchesState.refresh),
                ),
            ),
            class_name=f"flex flex-col gap-6 py-6 sm:py-8 {SITE_WIDTH}",
        )
    )


PAGES = [
    private_page(
        paths.SAVED_SEARCHES,
        saved_searches,
        t("Saved searches"),
        t("Your saved searches, and how often we email you about new ads."),
        SavedSearchesState,
    )
]

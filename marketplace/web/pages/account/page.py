"""The page with everything that an account has: what waits, its pages, settings, help and the logout."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.components.badge import badge
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.components.section import SITE_WIDTH, page_title
from marketplace.web.layouts.account_menu import (
    Entry,
    entries_of,
    entry_link,
    for_each_kind,
    sign_out_item,
    switch_item,
)
from marketplace.web.layouts.header import support_link, theme_switch
from marketplace.web.layouts.sidebar import login_prompt
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import private_page
from marketplace.web.widgets.waiting import WaitingState, waiting_overview

_ROW = "account-row"
_MARK = "text-muted"


def _chevron() -> rx.Component:
    return icon("chevron-right", size=18, class_name="ml-auto shrink-0 text-muted")


def _rows(title: str, *rows: rx.Component) -> rx.Component:
    return rx.el.section(
        rx.el.h2(title, class_name="text-lg font-semibold"),
        _box(*rows),
        class_name="flex flex-col gap-3",
    )


def _box(*rows: rx.Component) -> rx.Component:
    return rx.el.ul(
        *[rx.el.li(row) for row in rows],
        class_name="divide-y divide-line overflow-hidden rounded-box border border-line bg-raised",
    )


def _entry(entry: Entry) -> rx.Component:
    return entry_link(entry, look=_ROW, mark=_MARK, end=(_chevron(),))


def _own_pages(kind: str) -> list[rx.Component]:
    """The pages of an account kind, in two groups."""
    entries = [entry for entry in entries_of(kind) if entry.path != paths.WAITING]
    settings = [_entry(entry) for entry in entries if entry.is_setting]
    switch = [] if kind == "admin" else [switch_item(kind, _ROW)]
    title = {"user": t("Buying"), "seller": t("Selling"), "admin": t("Administration")}[kind]
    return [
        _rows(title, *[_entry(entry) for entry in entries if not entry.is_setting]),
        _rows(t("Settings"), *settings, *switch, _theme()),
    ]


def _theme() -> rx.Component:
    return theme_switch(t("Switch between light and dark"), class_name=_ROW, mark=_MARK)


def _help() -> rx.Component:
    contact = support_link(_ROW, icon("info", class_name=_MARK))
    safety = link(
        icon("shield-check", class_name=_MARK), t("Safety tips"), _chevron(), href=paths.SAFETY, class_name=_ROW
    )
    return rx.cond(
        SessionState.signed_in,
        rx.fragment(_rows(t("Help"), contact, safety), _box(sign_out_item(_ROW))),
        # Visitors have no settings.
        _rows(t("Help"), contact, safety, _theme()),
    )


def _who() -> rx.Component:
    kinds = rx.match(
        SessionState.kind,
        ("seller", t("Seller")),
        ("admin", rx.cond(SessionState.moderates_only, t("Moderator"), t("Administrator"))),
        t("Buyer"),
    )
    return rx.cond(
        SessionState.signed_in,
        rx.fragment(rx.el.span(SessionState.username, class_name="break-all"), " ", badge(kinds)),
        "",
    )


def account() -> rx.Component:
    """The hub of an account; visitors see a login and help."""
    is_member = (SessionState.kind == "user") | (SessionState.kind == "seller")
    return site_layout(
        rx.el.div(
            page_title(t("Account"), _who()),
            rx.el.div(
                rx.cond(
                    SessionState.ready & ~SessionState.signed_in,
                    login_prompt(t("Please sign in to see your account.")),
                    rx.cond(is_member, waiting_overview()),
                ),
                rx.el.div(for_each_kind(_own_pages), _help(), class_name="flex flex-col gap-6"),
                class_name=rx.cond(
                    SessionState.kind == "admin",
                    "max-w-3xl",
                    "flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-10",
                ),
            ),
            class_name=f"flex flex-col gap-5 py-6 sm:py-8 {SITE_WIDTH}",
        )
    )


PAGES = [
    private_page(
        paths.ACCOUNT,
        account,
        t("Account"),
        t("What waits for you, your messages, enquiries, ads and settings."),
        WaitingState,
    )
]

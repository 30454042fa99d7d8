"""Layouts with a sidebar, for sellers and admins."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin.login_panel import login_panel
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.session_forms import sign_out, switch_button
from marketplace.web.auth.session_state import SessionState
from marketplace.web.components.button import button, button_link
from marketplace.web.components.icon import icon
from marketplace.web.components.keyboard import send_with_ctrl_enter
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import SITE_WIDTH
from marketplace.web.layouts.account_menu import ADMINS_ONLY, Entry, entries_of, entry_link
from marketplace.web.layouts.site import frame

_ITEM = "flex h-11 shrink-0 items-center gap-3 rounded-control px-3 text-[0.9375rem] font-medium transition-colors"
_REST = f"{_ITEM} text-ink hover:bg-sunken"


def _sidebar(entries: list[Entry], here: str, label: str) -> rx.Component:
    """The pages at the side of wide screens; others have the account page and the menu in the header."""
    return rx.el.nav(
        *[
            entry_link(
                entry,
                look=f"{_ITEM} bg-accent-soft text-accent" if entry.path == here else _REST,
                aria_current="page" if entry.path == here else "false",
            )
            for entry in entries
        ],
        sign_out(icon("log-out"), t("Logout"), class_name=_REST),
        aria_label=label,
        class_name="flex w-60 shrink-0 flex-col gap-1 self-start sticky top-24 max-lg:hidden",
    )


def login_prompt(text: str) -> rx.Component:
    """Placeholder of a private page for visitors who are not signed in; to those who can't, it says why and where to appeal."""
    return rx.cond(
        SessionState.suspension,
        empty_state(
            t("You are signed out."),
            SessionState.suspension,
            button_link(t("Appeal"), href=paths.APPEAL),
            icon="lock-keyhole",
        ),
        empty_state(text, "", button(t("Register / Sign In"), on_click=AuthState.show_login), icon="lock-keyhole"),
    )


def prompt_for(kind: str, text: str) -> rx.Component:
    """What other people see instead of a page for buyers or for sellers: a login, or a button that switches accounts.

    Args:
        kind: user or seller.
        text: what visitors who are not signed in read.
    """
    title, other = {
        "user": (t("This page is for buyers."), "seller"),
        "seller": (t("This page is for sellers."), "user"),
    }[kind]
    return rx.cond(
        SessionState.signed_in,
        empty_state(
            title,
            t("One email can have a buyer and a seller account."),
            rx.cond(SessionState.kind == other, switch_button(kind)),
            icon="lock-keyhole",
        ),
        login_prompt(text),
    )


def _with_sidebar(
    entries: list[Entry],
    here: str,
    label: str,
    kind: str,
    prompt: rx.Component,
    children,
    bottom: rx.Component | None = None,
) -> rx.Component:
    return frame(
        rx.el.div(
            rx.cond(SessionState.kind == kind, _sidebar(entries, here, label)),
            rx.el.main(
                rx.cond(SessionState.ready & (SessionState.kind != kind), prompt, rx.fragment(*children)),
                id="content",
                tab_index=-1,
                class_name="min-w-0 flex-1 outline-none",
            ),
            class_name=f"flex flex-1 flex-col gap-6 py-6 max-md:pb-24 lg:flex-row lg:gap-10 lg:py-10 {SITE_WIDTH}",
        ),
        bottom=bottom,
    )


def seller_layout(
    *children: rx.Component, here: str, prompt: str = "", bottom: rx.Component | None = None
) -> rx.Component:
    """Layout of a seller's page; other visitors see a login prompt.

    Args:
        here: path of the page, highlighted in the sidebar.
        prompt: what visitors who are not signed in read, if the page has a sentence of its own.
        bottom: what phones show at the bottom of the screen instead of the navigation.
    """
    shown = prompt_for("seller", prompt or t("Please sign in as a seller to see this page."))
    # What both kinds of account have is in the menu of the header.
    own = [entry for entry in entries_of("seller") if entry.path.startswith(paths.OF_SELLERS)]
    return _with_sidebar(own, here, t("Seller"), "seller", shown, children, bottom)


def admin_layout(*children: rx.Component, here: str) -> rx.Component:
    """Layout of an admin's page, highlighted in the sidebar; others see the admin login, moderators a sentence if it is not for them."""
    if here in ADMINS_ONLY:
        refusal = empty_state(t("Only an administrator can open this page."), icon="lock-keyhole")
        children = (rx.cond(SessionState.moderates_only, refusal, rx.fragment(*children)),)
    children = (*children, send_with_ctrl_enter())
    return _with_sidebar(entries_of("admin"), here, t("Administration"), "admin", login_panel(), children)


def seller_page(*parts: rx.Component, here: str, prompt: str = "", bottom: rx.Component | None = None) -> rx.Component:
    """Seller's page whose parts stand below each other; arguments as for `seller_layout`."""
    return seller_layout(rx.el.div(*parts, class_name="flex flex-col gap-5"), here=here, prompt=prompt, bottom=bottom)


def admin_page(*parts: rx.Component, here: str) -> rx.Component:
    """Admin's page whose parts stand below each other; `here` as for `admin_layout`."""
    return admin_layout(rx.el.div(*parts, class_name="flex flex-col gap-5"), here=here)

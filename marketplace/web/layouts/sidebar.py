"""Layouts with a sidebar, for sellers and admins."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin.login_panel import login_panel
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.session_forms import sign_out, switch_button
from marketplace.web.auth.session_state import SessionState
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button, button_link
from marketplace.web.components.classes import join
from marketplace.web.components.icon import icon
from marketplace.web.components.keyboard import send_with_ctrl_enter
from marketplace.web.components.link import link
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.scroll_into_view import scroll_into_view
from marketplace.web.components.section import SITE_WIDTH
from marketplace.web.layouts.site import frame

_SELLER = (
    (t("Dashboard"), paths.SELLER_DASHBOARD, "layout-dashboard"),
    (t("Profile Settings"), paths.SELLER_PROFILE, "settings"),
    (t("My Ads"), paths.SELLER_ADS, "tags"),
    (t("Enquiries"), paths.SELLER_ENQUIRIES, "calendar-check"),
    (t("Buyers are looking for"), paths.SELLER_WANTED, "search"),
    (t("Messages"), paths.SELLER_MESSAGES, "message-circle"),
    (t("Post Your Ad"), paths.POST_AD, "circle-plus"),
)
_ADMIN = (
    (t("Overview"), paths.ADMIN, "gauge"),
    (t("Review queue"), paths.ADMIN_QUEUE, "inbox"),
    (t("Ads"), paths.ADMIN_ADS, "tags"),
    (t("Reports"), paths.ADMIN_REPORTS, "flag"),
    (t("Appeals"), paths.ADMIN_APPEALS, "scale"),
    (t("Grievances"), paths.ADMIN_GRIEVANCES, "landmark"),
    (t("Canned replies"), paths.ADMIN_REPLIES, "message-circle"),
    (t("Rules"), paths.ADMIN_RULES, "sliders-horizontal"),
    (t("Accounts"), paths.ADMIN_ACCOUNTS, "users"),
    (t("Categories"), paths.ADMIN_CATEGORIES, "layout-grid"),
    (t("Testimonials"), paths.ADMIN_TESTIMONIALS, "quote"),
    (t("Audit log"), paths.ADMIN_AUDIT, "scroll-text"),
    (t("Undelivered emails"), paths.ADMIN_MAIL, "mail-warning"),
    (t("Security"), paths.ADMIN_SECURITY, "key-round"),
)
# Pages of administrators alone, which moderators neither see in the sidebar nor can open.
_ADMINS_ONLY = (paths.ADMIN_CATEGORIES, paths.ADMIN_TESTIMONIALS, paths.ADMIN_AUDIT, paths.ADMIN_MAIL)
# What waits at these pages, by its name in `SessionState.open_cases`.
_COUNTED = {
    paths.ADMIN_QUEUE: "ad",
    paths.ADMIN_REPORTS: "report",
    paths.ADMIN_APPEALS: "appeal",
    paths.ADMIN_GRIEVANCES: "grievance",
    paths.ADMIN_MAIL: "mail",
}
_HERE = "sidebar-here"
_ITEM = "flex h-11 shrink-0 items-center gap-3 rounded-control px-3 text-[0.9375rem] font-medium transition-colors"


def _item(words: str, href: str, mark: str, *, here: str) -> rx.Component:
    look = "bg-accent-soft text-accent" if href == here else "text-ink hover:bg-sunken"
    count = None
    if href == paths.SELLER_MESSAGES:
        count = SessionState.unread
    elif href in _COUNTED:
        count = SessionState.open_cases.get(_COUNTED[href], 0).to(int)
    shown = link(
        icon(mark),
        words,
        None if count is None else rx.cond(count > 0, badge(count, look="danger", class_name="ml-auto")),
        href=href,
        class_name=join(_ITEM, look),
        aria_current="page" if href == here else "false",
        id=_HERE if href == here else None,
    )
    return rx.cond(~SessionState.moderates_only, shown) if href in _ADMINS_ONLY else shown


def _sidebar(items: tuple[tuple[str, str, str], ...], here: str, label: str, *, look: str = "") -> rx.Component:
    return rx.el.nav(
        *[_item(words, href, mark, here=here) for words, href, mark in items],
        sign_out(icon("log-out"), t("Logout"), class_name=f"{_ITEM} text-ink hover:bg-sunken"),
        scroll_into_view(target=_HERE),
        aria_label=label,
        class_name="no-scrollbar flex gap-1 overflow-x-auto max-lg:border-b max-lg:border-line max-lg:pb-3 lg:w-60 "
        "lg:shrink-0 "
        f"lg:flex-col lg:self-start lg:sticky lg:top-24 {look}",
    )


def login_prompt(text: str, on_login) -> rx.Component:
    """Placeholder of a private page for visitors who are not signed in; to those who can't, it says why and where to appeal."""
    return rx.cond(
        SessionState.suspension,
        empty_state(
            t("You are signed out."),
            SessionState.suspension,
            button_link(t("Appeal"), href=paths.APPEAL),
            icon="lock-keyhole",
        ),
        empty_state(text, "", button(t("Register / Sign In"), on_click=on_login), icon="lock-keyhole"),
    )


def prompt_for(kind: str, text: str, *, next: str) -> rx.Component:
    """What other people see instead of a page for buyers or for sellers: a login, or a button that switches accounts.

    Args:
        kind: user or seller.
        text: what visitors who are not signed in read.
        next: path to open after the switch.
    """
    title, other, on_login = {
        "user": (t("This page is for buyers."), "seller", AuthState.show_login),
        "seller": (t("This page is for sellers."), "user", AuthState.show_seller_login),
    }[kind]
    return rx.cond(
        SessionState.signed_in,
        empty_state(
            title,
            t("One email can have a buyer and a seller account."),
            rx.cond(SessionState.kind == other, switch_button(kind, next=next)),
            icon="lock-keyhole",
        ),
        login_prompt(text, on_login),
    )


def _with_sidebar(
    items, here: str, label: str, kind: str, prompt: rx.Component, children, bottom: rx.Component | None = None
) -> rx.Component:
    return frame(
        rx.el.div(
            # A form in steps has the whole screen of a phone.
            rx.cond(SessionState.kind == kind, _sidebar(items, here, label, look="max-md:hidden" if bottom else "")),
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
    shown = prompt_for("seller", prompt or t("Please sign in as a seller to see this page."), next=here)
    return _with_sidebar(_SELLER, here, t("Seller"), "seller", shown, children, bottom)


def admin_layout(*children: rx.Component, here: str) -> rx.Component:
    """Layout of an admin's page, highlighted in the sidebar; others see the admin login, moderators a sentence if it is not for them."""
    if here in _ADMINS_ONLY:
        refusal = empty_state(t("Only an administrator can open this page."), icon="lock-keyhole")
        children = (rx.cond(SessionState.moderates_only, refusal, rx.fragment(*children)),)
    children = (*children, send_with_ctrl_enter())
    return _with_sidebar(_ADMIN, here, t("Administration"), "admin", login_panel(here), children)


def seller_page(*parts: rx.Component, here: str, prompt: str = "", bottom: rx.Component | None = None) -> rx.Component:
    """Seller's page whose parts stand below each other; arguments as for `seller_layout`."""
    return seller_layout(rx.el.div(*parts, class_name="flex flex-col gap-5"), here=here, prompt=prompt, bottom=bottom)


def admin_page(*parts: rx.Component, here: str) -> rx.Component:
    """Admin's page whose parts stand below each other; `here` as for `admin_layout`."""
    return admin_layout(rx.el.div(*parts, class_name="flex flex-col gap-5"), here=here)

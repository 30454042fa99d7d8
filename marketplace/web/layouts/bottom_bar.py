"""The navigation bar at the bottom of phones."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.session_forms import switch_account
from marketplace.web.auth.session_state import SessionState
from marketplace.web.components.badge import count_badge
from marketplace.web.components.classes import join
from marketplace.web.components.current_url import is_admin_page, is_current_path, is_market_page
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link
from marketplace.web.layouts.account_menu import is_account_page
from marketplace.web.layouts.header import messages_path

# Look of the bar, for pages that put their own actions in its place.
BAR = "bottom-bar"
_ITEM = "bar-item"


def _inner(mark: str, words: str, *extra: rx.Component) -> tuple[rx.Component, ...]:
    return (rx.el.span(icon(mark, size=22), *extra, class_name="relative"), rx.el.span(words))


def _place(mark: str, words: str, href, *extra: rx.Component, around: rx.Var[bool] | bool = False) -> rx.Component:
    """Item that is marked on its page, and on the pages that belong to it.

    Args:
        around: whether the browser shows one of these.
    """
    here = is_current_path(href)
    marked = here | around
    return link(
        *_inner(mark, words, *extra),
        href=href,
        aria_current=rx.cond(here, "page", rx.cond(around, "true", "false")),
        class_name=join(_ITEM, rx.cond(marked, "text-accent", "text-muted")),
    )


def _login(mark: str, words: str, on_login) -> rx.Component:
    """Item of visitors that opens the login modal."""
    return rx.el.button(*_inner(mark, words), type="button", on_click=on_login, class_name=f"{_ITEM} text-muted")


def _post() -> rx.Component:
    return rx.match(
        SessionState.kind,
        ("seller", _place("circle-plus", t("Post"), paths.POST_AD)),
        (
            "user",
            switch_account(
                *_inner("circle-plus", t("Post")),
                kind="seller",
                next=paths.POST_AD,
                class_name=f"{_ITEM} text-muted",
            ),
        ),
        _login("circle-plus", t("Post"), AuthState.show_login_to_post),
    )


def _for_everyone() -> rx.Component:
    return rx.fragment(
        _post(),
        rx.cond(
            SessionState.signed_in,
            _place(
                "message-circle",
                t("Messages"),
                messages_path(),
                count_badge(SessionState.unread, label=t("to read or answer"), at="-top-1.5 left-3"),
            ),
            _login("message-circle", t("Messages"), AuthState.show_login_to_messages),
        ),
    )


def _for_admins() -> rx.Component:
    return _place("shield-check", t("Administration"), paths.ADMIN, around=is_admin_page())


@rx.memo
def bottom_bar() -> rx.Component:
    """Home, Search, Post, Messages and Account; admins have neither Post nor Messages."""
    return rx.el.nav(
        _place("house", t("Home"), paths.HOME),
        _place("search", t("Search"), paths.SEARCH, around=is_market_page()),
        rx.cond(SessionState.kind == "admin", _for_admins(), _for_everyone()),
        # The hub of everything that an account has. Visitors find the login and help there.
        _place("circle-user-round", t("Account"), paths.ACCOUNT, around=is_account_page()),
        aria_label=t("Quick access"),
        class_name=f"{BAR} items-stretch",
    )

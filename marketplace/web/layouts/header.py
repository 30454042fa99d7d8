"""The header of every page: with the search form on those of the market, without it where an account works."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.session_forms import switch_account
from marketplace.web.auth.session_state import SessionState
from marketplace.web.components.badge import count_badge
from marketplace.web.components.button import button, button_class, button_link
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link, outside_link
from marketplace.web.components.menu import CHEVRON, MENU_ITEM, menu, menu_link
from marketplace.web.components.section import SITE_WIDTH
from marketplace.web.layouts.account_menu import entries_of, entry_link, for_each_kind, sign_out_item, switch_item
from marketplace.web.layouts.brand import brand
from marketplace.web.widgets.search_form import header_search

TYPES = {"sell": "BUY", "rent": "RENT", "lease": "LEASE"}
_TYPE_ICONS = {"sell": "tags", "rent": "calendar-check", "lease": "key-round"}
_NAV = "header-link"
# Phones have it in the bar at the bottom.
_POST = "max-md:hidden"
_SQUARE = "header-button"


def support_link(class_name: str, *before: rx.Component) -> rx.Component:
    """Help/Support: a link to the external chat if one is configured, else to the contact page."""
    url = get_settings().support_url
    words = t("Help/Support")
    if url:
        return outside_link(*before, words, href=url, target="_blank", class_name=class_name)
    return link(*before, words, href=paths.CONTACT, class_name=class_name)


def theme_switch(*words, class_name: str, mark: str = "", **props) -> rx.Component:
    """Switch between light and dark; the page follows the system until it is used. `mark` is the class of its icon."""
    return rx.el.button(
        icon("moon", class_name=f"dark:hidden {mark}"),
        icon("sun", class_name=f"hidden dark:block {mark}"),
        *words,
        type="button",
        on_click=rx.toggle_color_mode,
        class_name=class_name,
        **props,
    )


def _theme_button() -> rx.Component:
    words = t("Switch between light and dark")
    return theme_switch(class_name=f"{_SQUARE} max-md:hidden", aria_label=words, title=words)


def _classified_links(icons: dict[str, str]) -> list[rx.Component]:
    return [menu_link(words, paths.listing(kind), icon=icons.get(kind, "")) for kind, words in TYPES.items()]


def _wide_nav(class_name: str = "") -> rx.Component:
    """Links for tablets and desktops; phones have a menu instead."""
    return rx.el.nav(
        link(t("Home"), href=paths.HOME, class_name=_NAV),
        link(t("Category"), href=paths.CATEGORIES, class_name=_NAV),
        menu((t("Classified"),), *_classified_links({}), label=t("Classified"), name="classified-menu"),
        support_link(_NAV),
        aria_label=t("Main"),
        class_name=f"hidden items-center md:flex {class_name}",
    )


def messages_path() -> rx.Var | rx.Component:
    """Return the path of the chat for the account kind."""
    return rx.cond(SessionState.kind == "seller", paths.SELLER_MESSAGES, paths.USER_MESSAGES)


def _account_menu() -> rx.Component:
    """The menu of wide screens; phones have the account page."""
    return rx.el.div(
        menu(
            (
                icon("circle-user-round"),
                rx.el.span(SessionState.username, class_name="max-w-32 truncate max-lg:sr-only"),
                # Tablets have no room for the arrow.
                icon("chevron-down", size=16, class_name=f"{CHEVRON} max-lg:hidden"),
            ),
            rx.el.p(
                t("Signed in as"),
                " ",
                rx.el.b(SessionState.username),
                class_name="truncate px-3 pb-1.5 pt-2 text-sm text-muted",
            ),
            for_each_kind(_account_items),
            sign_out_item(MENU_ITEM),
            label=t("Account"),
            name="account-menu",
            align="right",
            chevron=False,
        ),
        class_name="max-md:hidden",
    )


def _account_items(kind: str) -> list[rx.Component]:
    links = [entry_link(entry, look=MENU_ITEM, mark="text-muted") for entry in entries_of(kind)]
    return links if kind == "admin" else [*links, switch_item(kind, MENU_ITEM)]


def _post_label(class_name: str = "max-lg:sr-only") -> rx.Component:
    """The words of the button for a new ad. Tablets, and desktops of buyers, have room for its icon only."""
    return rx.el.span(t("Post Your Ad"), class_name=class_name)


def _signed_in() -> rx.Component:
    return rx.fragment(
        rx.cond(
            SessionState.kind == "user",
            link(icon("heart"), href=paths.WISHLIST, aria_label=t("Wishlist"), title=t("Wishlist"), class_name=_SQUARE),
        ),
        rx.cond(
            SessionState.kind != "admin",
            rx.fragment(
                link(
                    icon("message-circle"),
                    count_badge(SessionState.unread, label=t("to read or answer")),
                    href=messages_path(),
                    aria_label=t("Messages"),
                    title=t("Messages"),
                    class_name=f"{_SQUARE} max-md:hidden",
                ),
                link(
                    icon("bell"),
                    count_badge(SessionState.notifications, label=t("new")),
                    href=paths.NOTIFICATIONS,
                    aria_label=t("Notifications"),
                    title=t("Notifications"),
                    class_name=_SQUARE,
                ),
            ),
        ),
        rx.match(
            SessionState.kind,
            ("seller", button_link(_post_label(), href=paths.POST_AD, icon="plus", class_name=_POST)),
            (
                "user",
                switch_account(
                    icon("plus", size=18),
                    _post_label("max-xl:sr-only"),
                    kind="seller",
                    next=paths.POST_AD,
                    class_name=button_class("secondary", extra=_POST),
                ),
            ),
            rx.fragment(),
        ),
        _account_menu(),
    )


def _small_menu() -> rx.Component:
    return rx.el.div(
        menu(
            (icon("menu"), rx.el.span(t("Menu"), class_name="sr-only")),
            menu_link(t("Home"), paths.HOME, icon="house"),
            menu_link(t("Category"), paths.CATEGORIES, icon="layout-grid"),
            *_classified_links(_TYPE_ICONS),
            # Where an ad or a form has its own bar at the bottom, this is the way to the account.
            menu_link(t("Account"), paths.ACCOUNT, icon="circle-user-round"),
            label=t("Main menu"),
            name="main-menu",
            align="right",
            chevron=False,
        ),
        class_name="md:hidden",
    )


def _actions(*before: rx.Component) -> rx.Component:
    return rx.el.div(
        *before,
        rx.cond(
            SessionState.signed_in,
            _signed_in(),
            rx.fragment(
                button(
                    _post_label(),
                    variant="secondary",
                    icon="plus",
                    on_click=AuthState.show_login_to_post,
                    class_name=f"{_POST} mr-1",
                ),
                button(
                    t("Register / Sign In"),
                    on_click=AuthState.show_login,
                    class_name="max-sm:px-3 max-sm:text-sm",
                ),
            ),
        ),
        _small_menu(),
        class_name="flex items-center gap-0.5 sm:gap-1",
    )


@rx.memo
def plain_header() -> rx.Component:
    """The header without a search form. It stays at the top while the page scrolls."""
    return rx.el.header(
        rx.el.div(
            brand(),
            _wide_nav(),
            _actions(_theme_button()),
            class_name=f"flex h-16 items-center justify-between gap-2 {SITE_WIDTH}",
        ),
        class_name="header sticky top-(--banner)",
    )


@rx.memo
def header() -> rx.Component:
    """The header with the search form. While the page scrolls, only the row with the form stays."""
    return rx.el.header(
        rx.el.div(
            rx.el.div(
                _wide_nav("-ml-2 h-11 text-[0.9375rem] lg:-ml-3"),
                # Here it takes no room from the search.
                _theme_button(),
                class_name=f"flex justify-between {SITE_WIDTH}",
            ),
            class_name="bg-sunken max-md:hidden",
        ),
        rx.el.div(
            brand(),
            # Below the other two on phones.
            rx.el.div(header_search(), class_name="header-search min-w-0 flex-1 max-md:order-last max-md:basis-full"),
            _actions(),
            class_name=f"{SITE_WIDTH} header-row",
        ),
        class_name="header-two-rows",
    )

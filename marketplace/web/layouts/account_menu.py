"""The table of an account's pages, which the menu in the header, the sidebars and the account page show."""

from collections.abc import Callable
from dataclasses import dataclass, field

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.session_forms import HOMES, sign_out, switch_account
from marketplace.web.auth.session_state import SessionState
from marketplace.web.components.badge import badge
from marketplace.web.components.current_url import path_starts
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link

_USER, _SELLER, _BOTH, _ADMIN = ("user",), ("seller",), ("user", "seller"), ("admin",)


@dataclass(frozen=True, slots=True)
class Entry:
    """A page of an account.

    Attributes:
        kinds: the kinds of account that have it.
        hint: what else is on the page; the account page shows it.
        count: number of what is new there.
        admins_only: moderators neither see it nor can open it.
        is_setting: it is about the account itself.
    """

    label: str
    path: str
    icon: str
    kinds: tuple[str, ...]
    hint: str = field(default="", kw_only=True)
    count: rx.Var[int] | None = field(default=None, kw_only=True)
    admins_only: bool = field(default=False, kw_only=True)
    is_setting: bool = field(default=False, kw_only=True)


def _open_cases(name: str) -> rx.Var[int]:
    return SessionState.open_cases.get(name, 0).to(int)


_DEALS = t("Offers, deals and rentals too")
ENTRIES = (
    Entry(t("Waiting for you"), paths.WAITING, "hourglass", _BOTH),
    Entry(t("Dashboard"), paths.SELLER_DASHBOARD, "layout-dashboard", _SELLER),
    Entry(t("Profile Settings"), paths.SELLER_PROFILE, "settings", _SELLER, is_setting=True),
    Entry(t("My Ads"), paths.SELLER_ADS, "tags", _SELLER),
    Entry(t("Enquiries"), paths.SELLER_ENQUIRIES, "calendar-check", _SELLER, hint=_DEALS),
    Entry(t("Buyers are looking for"), paths.SELLER_WANTED, "search", _SELLER),
    Entry(t("Messages"), paths.SELLER_MESSAGES, "message-circle", _SELLER, count=SessionState.unread),
    Entry(t("Post Your Ad"), paths.POST_AD, "circle-plus", _SELLER),
    Entry(t("Messages"), paths.USER_MESSAGES, "message-circle", _USER, count=SessionState.unread),
    Entry(t("My enquiries"), paths.USER_ENQUIRIES, "calendar-check", _USER, hint=_DEALS),
    Entry(t("Wishlist"), paths.WISHLIST, "heart", _USER),
    Entry(t("Looking for"), paths.USER_WANTED, "search", _USER),
    Entry(t("Saved searches"), paths.SAVED_SEARCHES, "bookmark", _BOTH),
    Entry(t("Notifications"), paths.NOTIFICATIONS, "bell", _BOTH, count=SessionState.notifications),
    Entry(t("Profile Settings"), paths.USER_PROFILE, "settings", _USER, is_setting=True),
    Entry(t("Overview"), paths.ADMIN, "gauge", _ADMIN),
    Entry(t("Review queue"), paths.ADMIN_QUEUE, "inbox", _ADMIN, count=_open_cases("ad")),
    Entry(t("Ads"), paths.ADMIN_ADS, "tags", _ADMIN),
    Entry(t("Reports"), paths.ADMIN_REPORTS, "flag", _ADMIN, count=_open_cases("report")),
    Entry(t("Appeals"), paths.ADMIN_APPEALS, "scale", _ADMIN, count=_open_cases("appeal")),
    Entry(t("Grievances"), paths.ADMIN_GRIEVANCES, "landmark", _ADMIN, count=_open_cases("grievance")),
    Entry(t("Canned replies"), paths.ADMIN_REPLIES, "message-circle", _ADMIN),
    Entry(t("Rules"), paths.ADMIN_RULES, "sliders-horizontal", _ADMIN),
    Entry(t("Accounts"), paths.ADMIN_ACCOUNTS, "users", _ADMIN),
    Entry(t("Categories"), paths.ADMIN_CATEGORIES, "layout-grid", _ADMIN, admins_only=True),
    Entry(t("Testimonials"), paths.ADMIN_TESTIMONIALS, "quote", _ADMIN, admins_only=True),
    Entry(t("Audit log"), paths.ADMIN_AUDIT, "scroll-text", _ADMIN, admins_only=True),
    Entry(
        t("Undelivered emails"), paths.ADMIN_MAIL, "mail-warning", _ADMIN, count=_open_cases("mail"), admins_only=True
    ),
    Entry(t("Security"), paths.ADMIN_SECURITY, "key-round", _ADMIN, is_setting=True),
)
ADMINS_ONLY = frozenset(entry.path for entry in ENTRIES if entry.admins_only)
# Other pages of accounts; those of chats and of a new ad have items of their own in the bottom bar.
_ALSO = (paths.ACCOUNT, paths.deal(""), paths.rental(""), paths.reviews_of_rental(""), paths.edit_ad(""))
_IN_BAR = (paths.USER_MESSAGES, paths.SELLER_MESSAGES, paths.POST_AD)


def is_account_page() -> rx.Var[bool]:
    """Return whether the browser shows a page of the own account that has no item of its own in the bottom bar."""
    own = [entry.path for entry in ENTRIES if (entry.kinds != _ADMIN or entry.is_setting) and entry.path not in _IN_BAR]
    return path_starts(*own, *_ALSO)


def entries_of(kind: str) -> list[Entry]:
    """List the pages of an account kind: user, seller or admin."""
    return [entry for entry in ENTRIES if kind in entry.kinds]


def for_each_kind(render: Callable[[str], list[rx.Component]]) -> rx.Component:
    """Return what `render` makes for the kind of the signed-in account."""
    return rx.match(
        SessionState.kind,
        *((kind, rx.fragment(*render(kind))) for kind in ("user", "seller", "admin")),
        rx.fragment(),
    )


def entry_link(entry: Entry, *, look: str | rx.Var, mark: str = "", end: tuple = (), **props) -> rx.Component:
    """Link to a page with its icon and count, of the class `look`; moderators don't see those of administrators.

    Args:
        mark: class of the icon.
        end: components after the count.
    """
    hint = rx.el.span(entry.hint, class_name="block text-sm font-normal text-muted") if entry.hint else None
    shown = link(
        icon(entry.icon, class_name=mark),
        rx.el.span(entry.label, hint, class_name="min-w-0 flex-1") if end else entry.label,
        None if entry.count is None else count(entry.count),
        *end,
        href=entry.path,
        class_name=look,
        **props,
    )
    return rx.cond(~SessionState.moderates_only, shown) if entry.admins_only else shown


def count(number) -> rx.Component:
    """Number at the end of a row; hidden for 0."""
    return rx.cond(number > 0, badge(number, look="danger", class_name="ml-auto"))


def switch_item(kind: str, class_name: str) -> rx.Component:
    """Button that changes from the account kind to the other one, at its home page."""
    other, words, first_time = {
        "user": ("seller", t("Switch to selling"), t("Start selling")),
        "seller": ("user", t("Switch to buying"), t("Start buying")),
    }[kind]
    return switch_account(
        icon("arrow-left-right", class_name="text-muted"),
        rx.cond(SessionState.has_other_account, words, first_time),
        kind=other,
        next=HOMES[other],
        class_name=class_name,
    )


def sign_out_item(class_name: str) -> rx.Component:
    """The logout button, as a row."""
    return sign_out(icon("log-out", class_name="text-muted"), t("Logout"), class_name=class_name)

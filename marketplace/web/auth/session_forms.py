"""The compiled login form and logout button."""

from typing import Any

import reflex as rx

from marketplace.domain.accounts import messages
from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.register_state import RegisterState
from marketplace.web.auth.session_state import SessionState
from marketplace.web.components.button import button_class

_LIBRARY = rx.asset("session.jsx", shared=True).importable_path
HOMES = {"user": paths.HOME, "seller": paths.SELLER_DASHBOARD, "admin": paths.ADMIN}
# Where nobody wants to be after a login, so that it leads to the home of the account kind.
_GOALS = {"homes": HOMES, "nowhere": [paths.HOME, paths.ADMIN_LOGIN, paths.FORGOT_PASSWORD]}
_ERROR = "rounded-control bg-danger-soft px-3.5 py-3 text-sm text-danger"


class LoginForm(rx.Component):
    """A form that signs in through the API."""

    library = _LIBRARY
    tag = "LoginForm"

    kind: rx.Var[str]
    choice: rx.Var[str]
    next: rx.Var[dict[str, str]]
    goals: rx.Var[dict[str, Any]]
    appeal: rx.Var[str]
    delay: rx.Var[int]
    words: rx.Var[dict[str, str]]
    error_class: rx.Var[str]


class SignInWhenDone(rx.Component):
    """Signs in after a registration."""

    library = _LIBRARY
    tag = "SignInWhenDone"

    done: rx.Var[str]
    kind: rx.Var[str]
    next: rx.Var[dict[str, str]]
    goals: rx.Var[dict[str, Any]]
    delay: rx.Var[int]


class SignOut(rx.Component):
    """A button that signs out through the API."""

    library = _LIBRARY
    tag = "SignOut"

    words: rx.Var[dict[str, str]]
    home: rx.Var[str]


class SwitchAccount(rx.Component):
    """A button that continues as the same person's account of the other kind."""

    library = _LIBRARY
    tag = "SwitchAccount"

    kind: rx.Var[str]
    next: rx.Var[str]
    goals: rx.Var[dict[str, Any]]
    words: rx.Var[dict[str, str]]
    on_code_needed: rx.EventHandler[rx.event.no_args_event_spec]


class RedirectAfterDeletion(rx.Component):
    """Reloads the site at the home page after the account was deleted."""

    library = _LIBRARY
    tag = "RedirectAfterDeletion"

    gone: rx.Var[bool]
    words: rx.Var[str]
    home: rx.Var[str]


def login_form(*children: rx.Component, kind, choice: str = "", next=None) -> rx.Component:
    """Login form with inputs `email` and `password`, and optionally `remember` and `code`.

    Args:
        kind: account kind: user, seller or admin.
        choice: name of the radio buttons that choose the kind; empty if there are none.
        next: paths to open after the login, by account kind; without one, the page stays, except where nobody wants to stay.
    """
    return LoginForm.create(
        *children,
        kind=kind,
        choice=choice,
        next={} if next is None else next,
        goals=_GOALS,
        appeal=paths.APPEAL,
        delay=get_settings().login_close_ms,
        words={
            "failed": t("Login failed. Please try again."),
            "done": t(messages.SIGNED_IN),
            "appeal": t("Appeal"),
            "user": t("Sign in to your buyer account"),
            "seller": t("Sign in to your seller account"),
        },
        error_class=_ERROR,
        class_name="group flex flex-col gap-4",
    )


def sign_in_when_done(content: rx.Component, *, done, kind, next) -> rx.Component:
    """Sign in to `kind` with the email and password of the registration form in `content`, as soon as `done` is not empty;
    `next` as for `login_form`.
    """
    return SignInWhenDone.create(
        content, done=done, kind=kind, next=next, goals=_GOALS, delay=get_settings().login_close_ms
    )


def sign_out(*children, class_name: str) -> rx.Component:
    """The logout button."""
    words = {"done": t(messages.SIGNED_OUT), "failed": t("Signing out failed. Please try again.")}
    return SignOut.create(*children, words=words, home=paths.HOME, class_name=class_name)


def switch_account(*children, kind: str, next: str = "", class_name: str) -> rx.Component:
    """Button that changes to the user or seller account without a login, and opens `next` (empty: the same page); without
    one, the registration.
    """
    return rx.cond(
        SessionState.has_other_account,
        SwitchAccount.create(
            *children,
            kind=kind,
            next=next,
            goals=_GOALS,
            words={"failed": t("Switching failed. Please try again.")},
            on_code_needed=AuthState.show_login_as(kind, next),
            class_name=class_name,
        ),
        rx.el.button(
            *children,
            type="button",
            on_click=[AuthState.open_second_account(kind, next), RegisterState.prefill],
            class_name=class_name,
        ),
    )


def switch_button(kind: str) -> rx.Component:
    """Large `switch_account` button on a page, which stays open."""
    switch, start = {
        "user": (t("Switch to buying"), t("Start buying")),
        "seller": (t("Switch to selling"), t("Start selling")),
    }[kind]
    return switch_account(
        rx.cond(SessionState.has_other_account, switch, start),
        kind=kind,
        class_name=button_class(),
    )


def redirect_after_deletion(gone) -> rx.Component:
    """Reload the site at the home page, without a session, as soon as `gone` is true."""
    return RedirectAfterDeletion.create(gone=gone, words=t(messages.ACCOUNT_DELETED), home=paths.HOME)

"""The compiled login form and logout button."""

import reflex as rx

from marketplace.domain.accounts import messages
from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web import paths

_LIBRARY = rx.asset("session.jsx", shared=True).importable_path
_ERROR = "rounded-control bg-danger-soft px-3.5 py-3 text-sm text-danger"


class LoginForm(rx.Component):
    """A form that signs in through the API."""

    library = _LIBRARY
    tag = "LoginForm"

    kind: rx.Var[str]
    next: rx.Var[str]
    homes: rx.Var[dict[str, str]]
    delay: rx.Var[int]
    words: rx.Var[dict[str, str]]
    error_class: rx.Var[str]


class SignOut(rx.Component):
    """A button that signs out through the API."""

    library = _LIBRARY
    tag = "SignOut"

    words: rx.Var[str]
    home: rx.Var[str]


def login_form(*children: rx.Component, kind, next="") -> rx.Component:
    """A form with inputs `email`, `password`, and optionally `remember` and `code`.

    Args:
        kind: user, seller or admin.
        next: where to go afterwards; empty for the kind's own place.
    """
    return LoginForm.create(
        *children,
        kind=kind,
        next=next,
        homes={"user": paths.HOME, "seller": paths.SELLER_DASHBOARD, "admin": paths.ADMIN},
        delay=get_settings().login_close_ms,
        words={"failed": t("Login failed. Please try again."), "done": t(messages.SIGNED_IN)},
        error_class=_ERROR,
        class_name="flex flex-col gap-4",
    )


def sign_out(*children, class_name: str) -> rx.Component:
    """The logout button."""
    return SignOut.create(*children, words=t(messages.SIGNED_OUT), home=paths.HOME, class_name=class_name)

"""The login modal."""

import reflex as rx

from marketplace.domain.accounts import messages
from marketplace.i18n.texts import t
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.session_forms import login_form
from marketplace.web.components.button import button
from marketplace.web.components.dialog import autofocus, dialog
from marketplace.web.components.fields import checkbox, password_field, radio_group, text_field

_KIND = "login-kind"


def kind_toggle(name: str) -> rx.Component:
    """Choice between Browse Ads (user) and Post Your Ad (seller)."""
    return radio_group(
        t("What would you like to do?"),
        name,
        {"user": t("Browse Ads"), "seller": t("Post Your Ad")},
        value=AuthState.kind,
        on_change=AuthState.choose_kind,
    )


def text_button(words: str, on_click) -> rx.Component:
    """Button inside a sentence that looks like a link."""
    return rx.el.button(
        words,
        type="button",
        on_click=on_click,
        class_name="rounded-control py-2 font-semibold text-accent underline-offset-4 hover:underline",
    )


def own_password(name: str, **props) -> rx.Component:
    """Field for the password of the account, with the button that shows it; other arguments as for `password_field`."""
    return password_field(
        t("Password"),
        name,
        field_name="password",
        auto_complete="current-password",
        shown=AuthState.password_shown,
        on_show=AuthState.toggle_password,
        **props,
    )


def login_modal() -> rx.Component:
    """Login form with links to registration and password reset."""
    return dialog(
        kind_toggle(_KIND),
        login_form(
            text_field(
                t("Email"),
                "login-email",
                field_name="email",
                type="email",
                required=True,
                auto_complete="username",
                default_value=AuthState.email,
                on_blur=AuthState.keep_email,
                custom_attrs=autofocus(),
            ),
            own_password("login-password"),
            # Appears once the API has answered that the account needs one.
            rx.el.div(
                text_field(
                    t("Code"),
                    "login-code",
                    field_name="code",
                    auto_complete="one-time-code",
                    hint=t(messages.FACTOR_NEEDED_OR_RECOVERY),
                ),
                class_name="hidden group-data-[factor=true]:block",
            ),
            rx.el.div(
                checkbox(t("Remember me"), "remember"),
                text_button(t("Forgot password?"), AuthState.show_forgot),
                class_name="flex flex-wrap items-center justify-between gap-x-4 text-[0.9375rem]",
            ),
            button(t("Sign In"), type="submit", size="lg", full=True),
            kind=AuthState.kind,
            choice=_KIND,
            next=AuthState.next,
        ),
        rx.el.p(
            t("New here?"),
            " ",
            text_button(t("Create an account"), AuthState.show_register),
            class_name="text-center text-muted",
        ),
        open=AuthState.mode == "login",
        on_close=AuthState.close,
        title=t("Sign in"),
        name="login",
        class_name="sm:max-w-md",
    )

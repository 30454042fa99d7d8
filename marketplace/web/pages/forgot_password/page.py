"""The page that resets a forgotten password."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.reset_password import ResetPasswordState, code_form, password_form
from marketplace.web.components.fields import radio_group
from marketplace.web.components.section import page_title
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page


def forgot_password() -> rx.Component:
    """Form with the account kind and email, then with the code and the new password."""
    return site_layout(
        rx.el.div(
            page_title(t("Forgot password"), t("We'll email you a code to set a new password.")),
            rx.cond(
                ResetPasswordState.step == 1,
                code_form(
                    ResetPasswordState.send_code,
                    radio_group(
                        t("Account Type"),
                        "account-type",
                        {"user": t("User"), "seller": t("Seller")},
                        value=ResetPasswordState.kind,
                        on_change=ResetPasswordState.choose_kind,
                    ),
                    name="forgot",
                    # The email of the login modal; the field begins again with it once the app knows it.
                    key=AuthState.email,
                    default_value=AuthState.email,
                    on_blur=AuthState.keep_email,
                ),
                password_form(ResetPasswordState.reset_password, name="forgot"),
            ),
            class_name="mx-auto flex w-full max-w-md flex-col gap-6 px-4 py-10 sm:py-16",
        )
    )


PAGES = [
    Page(
        paths.FORGOT_PASSWORD,
        forgot_password,
        t("Forgot password"),
        t("Set a new password for your account."),
        states=(ResetPasswordState,),
        indexed=False,
    )
]

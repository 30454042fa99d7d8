"""The forgot-password page: two steps."""

import reflex as rx

from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.auth.forgot import ForgotState, code_form, password_form
from marketplace.web.components.fields import radio_group
from marketplace.web.components.section import page_title
from marketplace.web.layouts.site import site_layout
from marketplace.web.site import Page


def forgot_password() -> rx.Component:
    """Account type and email, then the code and the new password."""
    return site_layout(
        rx.el.div(
            page_title(t("Forgot password"), t("We mail you a code with which you set a new one.")),
            rx.cond(
                ForgotState.step == 1,
                code_form(
                    ForgotState.send_code,
                    radio_group(
                        t("Account Type"),
                        "account-type",
                        {"user": t("User"), "seller": t("Seller")},
                        value=ForgotState.kind,
                        on_change=ForgotState.choose_kind,
                    ),
                    name="forgot",
                ),
                password_form(ForgotState.reset_password, name="forgot"),
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
        on_load=(ForgotState.start,),
        indexed=False,
    )
]

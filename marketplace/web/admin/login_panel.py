"""The login form of administrators and moderators, and the reset of a moderator's password."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.web.auth.login_modal import own_password, text_button
from marketplace.web.auth.reset_password import ResetPasswordState, code_form, password_form
from marketplace.web.auth.session_forms import login_form
from marketplace.web.components.button import button
from marketplace.web.components.fields import text_field
from marketplace.web.components.icon import icon


def login_panel() -> rx.Component:
    """Form with email, password and an optional second-factor code, or those that reset a password."""
    return rx.el.div(
        rx.el.div(
            icon("shield-check", size=28),
            class_name="flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent",
        ),
        rx.el.div(
            rx.el.h1(t("Administration"), class_name="text-2xl font-bold tracking-tight"),
            rx.el.p(t("This page is for administrators."), class_name="mt-1 text-muted"),
        ),
        rx.cond(ResetPasswordState.for_staff, _forgot(), _login()),
        class_name="mx-auto flex w-full max-w-md flex-col gap-5 rounded-box border border-line bg-raised p-5 sm:p-7",
    )


def _login() -> rx.Component:
    return rx.fragment(
        login_form(
            text_field(
                t("Email"), "admin-email", field_name="email", type="email", required=True, auto_complete="username"
            ),
            own_password("admin-password"),
            text_field(
                t("Code"),
                "admin-code",
                field_name="code",
                auto_complete="one-time-code",
                hint=t("From your authenticator app, or a recovery code. Leave it empty if two-step sign-in is off."),
            ),
            button(t("Sign In"), type="submit", size="lg", full=True),
            kind="admin",
        ),
        rx.el.div(text_button(t("Forgot password?"), ResetPasswordState.open_for_staff), class_name="text-center"),
    )


def _forgot() -> rx.Component:
    return rx.fragment(
        rx.el.p(
            t("We email moderators a code to set a new password. Administrators set theirs on the server."),
            class_name="text-muted",
        ),
        rx.cond(
            ResetPasswordState.step == 1,
            code_form(ResetPasswordState.send_code_to_staff, name="staff"),
            password_form(
                ResetPasswordState.reset_staff_password,
                name="staff",
                kind=AccountKind.ADMIN,
                on_restart=ResetPasswordState.open_for_staff,
            ),
        ),
        rx.el.div(text_button(t("Back to sign in"), ResetPasswordState.open), class_name="text-center"),
    )

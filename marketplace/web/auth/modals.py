"""The three sign-in windows; the layouts place them once."""

import reflex as rx

from marketplace.texts import t
from marketplace.web.auth.forgot import ForgotState, code_form, password_form
from marketplace.web.auth.login import kind_toggle, login_modal, words_button
from marketplace.web.auth.register import register_modal
from marketplace.web.auth.state import AuthState
from marketplace.web.components.dialog import dialog
from marketplace.web.components.later import later


def _forgot_modal() -> rx.Component:
    return dialog(
        rx.cond(
            ForgotState.step == 1,
            rx.fragment(kind_toggle("forgot-kind"), code_form(ForgotState.send_code_in_modal, name="forgot-modal")),
            password_form(ForgotState.reset_in_modal, name="forgot-modal"),
        ),
        rx.el.div(words_button(t("Back to sign in"), AuthState.back_to_login), class_name="text-center"),
        open=AuthState.mode == "forgot",
        on_close=AuthState.close,
        title=t("Forgot password?"),
        name="forgot",
        class_name="sm:max-w-md",
    )


@rx.memo
def open_modal() -> rx.Component:
    """The window that is open."""
    return rx.fragment(
        rx.match(
            AuthState.mode,
            ("login", login_modal()),
            ("register", register_modal()),
            ("forgot", _forgot_modal()),
            rx.fragment(),
        )
    )


def auth_modals() -> rx.Component:
    """Nothing of them is in the page before it is asked for."""
    return rx.cond(AuthState.mode, later(open_modal()))

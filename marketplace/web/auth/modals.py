"""The login, registration and password modals. The layouts contain them once."""

import reflex as rx
from reflex_base.components.component import NoSSRComponent

from marketplace.i18n.texts import t
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.login_modal import kind_toggle, login_modal, text_button
from marketplace.web.auth.register_modal import register_modal
from marketplace.web.auth.reset_password import ResetPasswordState, code_form, password_form
from marketplace.web.components.dialog import autofocus, dialog
from marketplace.web.components.page_bound import page_bound


def _forgot_modal() -> rx.Component:
    return dialog(
        rx.cond(
            ResetPasswordState.step == 1,
            rx.fragment(
                kind_toggle("forgot-kind"),
                code_form(
                    ResetPasswordState.send_code_in_modal,
                    name="forgot-modal",
                    default_value=AuthState.email,
                    on_blur=AuthState.keep_email,
                    custom_attrs=autofocus(),
                ),
            ),
            password_form(ResetPasswordState.reset_in_modal, name="forgot-modal"),
        ),
        rx.el.div(text_button(t("Back to sign in"), AuthState.back_to_login), class_name="text-center"),
        open=AuthState.mode == "forgot",
        on_close=AuthState.close,
        title=t("Forgot password?"),
        name="forgot",
        class_name="sm:max-w-md",
    )


@rx.memo
def open_modal() -> rx.Component:
    """The modal that is open."""
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
    """The modals; their code is loaded when one is opened for the first time."""
    modal = open_modal()
    return page_bound(
        rx.cond(AuthState.mode, NoSSRComponent.create(library=modal.library, tag=modal.tag)),
        name="auth",
        shown=AuthState.mode != "",
        on_leave=AuthState.hide,
    )

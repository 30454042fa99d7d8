"""The admin page with second factor, password and sessions."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.web import paths
from marketplace.web.auth.change_password import ChangePasswordState, password_form
from marketplace.web.auth.second_factor import SecondFactorState, second_factor_badge, second_factor_forms
from marketplace.web.auth.sessions import SessionsState, session_list
from marketplace.web.components.section import page_title, panel
from marketplace.web.layouts.sidebar import admin_layout
from marketplace.web.page_registry import private_page


def security() -> rx.Component:
    """The security settings."""
    return admin_layout(
        rx.el.div(
            page_title(t("Security")),
            panel(t("Two-step sign-in"), second_factor_forms(), beside=second_factor_badge()),
            panel(t("Change Password"), password_form(AccountKind.ADMIN)),
            panel(t("Where you are signed in"), session_list()),
            class_name="flex max-w-3xl flex-col gap-5",
        ),
        here=paths.ADMIN_SECURITY,
    )


PAGES = [
    private_page(
        paths.ADMIN_SECURITY,
        security,
        t("Security"),
        t("Two-step sign-in, password and sessions."),
        SecondFactorState,
        ChangePasswordState,
        SessionsState,
    )
]

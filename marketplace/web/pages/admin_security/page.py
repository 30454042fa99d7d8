"""Security: an administrator's second factor, password and sessions."""

import reflex as rx

from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.auth.factor import FactorState, factor_badge, factor_forms
from marketplace.web.auth.password import PasswordState, password_form
from marketplace.web.auth.sessions import SessionsState, session_list
from marketplace.web.components.section import page_title, panel
from marketplace.web.layouts.side import admin_layout
from marketplace.web.site import Page


def security() -> rx.Component:
    """The page."""
    return admin_layout(
        rx.el.div(
            page_title(t("Security")),
            panel(t("Second factor"), factor_forms(), beside=factor_badge()),
            panel(t("Change Password"), password_form()),
            panel(t("Where you are signed in"), session_list()),
            class_name="flex max-w-3xl flex-col gap-5",
        ),
        here=paths.ADMIN_SECURITY,
    )


PAGES = [
    Page(
        paths.ADMIN_SECURITY,
        security,
        t("Security"),
        t("Your second factor, password and sessions."),
        on_load=(FactorState.open, PasswordState.open, SessionsState.open),
        indexed=False,
    )
]

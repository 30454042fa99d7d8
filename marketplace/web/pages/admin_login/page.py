"""The login page of admins."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin.login_panel import login_panel
from marketplace.web.auth.session_state import SessionState
from marketplace.web.components.button import button_link
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import SITE_WIDTH
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page


def admin_login() -> rx.Component:
    """Login form, or a link for those who are signed in."""
    return site_layout(
        rx.el.div(
            rx.cond(
                SessionState.kind == "admin",
                empty_state(
                    t("You are signed in."),
                    "",
                    button_link(t("Administration"), href=paths.ADMIN),
                    icon="shield-check",
                ),
                login_panel(),
            ),
            class_name=f"py-8 sm:py-12 {SITE_WIDTH}",
        )
    )


PAGES = [
    Page(
        paths.ADMIN_LOGIN,
        admin_login,
        t("Administrator sign-in"),
        t("For administrators of this site."),
        indexed=False,
    )
]

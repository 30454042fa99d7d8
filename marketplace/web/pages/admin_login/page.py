"""The administrators' way in."""

import reflex as rx

from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.admin.login import login_panel
from marketplace.web.components.button import button_link
from marketplace.web.components.section import SITE_WIDTH
from marketplace.web.components.states import empty_state
from marketplace.web.layouts.site import site_layout
from marketplace.web.session import SessionState
from marketplace.web.site import Page


def admin_login() -> rx.Component:
    """The form, or the way on for who is signed in already."""
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
                login_panel(paths.ADMIN),
            ),
            class_name=f"py-8 sm:py-12 {SITE_WIDTH}",
        )
    )


PAGES = [
    Page(
        paths.ADMIN_LOGIN,
        admin_login,
        t("Administrator sign-in"),
        t("For the people who look after this site."),
        indexed=False,
    )
]

"""Security: an administrator's second factor, password and sessions."""

import reflex as rx

from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.components.section import page_title
from marketplace.web.layouts.side import admin_layout
from marketplace.web.pages.admin_security import sections
from marketplace.web.pages.admin_security.state import SecurityState
from marketplace.web.site import Page


def security() -> rx.Component:
    """The page."""
    return admin_layout(
        rx.el.div(
            page_title(t("Security")),
            sections.second_factor(),
            sections.password(),
            sections.sessions(),
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
        on_load=(SecurityState.open,),
        indexed=False,
    )
]

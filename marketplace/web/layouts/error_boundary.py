"""The page that React shows if a page's code fails in the browser."""

import reflex as rx
from reflex_components_core.base.error_boundary import ErrorBoundary

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.components.link import outside_link


def broken_page() -> rx.Component:
    """Error page with plain links, because the router may have failed too."""
    look = "rounded-control px-4 py-3 font-semibold"
    return rx.el.main(
        rx.el.h1(t("Something went wrong on this page"), class_name="text-2xl font-bold"),
        rx.el.p(t("We have been notified. Reloading the page often helps."), class_name="text-muted"),
        rx.el.p(
            outside_link(t("Reload"), href="", class_name=f"{look} bg-accent text-on-accent"),
            outside_link(t("Home"), href=paths.HOME, class_name=look),
            class_name="flex gap-3",
        ),
        class_name="flex min-h-dvh flex-col items-center justify-center gap-4 px-4 text-center text-ink",
    )


def error_boundary(_stateful: bool = True) -> rx.Component:
    """Component that wraps every page; Reflex logs the error on the server."""
    return ErrorBoundary.create(fallback_render=rx.Var.create(broken_page()))

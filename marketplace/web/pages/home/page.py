"""The home page."""

import reflex as rx

from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.layouts.site import site_layout
from marketplace.web.site import Page


def home() -> rx.Component:
    """The shop window."""
    return site_layout(rx.el.h1("Chowk"))


PAGES = [Page(paths.HOME, home, t("Buy, sell and rent near you"), t("Classified ads from people in your town."))]

"""Asks before a link of the chat leads to another site."""

import reflex as rx

from marketplace.domain import trust
from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web.components.button import button, button_class
from marketplace.web.components.dialog import autofocus, close_attributes, dialog
from marketplace.web.components.link import outside_link
from marketplace.web.reflex_ext.text_limits import takes_long_text


class LinkState(rx.State):
    """The link in the dialog; empty while it is closed."""

    url: str = ""
    domain: str = ""

    @rx.event
    @takes_long_text
    def ask(self, url: str) -> None:
        """Open the dialog for a link."""
        if link := trust.read_link(url):
            self.url, self.domain = link.url, link.domain

    @rx.event
    def close(self) -> None:
        """Close the dialog."""
        self.url = self.domain = ""


def leaving_dialog() -> rx.Component:
    """Dialog that names the domain before a link opens in a new tab."""
    return dialog(
        rx.el.p(
            t("This link opens a page on another website:"),
            rx.el.b(LinkState.domain, class_name="block py-2 text-xl text-ink [overflow-wrap:anywhere]"),
            t("{site} doesn't know this page.", site=get_settings().site_name),
        ),
        rx.el.p(
            t("Never enter a PIN, a code or a card number there to be paid. Whoever pays you needs only your UPI ID."),
            class_name="rounded-control bg-warning-soft px-3.5 py-3 text-warning",
        ),
        rx.el.div(
            outside_link(
                t("Open the page"),
                href=LinkState.url,
                target="_blank",
                class_name=button_class("secondary"),
                custom_attrs=close_attributes(),
            ),
            button(t("Stay here"), custom_attrs=autofocus() | close_attributes()),
            class_name="flex flex-wrap justify-end gap-3",
        ),
        open=LinkState.url != "",
        on_close=LinkState.close,
        title=t("Do you want to open this page?"),
        name="leaving",
        class_name="sm:max-w-md",
    )

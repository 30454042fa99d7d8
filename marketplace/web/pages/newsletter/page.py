"""Confirm or leave the newsletter: a link leads here, a press does it, so that no mail scanner does."""

import reflex as rx

from marketplace.domain import content
from marketplace.domain.content import messages
from marketplace.errors import MarketplaceError
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.components.button import button, button_link
from marketplace.web.components.section import page_title
from marketplace.web.door import Door
from marketplace.web.layouts.site import site_layout
from marketplace.web.site import Page

_PATH = "/newsletter"


class NewsletterLinkState(Door, rx.State):
    """The token stands in the address."""

    answer: str = ""
    _answered: str = ""

    @rx.event
    def open(self) -> None:
        """Nothing is done by following a link alone."""
        # A press may come before this, while the tab connects; its answer stays. That of the other page does not.
        if self._answered != self._place():
            self.answer = ""

    @rx.event
    async def act(self, leave: bool) -> None:
        """Confirm, or unsubscribe."""
        token = self.router.url.query_parameters.get("token", "")
        self._answered = self._place()
        try:
            await self._do(content.unsubscribe if leave else content.confirm, token)
        except MarketplaceError as error:
            self.answer = error.message
            return
        self.answer = t(messages.UNSUBSCRIBED if leave else messages.CONFIRMED)

    def _place(self) -> str:
        return f"{self.router.url.path}?{self.router.url.query_parameters.get('token', '')}"


def _page(title: str, text: str, words: str, *, leave: bool) -> rx.Component:
    return site_layout(
        rx.el.div(
            page_title(title, text),
            rx.cond(
                NewsletterLinkState.answer,
                rx.fragment(
                    rx.el.p(NewsletterLinkState.answer, role="status", class_name="font-medium"),
                    button_link(t("To the home page"), href=paths.HOME),
                ),
                button(words, on_click=NewsletterLinkState.act(leave)),
            ),
            class_name="mx-auto flex max-w-xl flex-col items-start gap-5 px-4 py-16",
        )
    )


def confirm() -> rx.Component:
    """The confirmation."""
    return _page(
        t("Confirm the newsletter"),
        t("One press, and you will hear from us now and then."),
        t("Yes, send it"),
        leave=False,
    )


def unsubscribe() -> rx.Component:
    """The way out."""
    return _page(t("Leave the newsletter"), t("One press, and there will be no more."), t("Unsubscribe"), leave=True)


_OPEN = (NewsletterLinkState.open,)
PAGES = [
    Page(f"{_PATH}/confirm", confirm, t("Confirm the newsletter"), t("Confirm your address."), _OPEN, indexed=False),
    Page(
        f"{_PATH}/unsubscribe", unsubscribe, t("Leave the newsletter"), t("Stop the newsletter."), _OPEN, indexed=False
    ),
]

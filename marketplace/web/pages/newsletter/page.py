"""The pages of the newsletter links in mails. They act on a button press, so that mail scanners trigger nothing."""

import reflex as rx

from marketplace.core.errors import MarketplaceError
from marketplace.domain import content
from marketplace.domain.content import messages
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.base.domain_state import DomainState
from marketplace.web.components.button import button, button_link
from marketplace.web.components.section import page_title
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import Page

_PATH = "/newsletter"


class NewsletterLinkState(DomainState, rx.State):
    """Confirms or cancels the subscription of the token in the URL."""

    answer: str = ""
    _answered_path: str = ""

    @rx.event
    def open(self) -> None:
        """Reset the page; following the link alone changes nothing."""
        # The button may be pressed before this event; keep its answer, but not the answer of the other page.
        if self._answered_path != self._current_path_and_token():
            self.answer = ""

    @rx.event
    async def submit(self, leave: bool) -> None:
        """Confirm or cancel the subscription."""
        token = self.router.url.query_parameters.get("token", "")
        self._answered_path = self._current_path_and_token()
        try:
            await self._execute(content.unsubscribe if leave else content.confirm, token)
        except MarketplaceError as error:
            self.answer = error.message
            return
        self.answer = t(messages.UNSUBSCRIBED if leave else messages.CONFIRMED)

    def _current_path_and_token(self) -> str:
        return f"{self.router.url.path}?{self.router.url.query_parameters.get('token', '')}"


def _page(title: str, text: str, words: str, *, leave: bool) -> rx.Component:
    return site_layout(
        rx.el.div(
            page_title(title, text),
            rx.cond(
                NewsletterLinkState.answer,
                rx.fragment(
                    rx.el.p(NewsletterLinkState.answer, role="status", class_name="font-medium"),
                    button_link(t("Go to the home page"), href=paths.HOME),
                ),
                button(words, on_click=NewsletterLinkState.submit(leave)),
            ),
            class_name="mx-auto flex max-w-xl flex-col items-start gap-5 px-4 py-16",
        )
    )


def confirm() -> rx.Component:
    """Page to confirm a subscription."""
    return _page(
        t("Confirm the newsletter"),
        t("Confirm that you want to get our newsletter now and then."),
        t("Confirm"),
        leave=False,
    )


def unsubscribe() -> rx.Component:
    """Page to unsubscribe."""
    return _page(
        t("Unsubscribe from the newsletter"), t("You won't get any more newsletters."), t("Unsubscribe"), leave=True
    )


_STATES = (NewsletterLinkState,)
PAGES = [
    Page(f"{_PATH}/confirm", confirm, t("Confirm the newsletter"), t("Confirm your address."), _STATES, indexed=False),
    Page(
        f"{_PATH}/unsubscribe",
        unsubscribe,
        t("Unsubscribe from the newsletter"),
        t("Unsubscribe from the newsletter."),
        _STATES,
        indexed=False,
    ),
]

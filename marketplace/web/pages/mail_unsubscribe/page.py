"""No more mails about unread messages: a link leads here, a press does it, so that no mail scanner does."""

import reflex as rx

from marketplace.domain import chat
from marketplace.domain.chat import messages
from marketplace.errors import MarketplaceError
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.components.button import button, button_link
from marketplace.web.components.section import page_title
from marketplace.web.door import Door
from marketplace.web.layouts.site import site_layout
from marketplace.web.site import Page


class MailUnsubscribeState(Door, rx.State):
    """The token stands in the address; it is the permission, so nobody needs to sign in."""

    answer: str = ""

    @rx.event
    def open(self) -> None:
        """Nothing is done by following a link alone."""
        self.answer = ""

    @rx.event
    async def stop(self) -> None:
        """No more of these mails."""
        token = self.router.url.query_parameters.get("token", "")
        try:
            await self._do(chat.stop_digests, token)
        except MarketplaceError as error:
            self.answer = error.message
            return
        self.answer = t(messages.NO_MORE_DIGESTS)


def mail_unsubscribe() -> rx.Component:
    """The way out, and the way back in."""
    return site_layout(
        rx.el.div(
            page_title(
                t("No more mails about unread messages"),
                t("One press, and we stop. Messages still wait for you on the site, where you can turn the mails on."),
            ),
            rx.cond(
                MailUnsubscribeState.answer,
                rx.fragment(
                    rx.el.p(MailUnsubscribeState.answer, role="status", class_name="font-medium"),
                    button_link(t("To the home page"), href=paths.HOME),
                ),
                button(t("Stop these mails"), on_click=MailUnsubscribeState.stop),
            ),
            class_name="mx-auto flex max-w-xl flex-col items-start gap-5 px-4 py-16",
        )
    )


PAGES = [
    Page(
        "/mail/unsubscribe",
        mail_unsubscribe,
        t("No more mails about unread messages"),
        t("Stop mails about unread messages."),
        (MailUnsubscribeState.open,),
        indexed=False,
    )
]
